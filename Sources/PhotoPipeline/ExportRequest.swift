package import Imaging
package import PhotoCatalog

/// A region of a photo to save as a file.
package struct ExportRequest: Hashable, Sendable {
    package let photo: PhotoReference
    /// The region in pixels of the original after any rotation by the adjustments.
    package let area: PixelRect
    /// The size of the original after any rotation by the adjustments; `area` is within this size.
    package let size: PixelSize
    package let adjustments: ImageAdjustments
    /// The number of the file's page, from 0.
    package var page = 0

    package init(
        _ area: PixelRect, of size: PixelSize, _ photo: PhotoReference,
        _ adjustments: ImageAdjustments = .none
    ) {
        self.photo = photo
        self.area = area
        self.size = size
        self.adjustments = adjustments
    }

    /// Returns the same region of a version of the photo with another size; `nil` if the region is
    /// empty or not within the version.
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

/// The reason why the photo in a file was not rotated; the file is unchanged.
package enum TurnFailure: Error, Hashable, Sendable {
    case picture(PictureFailure)
    case file(FileReason)

    package enum FileReason: Hashable, Sendable {
        /// Another program changed the file during the rotation.
        case changed
        /// The file's Exif block has no entry for an orientation.
        case noOrientation
        case notPermitted, diskFull
        /// The system reports an error; `reason` is the system's text.
        case unusable(reason: String)
    }
}

/// The reason why a region of a photo was not saved.
package enum ExportFailure: Error, Hashable, Sendable {
    case picture(PictureFailure)
    case saving(SavingFailure)
    /// A library could not encode the region.
    case encoding(Damage)
    /// The region is not within the photo; the value is the photo's size.
    case outside(PixelSize)
    /// The region has a side longer than the format allows; the limit is in pixels.
    case tooLarge(longestSide: Int)
    /// The region has more megapixels than the limit for photos that are fetched in tiles.
    case tooMuchOfTiles(megapixels: Int)
}

extension ImageAdjustments {
    /// Returns the photo rotated as on the screen.
    package func turned(_ source: any ImageSource) -> any ImageSource {
        RotatedSource.of(source, orientation)
    }

    /// Returns the photo as shown: rotated and with levels, which depend on the whole photo.
    ///
    /// If the levels depend on the photo's histogram, this method decodes a small copy of the photo.
    package func applied(
        to source: any ImageSource
    ) throws(DecodingFailure) -> any ImageSource {
        let turned = turned(source)
        guard levels != .none else { return turned }
        let histogram = levels.dependsOnPhoto ? try AppliedLevels.histogram(of: turned) : .none
        if let deep = try AppliedLevels.photo(turned, levels, for: histogram) {
            return LevelledSource(source: deep.source, mapping: deep.levels.mapping)
        }
        let mapping = ToneMapping(LevelsCurve(levels, for: histogram))
        return LevelledSource(source: turned, mapping: mapping)
    }
}

/// A photo with levels that are applied to its pixels.
private struct LevelledSource: ImageSource {
    let source: any ImageSource
    let mapping: ToneMapping

    var size: PixelSize { source.size }
    var coarsest: Reduction { source.coarsest }
    var status: ImageSourceStatus { source.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        let region = try source.pixels(of: area, reducedBy: reduction)
        return RegionPixels(
            photo: region.photo, reduction: reduction, area: region.area,
            raster: mapping.applied(to: region.raster))
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try source.sample(at: point)
    }
}
