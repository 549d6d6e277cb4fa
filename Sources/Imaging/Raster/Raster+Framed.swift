extension Raster {
    /// This raster on a larger canvas, the rest filled with `background`.
    ///
    /// - Precondition: `target` has this raster's size and lies on the canvas.
    package func framed(
        at target: PixelRect, in canvas: PixelSize, over background: RGBColour
    ) -> Raster {
        precondition(target.size == size && PixelRect(canvas).contains(target), "it fits")
        if target.size == canvas { return self }
        let bytes = Self.bytes(of: canvas) { buffer in
            buffer.withMemoryRebound(to: UInt32.self) { $0.update(repeating: background.word) }
            copyRows(to: buffer, at: target, rowBytes: canvas.width * Self.bytesPerPixel)
        }
        return Raster(size: canvas, pixels: bytes, isOpaque: isOpaque)
    }

    private func copyRows(
        to buffer: UnsafeMutableBufferPointer<UInt8>, at target: PixelRect, rowBytes: Int
    ) {
        guard let base = buffer.baseAddress else { return }
        let length = size.width * Self.bytesPerPixel
        pixels.withUnsafeBufferPointer { source in
            guard let from = source.baseAddress else { return }
            for row in 0..<size.height {
                let start = (target.minY + row) * rowBytes + target.minX * Self.bytesPerPixel
                (base + start).update(from: from + row * length, count: length)
            }
        }
    }
}

extension RGBColour {
    /// The colour as a pixel's four bytes in memory, opaque.
    fileprivate var word: UInt32 {
        UInt32(littleEndian: UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 0xFF00_0000)
    }
}
