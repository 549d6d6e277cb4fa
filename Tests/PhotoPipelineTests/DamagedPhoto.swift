import Imaging

/// A photo that opens, and whose pixels cannot be had.
struct DamagedPhoto: ImageSource {
    let size: PixelSize
    let status = ImageSourceStatus()

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        throw .damaged(reason: "bad Huffman code")
    }
}
