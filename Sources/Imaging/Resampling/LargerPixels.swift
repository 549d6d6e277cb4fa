extension Raster {
    /// Returns this picture in squares of `side` pixels, each filled with its mean colour.
    ///
    /// The raster's first pixel is at `anchor` in the grid of the squares, so that the grid moves
    /// with a photo. A square at an edge has the mean colour of its pixels in the raster.
    ///
    /// - Precondition: `side` is at least 1, and the raster is opaque.
    /// - Complexity: O(pixels); for `side` = 1, the raster is returned without a copy.
    package func withPixels(of side: Int, at anchor: PixelPoint) -> Raster {
        precondition(side > 0 && isOpaque, "squares have pixels, and their alpha is 255")
        guard side > 1, !size.isEmpty else { return self }
        let columns = Self.squares(size.width, of: side, from: anchor.x)
        let rows = Self.squares(size.height, of: side, from: anchor.y)
        let bytes = Self.bytes(of: size) { target in
            pixels.withUnsafeBytes { source in
                Self.average(
                    columns, rows, width: size.width, source, UnsafeMutableRawBufferPointer(target))
            }
        }
        return Raster(size: size, pixels: bytes)
    }

    /// Returns the ranges into which a grid of squares divides `length` pixels that begin at
    /// `start`.
    private static func squares(_ length: Int, of side: Int, from start: Int) -> [Range<Int>] {
        let phase = ((start % side) + side) % side
        return stride(from: -phase, to: length, by: side).map {
            max($0, 0)..<min($0 + side, length)
        }
    }

    /// Fills each square with its mean colour.
    ///
    /// Hot: runs over all pixels of a moving frame with larger pixels.
    private static func average(
        _ columns: [Range<Int>], _ rows: [Range<Int>], width: Int,
        _ source: UnsafeRawBufferPointer, _ target: UnsafeMutableRawBufferPointer
    ) {
        guard let from = source.baseAddress, let into = target.baseAddress else { return }
        for row in rows {
            for column in columns {
                var (red, green, blue) = (0, 0, 0)
                for y in row {
                    let start = (y &* width &+ column.lowerBound) &* bytesPerPixel
                    for x in 0..<column.count {
                        let pixel = from + (start &+ x &* bytesPerPixel)
                        red &+= Int(pixel.load(as: UInt8.self))
                        green &+= Int(pixel.load(fromByteOffset: 1, as: UInt8.self))
                        blue &+= Int(pixel.load(fromByteOffset: 2, as: UInt8.self))
                    }
                }
                let count = row.count &* column.count
                let half = count &>> 1
                let word =
                    UInt32((red &+ half) / count) | UInt32((green &+ half) / count) &<< 8
                    | UInt32((blue &+ half) / count) &<< 16 | 0xFF00_0000
                for y in row {
                    let start = (y &* width &+ column.lowerBound) &* bytesPerPixel
                    for x in 0..<column.count {
                        into.storeBytes(
                            of: word.littleEndian, toByteOffset: start &+ x &* bytesPerPixel,
                            as: UInt32.self)
                    }
                }
            }
        }
    }
}
