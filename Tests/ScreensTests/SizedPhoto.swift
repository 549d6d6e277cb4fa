import Imaging

/// A photo that has a size and no pixels: screens ask for none.
struct SizedPhoto: ImageSource {
    let size: PixelSize
    var status = ImageSourceStatus()

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        throw .damaged(reason: "a screen asked for pixels")
    }
}
