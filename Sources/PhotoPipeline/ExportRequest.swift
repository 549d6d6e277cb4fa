package import Imaging
package import PhotoCatalog

/// A part of a photo that is to become a file of its own.
package struct ExportRequest: Hashable, Sendable {
    package let photo: PhotoReference
    /// In pixels of the original, or of the turned one if the adjustments turn it.
    package let area: PixelRect
    /// The size of the original that `area` is a part of.
    package let size: PixelSize
    package let adjustments: ImageAdjustments
    /// Which of the file's pictures.
    package var part = 0

    package init(
        _ area: PixelRect, of size: PixelSize, _ photo: PhotoReference,
        _ adjustments: ImageAdjustments = .none
    ) {
        self.photo = photo
        self.area = area
        self.size = size
        self.adjustments = adjustments
    }

    /// The same part of a version of another size; `nil` if the version lacks it.
    package func area(on version: PixelSize) -> PixelRect? {
        guard version != size else {
            return PixelRect(version).contains(area) && !area.isEmpty ? area : nil
        }
        let across = Double(version.width) / Double(size.width)
        let down = Double(version.height) / Double(size.height)
        guard area.minX >= 0, area.minY >= 0, !area.isEmpty else { return nil }
        return PhotoArea(
            x: Double(area.minX) * across, y: Double(area.minY) * down,
            width: Double(area.size.width) * across, height: Double(area.size.height) * down
        ).pixels(of: version)
    }
}

/// Why a part of a photo did not become a file.
package enum ExportFailure: Error, Hashable, Sendable {
    case picture(PictureFailure)
    case saving(SavingFailure)
    /// A library made no proper file of the part.
    case encoding(Damage)
    /// The part does not lie on the photo, which has this size.
    case outside(PixelSize)
    /// No file of that kind has a side of more pixels than this.
    case tooLarge(longestSide: Int)
    /// Of a picture whose tiles are fetched, so much at most is saved.
    case tooMuchOfTiles(megapixels: Int)
}

extension ImageAdjustments {
    /// The photo turned as it is shown.
    package func turned(_ source: any ImageSource) -> any ImageSource {
        TurnedSource.of(source, orientation)
    }

    /// The photo as it is shown: turned, and with its levels, which depend on all of it.
    ///
    /// Decodes a small copy of the photo if there are levels.
    package func applied(
        to source: any ImageSource
    ) throws(DecodingFailure) -> any ImageSource {
        let turned = turned(source)
        guard levels != .none else { return turned }
        let small = turned.size.fitted(into: Renderer.paletteBox)
        let window = ScaledWindow(photo: turned.size, scaled: small, window: PixelRect(small))
        let resampler = Resampler(for: window, enlarging: .smooth)
        let (reduction, area) = resampler.source(for: window, upTo: turned.coarsest)
        let part = try turned.pixels(of: area, reducedBy: reduction)
        let coarse = resampler.resample(part, for: window, over: .black)
        let histogram = Histogram(of: coarse)
        if let deep = try TonedLevels.photo(turned, levels, for: histogram) {
            return LevelledSource(source: deep.source, mapping: deep.levels.mapping)
        }
        let mapping = ToneMapping(LevelsCurve(levels, for: histogram))
        return LevelledSource(source: turned, mapping: mapping)
    }
}

/// A photo through levels.
private struct LevelledSource: ImageSource {
    let source: any ImageSource
    let mapping: ToneMapping

    var size: PixelSize { source.size }
    var coarsest: Reduction { source.coarsest }
    var status: ImageSourceStatus { source.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        let part = try source.pixels(of: area, reducedBy: reduction)
        return PhotoPart(
            photo: part.photo, reduction: reduction, area: part.area,
            raster: mapping.applied(to: part.raster))
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try source.sample(at: point)
    }
}
