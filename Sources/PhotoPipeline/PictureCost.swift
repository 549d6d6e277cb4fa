package import Imaging

/// What a picture cost to make and to send.
package struct PictureCost: Sendable {
    package var stages = StageCosts()
    /// Bytes for the terminal.
    package var byteCount: Int
    /// What its photo has cost so far, where that is more than a decode.
    package var figures: PhotoFigures?

    package init(byteCount: Int) { self.byteCount = byteCount }
}

extension EncodedFrame {
    package var cost: PictureCost {
        var cost = PictureCost(byteCount: bytes.count)
        cost.stages = costs
        cost.figures = figures
        return cost
    }
}
