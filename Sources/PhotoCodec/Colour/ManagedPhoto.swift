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
        let part = try photo.pixels(of: area, reducedBy: reduction)
        return PhotoPart(
            photo: part.photo, reduction: part.reduction, area: part.area,
            raster: conversion.converted(part.raster))
    }
}
