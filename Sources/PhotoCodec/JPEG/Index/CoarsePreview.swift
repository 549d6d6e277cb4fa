internal import Imaging

/// A small picture of a JPEG: an eighth of it, and what is made of that.
struct CoarsePreview: Sendable {
    let planes: ReducedPlanes
    let photo: PixelSize
    let colours: JPEGColours
    let inks: CMYKConverter?

    /// An area of the photo reduced by an eighth or more; it begins on that grid.
    func raster(of area: PixelRect, reducedBy reduction: Reduction) -> Raster {
        let grid = PixelRect(photo.reduced(by: .eighth))
        let factor = reduction.rawValue / 8
        let eighth = raster(
            PixelRect(
                x: area.minX * factor, y: area.minY * factor, width: area.size.width * factor,
                height: area.size.height * factor
            ).intersection(grid))
        guard let boxes = Reduction(rawValue: factor), boxes != .none else { return eighth }
        return eighth.means(over: boxes)
    }

    /// An area of an eighth of the photo.
    ///
    /// Hot: once for each pixel of a coarse picture.
    func raster(_ area: PixelRect) -> Raster {
        let pixels = Raster.bytes(of: area.size) { target in
            fill(target, with: area)
            inks?.convert(target)
        }
        return Raster(size: area.size, pixels: pixels)
    }

    private func fill(_ target: UnsafeMutableBufferPointer<UInt8>, with area: PixelRect) {
        let shapes = planes.planes
        let across = shapes.map(\.across).max() ?? 1
        let down = shapes.map(\.down).max() ?? 1
        let columns = shapes.map { plane in
            (area.minX..<area.maxX).map { Int32($0 * plane.across / across) }
        }
        for y in 0..<area.size.height {
            let start = y * area.size.width * Raster.bytesPerPixel
            let row = UnsafeMutableBufferPointer(
                rebasing: target[start..<(start + area.size.width * Raster.bytesPerPixel)])
            for (component, plane) in shapes.enumerated() {
                let samples = plane.samples + (y + area.minY) * plane.down / down * plane.width
                columns[component].withUnsafeBufferPointer { columns in
                    Self.spread(samples, at: columns, into: row, component)
                }
            }
            colours.finish(row)
        }
    }

    private static func spread(
        _ samples: UnsafePointer<UInt8>, at columns: UnsafeBufferPointer<Int32>,
        into row: UnsafeMutableBufferPointer<UInt8>, _ component: Int
    ) {
        for x in 0..<columns.count { row[x &* 4 &+ component] = samples[Int(columns[x])] }
    }
}
