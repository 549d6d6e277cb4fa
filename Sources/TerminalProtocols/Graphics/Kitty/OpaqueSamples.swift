package import Imaging

/// A raster's red, green and blue, without alpha: three bytes a pixel.
package enum OpaqueSamples {
    package static func byteCount(of raster: Raster) -> Int { raster.pixels.count / 4 * 3 }

    package static func bytes(of raster: Raster) -> [UInt8] {
        let count = byteCount(of: raster)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, written in
            copy(raster, to: UnsafeMutableRawBufferPointer(buffer))
            written = count
        }
    }

    /// Hot: over all pixels of each picture sent.
    ///
    /// - Precondition: the buffer has `byteCount(of:)` bytes.
    package static func copy(_ raster: Raster, to buffer: UnsafeMutableRawBufferPointer) {
        precondition(buffer.count == byteCount(of: raster), "three bytes a pixel")
        let count = raster.pixels.count / Raster.bytesPerPixel
        guard count > 0, let output = buffer.baseAddress else { return }
        raster.pixels.withUnsafeBytes { pixels in
            guard let input = pixels.baseAddress else { return }
            // Four bytes are stored, the fourth is overwritten by the next pixel.
            for pixel in 0..<count &- 1 {
                let sample = input.loadUnaligned(fromByteOffset: pixel &* 4, as: UInt32.self)
                output.storeBytes(of: sample, toByteOffset: pixel &* 3, as: UInt32.self)
            }
            (output + (count &- 1) &* 3).copyMemory(from: input + (count &- 1) &* 4, byteCount: 3)
        }
    }
}
