package import Imaging

/// The user's adjustments of a photo's appearance, which leave the file unchanged.
package struct ImageAdjustments: Hashable, Sendable {
    /// No adjustments.
    package static let none = ImageAdjustments()

    /// The rotation or mirroring that follows the orientation stored in the file.
    package var orientation = Orientation.asStored
    package var levels = Levels.none
    /// The bands to show as colours; `nil` for a page of the file.
    package var bands: BandChoice?

    package init() {}
}

/// A page of a file, or three of the file's bands as colours.
struct ShownPage: Hashable {
    let number: Int
    let bands: BandChoice?

    /// Returns the picture to show; without bands of the page's size, the page itself.
    func source(of photo: any ImageSource) -> any ImageSource {
        let page = photo.knownPage(number)
        guard let bands, let composite = BandComposite(photo, bands), composite.size == page.size
        else { return page }
        return composite
    }
}

extension ImageAdjustments {
    /// Returns a page of a photo, or the bands that replace the page.
    package func page(_ number: Int, of photo: any ImageSource) -> any ImageSource {
        ShownPage(number: number, bands: bands).source(of: photo)
    }
}

extension ImageRequest {
    var shownPage: ShownPage { ShownPage(number: page, bands: adjustments.bands) }
}

extension ToneMapping {
    /// Returns a raster with the mapping applied, in parallel strips.
    func applied(to raster: Raster, strips count: Int) -> Raster {
        var pixels = raster.pixels
        pixels.withUnsafeMutableBytes { bytes in
            // Strips do not overlap.
            nonisolated(unsafe) let bytes = bytes
            let pixelCount = bytes.count / Raster.bytesPerPixel
            Parallel.map(Array(0..<count)) { strip in
                let range = (pixelCount * strip / count)..<(pixelCount * (strip + 1) / count)
                apply(
                    to: UnsafeMutableRawBufferPointer(
                        rebasing: bytes[(range.lowerBound * 4)..<(range.upperBound * 4)]))
            }
        }
        return Raster(size: raster.size, pixels: pixels, isOpaque: raster.isOpaque)
    }
}
