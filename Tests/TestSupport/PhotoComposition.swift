package import Imaging

/// The expected look of a photo on a screen, computed without the program's own code.
///
/// Each function returns all ways of rounding half a pixel.
package enum PhotoComposition {
    /// Returns the photo as wide as the screen, cropped above and below.
    ///
    /// - Precondition: the photo is then at least as high as the screen.
    package static func fitted(_ photo: Raster, to screen: PixelSize) -> [Raster] {
        let height = photo.size.height * screen.width / photo.size.width
        precondition(height >= screen.height, "a photo high enough")
        let scaled = photo.resized(to: PixelSize(width: screen.width, height: height))
        let spare = height - screen.height
        return Set([spare / 2, (spare + 1) / 2, max(0, spare / 2 - 1)]).sorted().map {
            scaled.cropped(
                to: PixelRect(x: 0, y: $0, width: screen.width, height: screen.height))
        }
    }

    /// Returns the photo filling a rectangle; the excess is cropped evenly on both sides.
    package static func covering(_ size: PixelSize, with photo: Raster) -> Raster {
        let part = PixelSize(
            width: min(photo.size.width, photo.size.height * size.width / size.height),
            height: min(photo.size.height, photo.size.width * size.height / size.width))
        let origin = PixelPoint(
            x: (photo.size.width - part.width) / 2, y: (photo.size.height - part.height) / 2)
        return photo.cropped(to: PixelRect(origin: origin, size: part)).resized(to: size)
    }

    /// Returns the whole photo, and its position in the centre of a rectangle.
    package static func whole(_ photo: Raster, in size: PixelSize) -> (Raster, at: PixelPoint) {
        let width = min(size.width, size.height * photo.size.width / photo.size.height)
        let height = min(size.height, size.width * photo.size.height / photo.size.width)
        let place = PixelPoint(x: (size.width - width) / 2, y: (size.height - height) / 2)
        return (photo.resized(to: PixelSize(width: width, height: height)), at: place)
    }

    /// Returns the position in a photo whose pixels are nearest to a view's, comparing every
    /// seventh pixel.
    ///
    /// - Returns: `nil` if the view fits at none of the positions.
    package static func origin(
        of view: Raster, in photo: Raster, columns: Range<Int>, rows: Range<Int>
    ) -> PixelPoint? {
        var best: (point: PixelPoint, apart: Int)?
        for y in rows where y >= 0 && y + view.size.height <= photo.size.height {
            for x in columns where x >= 0 && x + view.size.width <= photo.size.width {
                let point = PixelPoint(x: x, y: y)
                let apart = difference(view, photo, at: point, under: best?.apart ?? .max)
                if apart < best?.apart ?? .max { best = (point, apart) }
            }
        }
        return best?.point
    }

    private static func difference(
        _ view: Raster, _ photo: Raster, at origin: PixelPoint, under limit: Int
    ) -> Int {
        var sum = 0
        view.pixels.withUnsafeBufferPointer { seen in
            photo.pixels.withUnsafeBufferPointer { wished in
                for y in stride(from: 3, to: view.size.height, by: 7) where sum < limit {
                    let line = (origin.y + y) * photo.size.width + origin.x
                    for x in stride(from: 3, to: view.size.width, by: 7) {
                        let one = (y * view.size.width + x) * Raster.bytesPerPixel
                        let other = (line + x) * Raster.bytesPerPixel
                        for channel in 0..<3 {
                            sum += abs(Int(seen[one + channel]) - Int(wished[other + channel]))
                        }
                    }
                }
            }
        }
        return sum
    }
}

extension Raster {
    /// Returns the raster with all pixels of an area transparent.
    package func cleared(_ part: PixelRect) -> Raster {
        moved(part.intersection(PixelRect(size)), by: PixelPoint(x: size.width, y: 0))
    }
}
