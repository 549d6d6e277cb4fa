/// Rows of a photo's part as linear light, three numbers a pixel, alpha laid over the background.
///
/// Hot: each source row passes here once for each strip.
struct SourceRows {
    let part: PhotoPart
    /// What is wanted of the part, on the reduced photo's grid.
    let area: PixelRect
    let background: RGBColour

    struct Opened {
        fileprivate let pixels: UnsafePointer<UInt8>
        fileprivate let lights: UnsafePointer<Float>
        fileprivate let rows: SourceRows
        fileprivate let composition: Composition

        func light(of row: Int, into output: UnsafeMutablePointer<Float>) {
            let place = (row - rows.part.area.minY) * rows.part.area.size.width
            let offset = place + rows.area.minX - rows.part.area.minX
            let source = pixels + offset * Raster.bytesPerPixel
            if rows.part.raster.isOpaque {
                opaque(source, into: output)
            } else {
                composed(source, into: output)
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

        private func composed(
            _ source: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<Float>
        ) {
            for x in 0..<rows.area.size.width {
                let pixel = source + x &* 4
                let own = SIMD4(
                    lights[Int(pixel[0])], lights[Int(pixel[1])], lights[Int(pixel[2])], 0)
                let light = composition(own, alpha: pixel[3])
                output[x &* 3] = light.x
                output[x &* 3 &+ 1] = light.y
                output[x &* 3 &+ 2] = light.z
            }
        }
    }

    /// Opens the pixels once for all rows.
    func open(_ body: (Opened) -> Void) {
        part.raster.pixels.withUnsafeBufferPointer { pixels in
            LinearLight.ofCode.withUnsafeBufferPointer { lights in
                guard let pixels = pixels.baseAddress, let lights = lights.baseAddress else {
                    return
                }
                let composition = Composition(over: background)
                body(
                    Opened(pixels: pixels, lights: lights, rows: self, composition: composition))
            }
        }
    }
}
