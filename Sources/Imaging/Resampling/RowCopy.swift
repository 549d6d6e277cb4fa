/// The window at original size: rows copied bit by bit, no scaler; only alpha is laid over a colour.
///
/// Hot: runs once for each frame at original (1280x720: 0.2 ms).
struct RowCopy {
    let part: PhotoPart
    let background: RGBColour

    func copy(_ window: PixelRect, to output: UnsafeMutableRawPointer) {
        let rowBytes = window.size.width * Raster.bytesPerPixel
        part.raster.pixels.withUnsafeBytes { source in
            guard let first = source.baseAddress else { return }
            for row in 0..<window.size.height {
                let place = (window.minY + row - part.area.minY) * part.area.size.width
                let offset = (place + window.minX - part.area.minX) * Raster.bytesPerPixel
                (output + row * rowBytes).copyMemory(from: first + offset, byteCount: rowBytes)
            }
        }
        guard !part.raster.isOpaque else { return }
        compose(output, count: window.size.width * window.size.height)
    }

    private func compose(_ pixels: UnsafeMutableRawPointer, count: Int) {
        let composition = AlphaBlend(over: background)
        let bytes = pixels.assumingMemoryBound(to: UInt8.self)
        LinearLight.ofCode.withUnsafeBufferPointer { lights in
            LinearLight.codeOfStep.withUnsafeBufferPointer { codes in
                for pixel in 0..<count where bytes[pixel &* 4 &+ 3] != 255 {
                    let place = bytes + pixel &* 4
                    let light = SIMD4(
                        lights[Int(place[0])], lights[Int(place[1])], lights[Int(place[2])], 0)
                    let steps = composition(light, alpha: place[3]) * Float(LinearLight.steps) + 0.5
                    place[0] = codes[Int(steps.x)]
                    place[1] = codes[Int(steps.y)]
                    place[2] = codes[Int(steps.z)]
                    place[3] = 255
                }
            }
        }
    }
}
