package import Imaging

/// A picture in a terminal's language, and what it cost.
package struct EncodedFrame: Sendable {
    package let request: FrameRequest
    package let bytes: [UInt8]
    package let costs: StageCosts
    /// Whether it is coarser than was asked for, because the photo is still being read.
    package let isDraft: Bool
    /// What its photo has cost so far, where that is more than a decode.
    package let figures: PhotoFigures?
}
