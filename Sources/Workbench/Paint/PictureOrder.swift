internal import Imaging
internal import Painting
internal import PhotoCodec

/// What to paint, how to store it, and where.
struct PictureOrder {
    let subject: DemoScene
    let size: PixelSize
    var seed: UInt32 = 1
    let format: PictureFormat
    var quality = 90
    var samples = Samples.rgb
    let path: String

    /// The longest side of a painted PNG: what JPEG allows, 20 times.
    ///
    /// A strip of 16 rows of it takes 335 MB; beyond this memory is no longer bounded usefully.
    static let longestSide = 1_310_000

    /// What is wrong with the order, as a sentence; nil if nothing is.
    var complaint: String? {
        if size.width < 1 || size.height < 1 { return "A picture has at least one pixel." }
        if !(1...100).contains(quality) { return "JPEG quality goes from 1 to 100." }
        let longest = max(size.width, size.height)
        switch format {
        case .jpeg where samples == .rgba: return "JPEG has no transparency; use PNG."
        case .jpeg where longest > JPEGFormat.longestSide:
            return "A side of a JPEG has at most \(JPEGFormat.longestSide) pixels."
        case .png where longest > Self.longestSide:
            return "A side has at most \(Self.longestSide) pixels."
        default: return nil
        }
    }

    var layout: PixelLayout {
        switch samples {
        case .gray: .gray
        case .rgb: .rgb
        case .rgba: .rgba
        }
    }
}
