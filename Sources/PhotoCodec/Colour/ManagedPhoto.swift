internal import Imaging

/// A photo whose numbers stand for other colours than a screen's, as one whose numbers do not.
struct ManagedPhoto: PhotoSource {
    private let photo: any PhotoSource
    private let conversion: ColourConversion

    init(_ photo: any PhotoSource, conversion: ColourConversion) {
        self.photo = photo
        self.conversion = conversion
    }

    var size: PixelSize { photo.size }

    var damage: Damage? { photo.damage }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        converted(try photo.pixels(of: area, reducedBy: reduction))
    }

    func isAtHand(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        photo.isAtHand(area, reducedBy: reduction)
    }

    func draft(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart? {
        photo.draft(of: area, reducedBy: reduction).map(converted)
    }

    func arrival(of area: PixelRect, reducedBy reduction: Reduction) async {
        await photo.arrival(of: area, reducedBy: reduction)
    }

    var figures: PhotoFigures? { photo.figures }

    private func converted(_ part: PhotoPart) -> PhotoPart {
        PhotoPart(
            photo: part.photo, reduction: part.reduction, area: part.area,
            raster: conversion.converted(part.raster))
    }
}
