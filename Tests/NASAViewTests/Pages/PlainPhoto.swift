import Imaging

/// A photo of one colour, to be told from others.
struct PlainPhoto: ImageSource {
    let size: PixelSize
    let colour: RGBColour
    let status = ImageSourceStatus()

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        let pixel: [UInt8] = [colour.red, colour.green, colour.blue, 255]
        let pixels = Array(repeatElement(pixel, count: area.size.width * area.size.height).joined())
        return PhotoPart(
            photo: size, reduction: reduction, area: area,
            raster: Raster(size: area.size, pixels: pixels))
    }
}
