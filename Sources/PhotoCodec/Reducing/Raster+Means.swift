internal import Imaging

extension Raster {
    /// This raster made smaller: means over boxes that are counted from the corner that is at the top
    /// left when it stands upright.
    func means(over reduction: Reduction, orientation: Orientation = .asStored) -> Raster {
        let boxes = BoxMean(
            of: size, reducedBy: reduction, orientation: orientation, isOpaque: isOpaque)
        let byteCount = boxes.size.width * boxes.size.height * Self.bytesPerPixel
        let rowBytes = size.width * Self.bytesPerPixel
        let means = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            let target = UnsafeMutableBufferPointer(rebasing: buffer[..<byteCount])
            pixels.withUnsafeBufferPointer { source in
                for row in 0..<boxes.size.height {
                    let rows = boxes.rows(of: row)
                    let bytes = (rows.lowerBound * rowBytes)..<(rows.upperBound * rowBytes)
                    boxes.reduce(
                        UnsafeBufferPointer(rebasing: source[bytes]), into: target, row: row)
                }
            }
            count = byteCount
        }
        return Raster(size: boxes.size, pixels: means, isOpaque: isOpaque)
    }
}
