/// A scaler that converts source rows to linear light and filters them vertically, then
/// horizontally.
///
/// Hot: runs for each frame that is not at original size. The vertical pass comes first, because it
/// reads memory in order, sixteen samples at a time. The horizontal pass then processes only the
/// output's rows, four samples at a time.
struct LinearScaler {
    let columns: FilterTaps
    let rows: FilterTaps
    /// The area to which the taps refer, in the grid of the reduced photo.
    let area: PixelRect

    private static let channels = 3

    func scale(
        _ region: RegionPixels, over background: RGBColour, into output: UnsafeMutableRawPointer
    ) {
        let source = SourceRows(region: region, area: area, background: background)
        let stride = rowStride
        let ring = UnsafeMutablePointer<Float>.allocate(capacity: stride * (rows.count + 1))
        ring.initialize(repeating: 0, count: stride * (rows.count + 1))
        defer { ring.deallocate() }
        let blended = ring + stride * rows.count
        let rowBytes = columns.first.count * Raster.bytesPerPixel
        var ready = area.minY
        source.open { source in
            for (row, first) in rows.first.enumerated() {
                let end = min(first + rows.count, area.maxY)
                while ready < end {
                    source.light(of: ready, into: ring + (ready % rows.count) * stride)
                    ready += 1
                }
                blend(row: row, of: ring, into: blended)
                write(blended, to: output + row * rowBytes)
            }
        }
    }

    /// The number of floats in a row, rounded up to a multiple of sixteen.
    private var rowStride: Int {
        let read = (area.size.width + columns.count) * Self.channels + 4
        return (read + 15) / 16 * 16
    }

    /// Runs the vertical pass for one row of the output.
    private func blend(
        row: Int, of ring: UnsafePointer<Float>, into output: UnsafeMutablePointer<Float>
    ) {
        let taps = rows.count
        let first = rows.first[row]
        let stride = rowStride
        withUnsafeTemporaryAllocation(of: UnsafeRawPointer.self, capacity: taps) { rowStarts in
            for tap in 0..<taps {
                rowStarts[tap] = UnsafeRawPointer(ring + (first + tap) % taps * stride)
            }
            rows.weights.withUnsafeBufferPointer { weights in
                let target = UnsafeMutableRawPointer(output)
                for offset in Swift.stride(from: 0, to: stride &* 4, by: 64) {
                    var sum = SIMD16<Float>()
                    for tap in 0..<taps {
                        let light = rowStarts[tap].loadUnaligned(
                            fromByteOffset: offset, as: SIMD16<Float>.self)
                        sum += light * weights[row &* taps &+ tap]
                    }
                    target.storeBytes(of: sum, toByteOffset: offset, as: SIMD16<Float>.self)
                }
            }
        }
    }

    /// Runs the horizontal pass for one row of the output and converts it to sRGB codes.
    private func write(_ row: UnsafePointer<Float>, to output: UnsafeMutableRawPointer) {
        let taps = columns.count
        let left = area.minX
        let light = UnsafeRawPointer(row)
        columns.first.withUnsafeBufferPointer { first in
            columns.weights.withUnsafeBufferPointer { weights in
                LinearLight.codeOfStep.withUnsafeBufferPointer { codes in
                    for x in 0..<first.count {
                        var sum = SIMD4<Float>()
                        var sample = light + (first[x] &- left) &* 12
                        for tap in x &* taps..<x &* taps &+ taps {
                            sum += sample.loadUnaligned(as: SIMD4<Float>.self) * weights[tap]
                            sample += 12
                        }
                        let (redGreen, blue) = Self.steps(sum)
                        let code =
                            UInt32(codes[Int(redGreen & 0xFFFF)])
                            | UInt32(codes[Int(redGreen >> 32)]) << 8
                            | UInt32(codes[Int(blue & 0xFFFF)]) << 16 | 0xFF00_0000
                        output.storeBytes(of: code, toByteOffset: x &* 4, as: UInt32.self)
                    }
                }
            }
        }
    }

    /// Returns light as steps of `LinearLight.codeOfStep`; a filter's overshoot is clamped.
    ///
    /// The lower half of `redGreen` is the step of red, the upper half that of green. If each step
    /// were extracted from the vector, the compiler would compute one step separately.
    @inline(__always)
    private static func steps(_ light: SIMD4<Float>) -> (redGreen: UInt64, blue: UInt64) {
        var scaled = light * Float(LinearLight.steps)
        scaled.replace(with: 0, where: scaled .< 0)
        scaled.replace(with: Float(LinearLight.steps), where: scaled .> Float(LinearLight.steps))
        // From 2^23, a Float has no fraction: the addition rounds, and the low bits of the sum are
        // the integer.
        let steps = unsafeBitCast(scaled + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
        let pairs = unsafeBitCast(steps, to: SIMD2<UInt64>.self)
        return (pairs.x, pairs.y)
    }
}

/// The rows of a region as linear light, with three samples per pixel.
///
/// Transparent pixels are blended over the background. Hot: converts each source row once per
/// strip.
private struct SourceRows {
    let region: RegionPixels
    /// The area to read, in the grid of the reduced photo.
    let area: PixelRect
    let background: RGBColour

    struct Opened {
        fileprivate let pixels: UnsafePointer<UInt8>
        fileprivate let lights: UnsafePointer<Float>
        fileprivate let rows: SourceRows
        fileprivate let blend: AlphaBlend

        func light(of row: Int, into output: UnsafeMutablePointer<Float>) {
            let position = (row - rows.region.area.minY) * rows.region.area.size.width
            let offset = position + rows.area.minX - rows.region.area.minX
            let source = pixels + offset * Raster.bytesPerPixel
            if rows.region.raster.isOpaque {
                opaque(source, into: output)
            } else {
                blended(source, into: output)
            }
        }

        private func opaque(
            _ source: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<Float>
        ) {
            for x in 0..<rows.area.size.width {
                let pixel = source + x &* 4
                let light = output + x &* 3
                light[0] = lights[Int(pixel[0])]
                light[1] = lights[Int(pixel[1])]
                light[2] = lights[Int(pixel[2])]
            }
        }

        private func blended(
            _ source: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<Float>
        ) {
            for x in 0..<rows.area.size.width {
                let codes = blend(source + x &* 4)
                output[x &* 3] = lights[Int(codes.red)]
                output[x &* 3 &+ 1] = lights[Int(codes.green)]
                output[x &* 3 &+ 2] = lights[Int(codes.blue)]
            }
        }
    }

    /// Calls `body` with pointers to the pixels, which stay valid for all rows.
    func open(_ body: (Opened) -> Void) {
        region.raster.pixels.withUnsafeBufferPointer { pixels in
            LinearLight.ofCode.withUnsafeBufferPointer { lights in
                guard let pixels = pixels.baseAddress, let lights = lights.baseAddress else {
                    return
                }
                let blend = AlphaBlend(over: background)
                body(Opened(pixels: pixels, lights: lights, rows: self, blend: blend))
            }
        }
    }
}

/// A copy of a window at original size, in which transparent pixels are blended.
///
/// Hot: runs once per frame at original size (0.2 ms for 1280x720).
struct RowCopy {
    let region: RegionPixels
    let background: RGBColour

    func copy(_ window: PixelRect, to output: UnsafeMutableRawPointer) {
        let rowBytes = window.size.width * Raster.bytesPerPixel
        region.raster.pixels.withUnsafeBytes { source in
            guard let first = source.baseAddress else { return }
            for row in 0..<window.size.height {
                let position = (window.minY + row - region.area.minY) * region.area.size.width
                let offset = (position + window.minX - region.area.minX) * Raster.bytesPerPixel
                (output + row * rowBytes).copyMemory(from: first + offset, byteCount: rowBytes)
            }
        }
        guard !region.raster.isOpaque else { return }
        blend(output, count: window.size.width * window.size.height)
    }

    private func blend(_ pixels: UnsafeMutableRawPointer, count: Int) {
        let blend = AlphaBlend(over: background)
        let bytes = pixels.assumingMemoryBound(to: UInt8.self)
        for pixel in 0..<count where bytes[pixel &* 4 &+ 3] != 255 {
            let target = bytes + pixel &* 4
            (target[0], target[1], target[2]) = blend(target)
            target[3] = 255
        }
    }
}
