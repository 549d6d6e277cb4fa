package import Imaging

/// The user's adjustments of a photo, which leave its file unchanged.
package struct ImageAdjustments: Hashable, Sendable {
    /// No adjustments.
    package static let none = ImageAdjustments()

    /// The rotation or mirroring of the photo, in addition to the orientation stored in its file.
    package var orientation = Orientation.asStored
    package var levels = Levels.none
    /// The bands that are shown as colours; `nil` for the file's own page.
    package var bands: BandChoice?

    package init() {}
}

/// A page of a file, or three of its bands as colours instead.
struct ShownPage: Hashable {
    let number: Int
    let bands: BandChoice?

    /// Returns the picture; the page itself if the bands do not have its size.
    func source(of photo: any ImageSource) -> any ImageSource {
        let page = photo.knownPage(number)
        guard let bands, let composite = BandComposite(photo, bands), composite.size == page.size
        else { return page }
        return composite
    }
}

extension ImageAdjustments {
    /// Returns a page of a photo, or the bands that are shown in its place.
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
