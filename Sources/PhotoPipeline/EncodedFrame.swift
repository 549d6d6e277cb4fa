package import Imaging
package import TerminalProtocols

/// A picture in a terminal's language, and what it cost.
package struct EncodedFrame: Sendable {
    package let request: FrameRequest
    package let bytes: [UInt8]
    /// What the bytes show, where they are characters.
    package let mosaic: BlockMosaic?
    package let costs: StageCosts
    /// Whether it is coarser than was asked for, because the photo is still being read.
    package let isDraft: Bool
    /// What its photo has cost so far, where that is more than a decode.
    package let figures: PhotoFigures?

    /// The same picture with the bytes that bring it on a screen that shows `shown`: of blocks only
    /// the cells that change.
    ///
    /// `isWholeScreen` is of `BlockMosaic`: whether cells may be moved.
    package func over(_ shown: BlockMosaic?, isWholeScreen: Bool) -> EncodedFrame {
        guard let mosaic, let shown, let origin = request.area.origin else { return self }
        var changes: [UInt8] = []
        mosaic.append(changesFrom: shown, at: origin, isWholeScreen: isWholeScreen, to: &changes)
        return EncodedFrame(
            request: request, bytes: changes, mosaic: mosaic, costs: costs, isDraft: isDraft,
            figures: figures)
    }
}
