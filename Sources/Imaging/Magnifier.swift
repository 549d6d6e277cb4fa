/// Magnified pictures of the pixels around a point.
///
/// Each pixel is a square; the central square is marked if its side exceeds two elements.
package enum Magnifier {
    /// The colour of the magnified picture's edge.
    private static let edge = RGBColour(red: 90, green: 90, blue: 90)
    /// The colour of the area outside the photo.
    private static let nothing = RGBColour(red: 24, green: 24, blue: 24)
    /// The minimum size of a cross with a rim, in pixels; a rim would hide a smaller cross.
    private static let leastRimmed = 15

    /// Returns the picture's size, including an edge of one element.
    ///
    /// The picture has `side` squares per side, each of `scale` elements.
    package static func size(side: Int, scale: Int) -> PixelSize {
        PixelSize(width: side * scale + 2, height: side * scale + 2)
    }

    /// Returns the magnified picture of a close-up.
    ///
    /// - Precondition: `side` is odd, and `scale` is at least 1.
    package static func raster(of closeUp: PhotoCloseUp, side: Int, scale: Int) -> Raster {
        precondition(side % 2 == 1 && scale > 0, "a loupe has a middle")
        let size = size(side: side, scale: scale)
        let first = PixelPoint(x: closeUp.point.x - side / 2, y: closeUp.point.y - side / 2)
        let pixels = Raster.bytes(of: size) { bytes in
            for y in 0..<size.height {
                for x in 0..<size.width {
                    let colour = colour(x - 1, y - 1, of: closeUp, first, side, scale)
                    let offset = (y * size.width + x) * Raster.bytesPerPixel
                    bytes[offset] = colour.red
                    bytes[offset + 1] = colour.green
                    bytes[offset + 2] = colour.blue
                    bytes[offset + 3] = 255
                }
            }
        }
        return Raster(size: size, pixels: pixels)
    }

    private static func colour(
        _ x: Int, _ y: Int, of closeUp: PhotoCloseUp, _ first: PixelPoint, _ side: Int, _ scale: Int
    ) -> RGBColour {
        guard x >= 0, y >= 0, x < side * scale, y < side * scale else { return edge }
        let (column, row) = (x / scale, y / scale)
        let area = closeUp.area
        let point = PixelPoint(x: first.x + column - area.minX, y: first.y + row - area.minY)
        guard point.x >= 0, point.y >= 0, point.x < area.size.width, point.y < area.size.height
        else { return nothing }
        let start = (point.y * area.size.width + point.x) * Raster.bytesPerPixel
        let colour = RGBColour(
            red: closeUp.pixels.pixels[start], green: closeUp.pixels.pixels[start + 1],
            blue: closeUp.pixels.pixels[start + 2])
        let isMiddle = column == side / 2 && row == side / 2
        let isRim = [0, scale - 1].contains(x % scale) || [0, scale - 1].contains(y % scale)
        guard isMiddle, isRim, scale > 2 else { return colour }
        return colour.lightness > 50 ? .black : .white
    }

    /// Draws a cross with an open centre to mark a point of the photo; `size` must be odd.
    ///
    /// A large cross has a rim, which separates the cross from pixels of similar lightness.
    package static func crosshair(size side: Int, on colour: RGBColour) -> Raster {
        let isOnLight = colour.lightness > 50
        let middle = side / 2
        let rim = side < leastRimmed ? 0 : 1
        let size = PixelSize(width: side, height: side)
        let pixels = Raster.bytes(of: size) { bytes in
            for y in 0..<side {
                for x in 0..<side {
                    let (across, down) = (abs(x - middle), abs(y - middle))
                    let isOn = min(across, down) <= rim && max(across, down) > 2
                    let isBlack = (min(across, down) == 0) == isOnLight
                    let offset = (y * side + x) * Raster.bytesPerPixel
                    for channel in offset..<(offset + 3) { bytes[channel] = isBlack ? 0 : 255 }
                    bytes[offset + 3] = isOn ? 255 : 0
                }
            }
        }
        return Raster(size: size, pixels: pixels, isOpaque: false)
    }
}
