import Imaging
import TestSupport

/// What a view of a photo must look like, made without the program's own code.
enum ExpectedView {
    /// The photo at its original size, its pixel `origin` in the top left corner of the screen.
    static func original(_ photo: Raster, _ origin: PixelPoint, screen: PixelSize) -> Raster {
        placed(photo, at: PixelPoint(x: -origin.x, y: -origin.y), screen: screen)
    }

    /// The middle of the photo at its original size: what `z` shows of a fresh view.
    ///
    /// The fitted photo's middle may lie half a pixel off, which is more than one of the original.
    static func originalCentre(of photo: Raster, screen: PixelSize) -> [Raster] {
        let (x, y) = (
            (photo.size.width - screen.width) / 2, (photo.size.height - screen.height) / 2
        )
        return (-1...1).flatMap { right in
            (-1...1).map { down in
                original(photo, PixelPoint(x: x + right, y: y + down), screen: screen)
            }
        }
    }

    /// All of the photo within the screen, in its middle; each way of rounding is given.
    static func whole(_ photo: Raster, screen: PixelSize) -> [Raster] {
        let scale = min(
            Double(screen.width) / Double(photo.size.width),
            Double(screen.height) / Double(photo.size.height))
        let scaled = photo.resized(
            to: PixelSize(
                width: Int((Double(photo.size.width) * scale).rounded()),
                height: Int((Double(photo.size.height) * scale).rounded())))
        let (left, top) = (screen.width - scaled.size.width, screen.height - scaled.size.height)
        return [(left / 2, top / 2), ((left + 1) / 2, (top + 1) / 2)].map { x, y in
            placed(scaled, at: PixelPoint(x: x, y: y), screen: screen)
        }
    }

    /// The photo as wide as the screen, in the middle.
    ///
    /// The middle may lie half a pixel off: each way of rounding is given.
    static func fitted(_ photo: Raster, screen: PixelSize) -> [Raster] {
        let height = Double(photo.size.height * screen.width) / Double(photo.size.width)
        let heights = Set([height.rounded(.down), height.rounded(.up)]).map { max(1, Int($0)) }
        return heights.flatMap { height in
            let scaled = photo.resized(to: PixelSize(width: screen.width, height: height))
            let spare = screen.height - height
            return Set([spare / 2, (spare + spare.signum()) / 2]).map { y in
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
