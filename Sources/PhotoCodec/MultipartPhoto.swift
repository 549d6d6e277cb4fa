internal import Imaging
internal import Synchronization

/// A file of several pictures, each of which is opened when it is needed.
///
/// The pictures are, for example, planes of a cube, pages of a TIFF, or frames of an animation.
final class MultipartPhoto: WrappingImageSource {
    typealias Open = @Sendable (_ number: Int) throws(DecodingFailure) -> any ImageSource

    let pages: PageSet
    let size: PixelSize
    private let number: Int
    private let opened: OpenParts
    private let damage: @Sendable () -> Damage?

    /// Returns the photo of a file; the `count` most recently used pictures stay open.
    ///
    /// A file with one picture is opened as that picture. `damage` returns the known damage of the
    /// file for a picture that is not open, and must not block.
    static func source(
        _ pages: PageSet, keeping count: Int = DecodingLimits.openParts,
        damage: @escaping @Sendable () -> Damage? = { nil }, _ open: @escaping Open
    ) throws(DecodingFailure) -> any ImageSource {
        pages.count > 1 ? try MultipartPhoto(pages, keeping: count, damage, open) : try open(0)
    }

    /// Opens the first picture.
    ///
    /// - Throws: the failure of the first picture.
    private init(
        _ pages: PageSet, keeping count: Int, _ damage: @escaping @Sendable () -> Damage?,
        _ open: @escaping Open
    ) throws(DecodingFailure) {
        self.pages = pages
        self.damage = damage
        opened = OpenParts(keeping: count) { number throws(DecodingFailure) in
            let source = try open(number)
            precondition(
                source.size == pages.size(of: number, or: source.size), "it has the size told")
            return source
        }
        number = 0
        size = try opened.page(0).size
    }

    private init(_ number: Int, of photo: MultipartPhoto) {
        self.number = number
        (pages, opened, damage) = (photo.pages, photo.opened, photo.damage)
        size = photo.pages.size(of: number, or: photo.size)
    }

    func page(_ number: Int) -> any ImageSource {
        precondition((0..<pages.count).contains(number), "it has that picture")
        return number == self.number ? self : MultipartPhoto(number, of: self)
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        try opened.page(number).pixels(of: area, reducedBy: reduction)
    }

    func pixels(
        of window: ScaledWindow, over background: RGBColour
    ) throws(DecodingFailure) -> Raster? {
        try opened.page(number).pixels(of: window, over: background)
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try opened.page(number).sample(at: point)
    }

    var isHighBitDepth: Bool { wrapped?.isHighBitDepth ?? false }
    var hasHighRange: Bool { wrapped?.hasHighRange ?? false }

    func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
        try opened.page(number).applying(curve)
    }

    /// The status of this page; other pages may have another status.
    var status: ImageSourceStatus {
        opened.known(number)?.status ?? ImageSourceStatus(damage: damage())
    }

    /// The opened picture; `nil` after a failure, which is reported when pixels are read.
    var wrapped: (any ImageSource)? { try? opened.page(number) }
}

extension PixelSize {
    /// True if a picture after the first may have this size.
    var isOfPart: Bool { max(width, height) <= DecodingLimits.partSide }
}

/// The most recently used pictures of a file.
private final class OpenParts: Sendable {
    private let open: MultipartPhoto.Open
    /// The maximum number of pictures that stay open.
    private let limit: Int
    /// The open pictures, the least recently used first.
    ///
    /// The lock is never held while a picture is opened.
    private let kept = Mutex<[(number: Int, source: any ImageSource)]>([])
    /// The lock held while a picture is opened, so that only one picture is opened at a time.
    ///
    /// Opening can take seconds: a FITS plane is read twice, and a TIFF decompresses up to 256 MB.
    /// Requests for open pictures do not wait.
    private let opening = Mutex(())

    init(keeping limit: Int, _ open: @escaping MultipartPhoto.Open) {
        self.limit = limit
        self.open = open
    }

    /// Returns an open picture without marking it as the most recently used.
    ///
    /// The result is `nil` if the picture is not open.
    func known(_ number: Int) -> (any ImageSource)? {
        kept.withLock { $0.first { $0.number == number }?.source }
    }

    func page(_ number: Int) throws(DecodingFailure) -> any ImageSource {
        if let source = openPart(number) { return source }
        return try opening.withLock { _ throws(DecodingFailure) in
            if let source = openPart(number) { return source }
            let source = try open(number)
            keep(source, as: number)
            return source
        }
    }

    private func openPart(_ number: Int) -> (any ImageSource)? {
        kept.withLock { kept in
            guard let index = kept.firstIndex(where: { $0.number == number }) else { return nil }
            kept.append(kept.remove(at: index))
            return kept.last?.source
        }
    }

    private func keep(_ source: any ImageSource, as number: Int) {
        kept.withLock { kept in
            kept.append((number, source))
            if kept.count > limit { kept.removeFirst() }
        }
    }
}
