internal import Imaging

/// A photo whose file has numbers of more than 8 bits, and how it is opened so that these go through a
/// curve before they become pixels.
struct HighBitDepthPhoto: WrappingImageSource {
    typealias Open =
        @Sendable (ToneCurve?) throws(DecodingFailure) -> any ImageSource

    private let source: any ImageSource
    private let open: Open

    /// Opens it as it is.
    init(_ open: @escaping Open) throws(DecodingFailure) {
        source = try open(nil)
        self.open = open
    }

    let isHighBitDepth = true

    func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        try open(ToneCurve(curve.numbers))
    }

    var wrapped: (any ImageSource)? { source }
    var size: PixelSize { source.size }
    var status: ImageSourceStatus { source.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try source.pixels(of: area, reducedBy: reduction)
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try source.sample(at: point)
    }
}

extension ToneCurve {
    /// This one, and then another.
    func followed(by next: ToneCurve?) -> ToneCurve {
        guard let next else { return self }
        return ToneCurve(numbers.map { next.numbers[Int($0)] })
    }

    /// The same for numbers that count down from white.
    var forInvertedNumbers: ToneCurve {
        ToneCurve(numbers.reversed().map { UInt16.max - $0 })
    }
}
