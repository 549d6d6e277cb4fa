extension Raster {
    /// Returns this raster in at most `limit` of the given colours.
    ///
    /// Each pixel gets the nearest colour, without dithering, so that small pictures consist of
    /// long runs.
    ///
    /// - Precondition: the raster has pixels, there are colours, and `limit` is at least 2.
    /// - Complexity: O(pixels · limit)
    package func inColours(_ limit: Int, among colours: [RGBColour]) -> Raster {
        let own = PaletteBuilder(registers: limit).palette(of: self).colours
        let chosen = own.map { $0.nearest(among: colours) }
        var pixels = pixels
        for start in stride(from: 0, to: pixels.count, by: Self.bytesPerPixel) {
            let colour = RGBColour(
                red: pixels[start], green: pixels[start + 1], blue: pixels[start + 2]
            ).nearest(among: chosen)
            pixels[start] = colour.red
            pixels[start + 1] = colour.green
            pixels[start + 2] = colour.blue
        }
        return Raster(size: size, pixels: pixels, isOpaque: isOpaque)
    }

    /// Returns this raster with each pixel enlarged to a block, and cropped to `size`.
    ///
    /// - Precondition: the blocks cover `size`.
    package func inBlocks(of block: PixelSize, cutTo size: PixelSize) -> Raster {
        precondition(
            self.size.width * block.width >= size.width
                && self.size.height * block.height >= size.height,
            "no block is missing")
        let bytes = Self.bytes(of: size) { target in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let from =
                        (y / block.height * self.size.width + x / block.width) * Self.bytesPerPixel
                    let into = (y * size.width + x) * Self.bytesPerPixel
                    for byte in 0..<Self.bytesPerPixel { target[into + byte] = pixels[from + byte] }
                }
            }
        }
        return Raster(size: size, pixels: bytes, isOpaque: isOpaque)
    }
}

extension RGBColour {
    /// Returns the most similar colour in `colours`; this colour if `colours` is empty.
    fileprivate func nearest(among colours: [RGBColour]) -> RGBColour {
        let colour = OKLab.position(of: self)
        let distances = colours.map {
            ColourClusters.squaredDistance(OKLab.position(of: $0), colour)
        }
        return distances.indices.min { distances[$0] < distances[$1] }.map { colours[$0] } ?? self
    }
}
