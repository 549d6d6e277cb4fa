internal import Imaging
internal import Synchronization

/// A JPEG or PNG as a source of pixels: decodes it whole at a reduction, once, and cuts areas out of that.
///
/// A photo that its EXIF block mirrors is reduced before it is mirrored, so where TurboJPEG reduces
/// and a side is no multiple of the reduction, its grid lies off by less than one reduced pixel.
final class PhotoFile: ImageSource {
    let size: PixelSize

    private let format: PhotoFormat
    let conversion: ColourConversion?
    private let pictures = DecodedPictures()
    private let fault = Mutex<Damage?>(nil)

    /// `conversion` leads from the file's colours to a screen's, if they differ.
    init(_ format: PhotoFormat, conversion: ColourConversion? = nil) {
        self.format = format
        self.conversion = conversion
        size = format.orientation.uprightSize(of: format.storedSize)
    }

    var status: ImageSourceStatus { ImageSourceStatus(damage: fault.withLock { $0 }) }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        let grid = PixelRect(size.reduced(by: reduction))
        precondition(!area.isEmpty && grid.contains(area), "the area lies on the reduced photo")
        let whole = try pictures.picture(at: reduction) { () throws(DecodingFailure) in
            try decode(reducedBy: reduction)
        }
        let raster = area == grid ? whole : try cut(area, of: whole)
        return PhotoPart(
            photo: size, reduction: reduction, area: area,
            raster: conversion?.converted(raster) ?? raster)
    }

    private func cut(_ area: PixelRect, of whole: Raster) throws(DecodingFailure) -> Raster {
        try MemoryCheck.canHold(area.size, of: size)
        return whole.cut(area)
    }

    private func decode(reducedBy reduction: Reduction) throws(DecodingFailure) -> Raster {
        let picture = try format.decode(reducedBy: reduction)
        if let damage = picture.damage { fault.withLock { $0 = damage } }
        guard format.orientation != .asStored else { return picture.raster }
        try MemoryCheck.canHold(picture.raster.size, of: size)
        return format.orientation.upright(picture.raster)
    }
}
