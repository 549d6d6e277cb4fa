package import Imaging

/// A gray TIFF in tiles, with smaller copies, whose directories say where each tile lies.
package enum CloudOptimizedTIFF {
    package static let side = 2048
    private static let tileSide = 256

    /// The gray of a pixel of the original.
    package static func gray(_ x: Int, _ y: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: (x ^ y) / 16 + x / 32)
    }

    /// Returns the picture at `1 / scale` of its size, as its file has it.
    package static func raster(scale: Int = 1) -> Raster {
        let size = PixelSize(width: side / scale, height: side / scale)
        let pixels = Raster.bytes(of: size) { target in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let gray = gray(x * scale, y * scale)
                    let place = (y * size.width + x) * Raster.bytesPerPixel
                    for channel in 0..<3 { target[place + channel] = gray }
                    target[place + 3] = 255
                }
            }
        }
        return Raster(size: size, pixels: pixels)
    }

    /// Returns the file with copies at these scales; without tiles if `isTiled` is false.
    package static func file(scales: [Int] = [2, 4, 8], isTiled: Bool = true) -> [UInt8] {
        TIFFWriter.file(
            ([1] + scales).map { scale in
                let size = PixelSize(width: side / scale, height: side / scale)
                var writer = TIFFWriter(
                    size: size, samples: 1, photometric: 1,
                    tile: isTiled ? PixelSize(width: tileSide, height: tileSide) : nil,
                    kind: scale == 1 ? 0 : 1)
                writer.blocks = isTiled ? blocks(scale) : [block(scale, PixelRect(size))]
                return (writer, { _, _, _ in 0 })
            })
    }

    private static func blocks(_ scale: Int) -> [[UInt8]] {
        let tops = Array(stride(from: 0, to: side / scale, by: tileSide))
        return tops.flatMap { top in
            tops.map { left in
                block(
                    scale, PixelRect(x: left, y: top, width: tileSide, height: tileSide))
            }
        }
    }

    private static func block(_ scale: Int, _ area: PixelRect) -> [UInt8] {
        (area.minY..<area.maxY).flatMap { y in
            (area.minX..<area.maxX).map { x in gray(x * scale, y * scale) }
        }
    }
}
