internal import Imaging

extension Raster {
    /// This raster made smaller: means over boxes that are counted from the corner that is at the top
    /// left when it stands upright.
    func means(over reduction: Reduction, orientation: Orientation = .asStored) -> Raster {
        let boxes = BoxMean(
            of: size, reducedBy: reduction, orientation: orientation, isOpaque: isOpaque)
        let means = Self.bytes(of: boxes.size) { target in
            pixels.withUnsafeBufferPointer { boxes.reduce($0, into: target) }
        }
        return Raster(size: boxes.size, pixels: means, isOpaque: isOpaque)
    }
}

extension BoxMean {
    /// Writes the means of a whole stored picture.
    func reduce(
        _ picture: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
    ) {
        var sums = BoxSums(self)
        for row in 0..<size.height {
            let rows = rows(of: row)
            let bytes = (rows.lowerBound * rowBytes)..<(rows.upperBound * rowBytes)
            let means = (row * meanBytes)..<((row + 1) * meanBytes)
            sums.reduce(
                UnsafeBufferPointer(rebasing: picture[bytes]),
                into: UnsafeMutableBufferPointer(rebasing: target[means]))
        }
    }
}
