internal import Imaging

/// A photo with more than 8 bits per sample, which can be reopened with a curve.
///
/// The curve is applied to the samples before they become pixels.
struct HighBitDepthPhoto: WrappingImageSource {
    typealias Open =
        @Sendable (ToneCurve?) throws(DecodingFailure) -> any ImageSource

    private let source: any ImageSource
    private let open: Open
    let hasHighRange: Bool

    /// Opens the photo without a curve.
    init(hasHighRange: Bool = false, _ open: @escaping Open) throws(DecodingFailure) {
        source = try open(nil)
        self.open = open
        self.hasHighRange = hasHighRange
    }

    let isHighBitDepth = true

    func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        try open(ToneCurve(curve.table))
    }

    var wrapped: (any ImageSource)? { source }
    var size: PixelSize { source.size }
    var status: ImageSourceStatus { source.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try source.pixels(of: area, reducedBy: reduction)
    }

    func pixels(
        of window: ScaledWindow, over background: RGBColour
    ) throws(DecodingFailure) -> Raster? {
        try source.pixels(of: window, over: background)
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try source.sample(at: point)
    }
}

extension ToneCurve {
    /// Returns a curve that applies this curve, and then `next`.
    func followed(by next: ToneCurve?) -> ToneCurve {
        guard let next else { return self }
        return ToneCurve(table.map { next.table[Int($0)] })
    }

    /// The curve for inverted samples, for which 0 is white.
    var forInvertedSamples: ToneCurve {
        ToneCurve(table.reversed().map { UInt16.max - $0 })
    }
}
