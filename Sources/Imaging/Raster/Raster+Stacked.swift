extension Raster {
    /// Rasters of one width, one below the other.
    ///
    /// - Precondition: there is at least one, and all have the same width.
    package static func stacked(_ parts: [Raster]) -> Raster {
        guard parts.count > 1 else { return parts[0] }
        precondition(parts.allSatisfy { $0.size.width == parts[0].size.width }, "one width")
        var pixels: [UInt8] = []
        pixels.reserveCapacity(parts.reduce(0) { $0 + $1.byteCount })
        for part in parts { pixels.append(contentsOf: part.pixels) }
        return Raster(
            size: PixelSize(
                width: parts[0].size.width, height: parts.reduce(0) { $0 + $1.size.height }),
            pixels: pixels, isOpaque: parts.allSatisfy(\.isOpaque))
    }
}
