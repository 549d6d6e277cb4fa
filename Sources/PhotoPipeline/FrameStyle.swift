package import TerminalProtocols

// Names of before, until nothing uses them.
package typealias FrameStyle = ImageOptions
package typealias PreviewSource = ImageSubject
package typealias PreviewFitting = ImageFitting

extension EncodedFrame {
    package var cost: PictureCost {
        var cost = PictureCost(byteCount: bytes.count)
        cost.stages = costs
        cost.figures = figures
        return cost
    }
}
