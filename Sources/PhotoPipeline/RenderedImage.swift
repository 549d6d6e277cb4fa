package import Imaging
package import TerminalProtocols

/// The picture for a request.
package struct RenderedImage: Sendable {
    package let request: ImageRequest
    package let image: EncodedImage
    /// Whether it is coarser than was asked for, because the photo is still being read: another follows.
    package let isDraft: Bool
    package let cost: PictureCost
    /// Why the photo is shown only in part; `nil` if nothing wrong has been found so far.
    package var damage: Damage?

    package init(request: ImageRequest, image: EncodedImage, isDraft: Bool, cost: PictureCost) {
        self.request = request
        self.image = image
        self.isDraft = isDraft
        self.cost = cost
    }

    /// The status of its photo when it was made.
    package var status: ImageSourceStatus {
        ImageSourceStatus(damage: damage, figures: cost.figures)
    }

    /// The same, before a better one.
    var asDraft: RenderedImage {
        var draft = RenderedImage(request: request, image: image, isDraft: true, cost: cost)
        draft.damage = damage
        return draft
    }
}

/// What becomes of a request.
package enum ImageEvent: Sendable {
    /// Drafts first, if they were asked for.
    case image(RenderedImage)
    /// It could not be made; for a thumbnail, after all retries.
    case failed(ImageRequest, PictureFailure)
    /// Its photo is not open, or no longer open.
    case closed(ImageRequest)
}

/// What a picture cost to make and to send.
package struct PictureCost: Sendable {
    /// The nanoseconds that each stage took.
    package var stages: [Stage: UInt64]
    /// Bytes for the terminal.
    ///
    /// For characters they are known only when these are drawn over what is there.
    package var byteCount: Int
    /// The statistics of its photo; `nil` if that is decoded in one piece.
    package var figures: DecodeStatistics?

    package init(
        byteCount: Int, stages: [Stage: UInt64] = [:], figures: DecodeStatistics? = nil
    ) {
        self.byteCount = byteCount
        self.stages = stages
        self.figures = figures
    }

    /// Of pictures that are drawn together.
    package init(of costs: [PictureCost]) {
        self.init(
            byteCount: costs.reduce(0) { $0 + $1.byteCount }, figures: costs.last?.figures)
        for cost in costs { stages.merge(cost.stages, uniquingKeysWith: +) }
    }
}

/// The steps from an address to a picture on the screen, with the same names in bench, overlay and log.
package enum Stage: String, CaseIterable, Hashable, Sendable {
    case fetch, decode, scale, quantise, encode, write
}

/// Port: the time, in nanoseconds from an arbitrary start; the core reads no clock.
package struct Stopwatch: Sendable {
    let now: @Sendable () -> UInt64

    package init(now: @escaping @Sendable () -> UInt64) { self.now = now }

    /// Does the work and adds its time to a stage.
    func measure<Result, Failure: Error>(
        _ stage: Stage, in costs: inout [Stage: UInt64], _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = now()
        let result = try work()
        costs[stage, default: 0] += now() &- start
        return result
    }
}
