import Imaging
import TestSupport

/// What a view of a photo must look like, made without the program's own code.
enum ExpectedView {
    /// The photo at its original size, its pixel `origin` in the top left corner of the screen.
    static func original(_ photo: Raster, _ origin: PixelPoint, screen: PixelSize) -> Raster {
        placed(photo, at: PixelPoint(x: -origin.x, y: -origin.y), screen: screen)
    }

    /// The photo as wide as the screen, in the middle; one that is higher also from its top.
    ///
    /// The middle may lie half a pixel off: each way of rounding is given.
    static func fitted(_ photo: Raster, screen: PixelSize) -> [Raster] {
        let height = Double(photo.size.height * screen.width) / Double(photo.size.width)
        let heights = Set([height.rounded(.down), height.rounded(.up)]).map { max(1, Int($0)) }
        return heights.flatMap { height in
            let scaled = photo.resized(to: PixelSize(width: screen.width, height: height))
            let spare = screen.height - height
            // Higher than the screen: from its top at the start, about its middle once resized.
            let tops = spare < 0 ? [0, spare / 2, (spare - 1) / 2] : [spare / 2, (spare + 1) / 2]
            return Set(tops).map { y in
                placed(scaled, at: PixelPoint(x: 0, y: y), screen: screen)
            }
        }
    }

    private static func placed(_ photo: Raster, at place: PixelPoint, screen: PixelSize) -> Raster {
        Raster(screen) { x, y in
            let (column, row) = (x - place.x, y - place.y)
            guard (0..<photo.size.width).contains(column), (0..<photo.size.height).contains(row)
            else { return (0, 0, 0) }
            let start = (row * photo.size.width + column) * Raster.bytesPerPixel
            return (photo.pixels[start], photo.pixels[start + 1], photo.pixels[start + 2])
        }
    }
}
