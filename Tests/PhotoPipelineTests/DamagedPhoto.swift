import Imaging

/// A photo that opens, and whose pixels cannot be had.
struct DamagedPhoto: PhotoSource {
    let size: PixelSize
    var damage: Damage?

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        throw .damaged(reason: "bad Huffman code")
    }
}
