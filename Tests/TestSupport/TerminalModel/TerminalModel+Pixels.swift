package import Imaging

/// What the eye sees, as pixels.
extension TerminalModel {
    /// The pixels of all pictures on the screen; transparent where there are none.
    package var canvas: Raster {
        profile.keepsPicturesInCells
            ? cellPictures.raster(on: geometry) : pictures.raster(geometry.pixels)
    }

    /// The picture area as it stands: all rows but the last, in whole bands of six.
    package var pictureArea: Raster {
        canvas.cropped(to: PixelRect(geometry.pictureArea))
    }

    /// The rows above the status line as block pixels, two to a cell.
    ///
    /// A cell that shows something else than a block is transparent.
    package var blocks: Raster {
        let size = geometry.blockArea
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * Raster.bytesPerPixel)
        for row in 0..<size.height / 2 {
            for (column, cell) in grid.rows[row].enumerated() {
                guard let halves = cell.halves else { continue }
                for (line, colour) in [halves.upper, halves.lower].enumerated() {
                    let place = ((row * 2 + line) * size.width + column) * Raster.bytesPerPixel
                    pixels.replaceSubrange(place..<place + 4, with: colour + [255])
                }
            }
        }
        return Raster(size: size, pixels: pixels, isOpaque: false)
    }
}
