internal import Imaging

/// A photo whose file has numbers of more than 8 bits, and how it is opened so that these go through a
/// curve before they become pixels.
struct DeepPhoto: WrappingImageSource {
    typealias Open =
        @Sendable (ToneCurve?) throws(DecodingFailure) -> any ImageSource

    private let source: any ImageSource
    private let open: Open

    /// Opens it as it is.
    init(_ open: @escaping Open) throws(DecodingFailure) {
        source = try open(nil)
        self.open = open
    }

    let isDeep = true

    func toned(by curve: DeepCurve) throws(DecodingFailure) -> (any ImageSource)? {
        try open(ToneCurve(curve.numbers))
    }

    var wrapped: (any ImageSource)? { source }
    var size: PixelSize { source.size }
    var status: ImageSourceStatus { source.status }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
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

    /// Gives the higher byte of each number as its code.
    static let highByte = ToneCurve((0...UInt16.max).map { $0 >> 8 * 257 })
    /// Gives the lower byte.
    static let lowByte = ToneCurve((0...UInt16.max).map { $0 & 255 * 257 })
}

/// What a file's numbers of 16 bits are, of a picture whose areas are made of such numbers.
///
/// It is decoded twice, each time into the bytes of one half.
struct DeepNumbers: FileNumbers {
    let high: any RegionPicture
    let low: any RegionPicture
    let isGray: Bool

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let (high, low) = (try Self.pixel(at: point, of: high), try Self.pixel(at: point, of: low))
        let numbers = zip(high, low).map { Int($0) << 8 | Int($1) }
        return PhotoSample(
            numbers: Array(numbers.prefix(isGray ? 1 : 3)), bits: 16, isConverted: isConverted)
    }

    private static func pixel(
        at point: PixelPoint, of picture: any RegionPicture
    ) throws(DecodingFailure) -> [UInt8] {
        guard picture.access != .rows else { return try pixelOfRows(at: point, of: picture) }
        let pixel = PixelSize(width: 1, height: 1)
        var failure: DecodingFailure?
        let bytes = Raster.bytes(of: pixel) { target in
            do throws(DecodingFailure) {
                _ = try picture.decode(
                    PixelRect(origin: point, size: pixel), into: PixelBlock(target, size: pixel),
                    at: .origin, note: { failure = .damaged(reason: $0.reason) })
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Rows that only come one after the other are read up to that one.
    private static func pixelOfRows(
        at point: PixelPoint, of picture: any RegionPicture
    ) throws(DecodingFailure) -> [UInt8] {
        let reader = try picture.makeRowReader()
        let row = PixelSize(width: picture.size.width, height: 1)
        var failure: DecodingFailure?
        let bytes = Raster.bytes(of: row) { target in
            for _ in 0...point.y where failure == nil {
                failure = reader.read(rows: 1, into: PixelBlock(target, size: row)).failure
            }
        }
        if let failure { throw failure }
        let start = point.x * Raster.bytesPerPixel
        return Array(bytes[start..<start + Raster.bytesPerPixel])
    }
}
