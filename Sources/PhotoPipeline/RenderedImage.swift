package import Imaging
package import TerminalProtocols

/// The rendered picture of a request.
package struct RenderedImage: Sendable {
    package let request: ImageRequest
    package let image: EncodedImage
    /// True if the picture is coarser than requested, because part of the photo has not been read.
    ///
    /// A better picture follows.
    package let isPreview: Bool
    package let cost: PictureCost
    /// The reason why part of the photo is missing; `nil` if no damage has been found.
    package var damage: Damage?

    package init(request: ImageRequest, image: EncodedImage, isPreview: Bool, cost: PictureCost) {
        self.request = request
        self.image = image
        self.isPreview = isPreview
        self.cost = cost
    }

    /// The status of the photo at the time of rendering.
    package var status: ImageSourceStatus {
        ImageSourceStatus(damage: damage, statistics: cost.statistics)
    }

    /// This picture marked as a preview; a better picture follows.
    var asPreview: RenderedImage {
        var preview = RenderedImage(request: request, image: image, isPreview: true, cost: cost)
        preview.damage = damage
        return preview
    }
}

/// The outcome of a request.
package enum ImageEvent: Sendable {
    /// The picture; previews come first, if requested.
    case image(RenderedImage)
    /// The request failed; a thumbnail fails only after all retries.
    case failed(ImageRequest, PictureFailure)
    /// The photo is not open, or has been closed.
    case closed(ImageRequest)
}

/// The cost of rendering and sending a picture.
package struct PictureCost: Sendable {
    /// The time of each stage in nanoseconds.
    package var stages: [Stage: UInt64]
    /// The number of bytes for the terminal.
    ///
    /// The bytes of characters are known only after a comparison with the screen's content.
    package var byteCount: Int
    /// The statistics of the photo; `nil` if the photo is decoded in one piece.
    package var statistics: DecodeStatistics?

    package init(
        byteCount: Int, stages: [Stage: UInt64] = [:], statistics: DecodeStatistics? = nil
    ) {
        self.byteCount = byteCount
        self.stages = stages
        self.statistics = statistics
    }

    /// Creates the total cost of pictures that are drawn together, with the statistics of the last
    /// one.
    package init(of costs: [PictureCost]) {
        self.init(
            byteCount: costs.reduce(0) { $0 + $1.byteCount }, statistics: costs.last?.statistics)
        for cost in costs { stages.merge(cost.stages, uniquingKeysWith: +) }
    }
}

/// The steps from an address to a picture on the screen.
///
/// The benchmark, the debug overlay and the log use the same names.
package enum Stage: String, CaseIterable, Hashable, Sendable {
    case fetch, decode, scale, quantise, encode, write
}

/// A clock in nanoseconds since an arbitrary time; the program provides the clock, because this
/// module reads none.
package struct Stopwatch: Sendable {
    let now: @Sendable () -> UInt64

    package init(now: @escaping @Sendable () -> UInt64) { self.now = now }

    /// Runs the work and adds its time to the cost of a stage.
    func measure<Result, Failure: Error>(
        _ stage: Stage, in costs: inout [Stage: UInt64], _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let start = now()
        let result = try work()
        costs[stage, default: 0] += now() &- start
        return result
    }
}
