internal import Imaging
internal import Synchronization

/// A file of several pictures, such as the planes of a cube or the pages of a TIFF: each is opened when
/// it is looked at.
final class MultipartPhoto: WrappingImageSource {
    typealias Open = @Sendable (_ number: Int) throws(DecodingFailure) -> any ImageSource

    let parts: PhotoParts
    let size: PixelSize
    private let number: Int
    private let opened: OpenParts

    /// The pictures of a file, whose upright sizes are known; the one it has if there are no more.
    static func source(
        sizes: [PixelSize], _ open: @escaping Open
    ) throws(DecodingFailure) -> any ImageSource {
        sizes.count > 1 ? try MultipartPhoto(sizes: sizes, open) : try open(0)
    }

    /// - Throws: what is wrong with the first.
    private init(sizes: [PixelSize], _ open: @escaping Open) throws(DecodingFailure) {
        parts = PhotoParts(sizes: sizes)
        opened = OpenParts { number throws(DecodingFailure) in
            let source = try open(number)
            precondition(source.size == sizes[number], "it has the size that was told")
            return source
        }
        number = 0
        size = try opened.part(0).size
    }

    private init(_ number: Int, of photo: MultipartPhoto) {
        self.number = number
        (parts, opened) = (photo.parts, photo.opened)
        size = photo.parts.size(of: number, or: photo.size)
    }

    func part(_ number: Int) -> any ImageSource {
        precondition((0..<parts.count).contains(number), "it has that picture")
        return number == self.number ? self : MultipartPhoto(number, of: self)
    }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        try opened.part(number).pixels(of: area, reducedBy: reduction)
    }

    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        try opened.part(number).sample(at: point)
    }

    var isDeep: Bool { wrapped?.isDeep ?? false }

    func toned(by curve: DeepCurve) throws(DecodingFailure) -> (any ImageSource)? {
        try opened.part(number).toned(by: curve)
    }

    /// That of this picture alone: another page may have been read already, or be damaged.
    var status: ImageSourceStatus { opened.known(number)?.status ?? ImageSourceStatus() }

    /// A fault is reported when pixels are asked for.
    var wrapped: (any ImageSource)? { try? opened.part(number) }
}

extension PixelSize {
    /// Whether a picture after the first may be as large.
    var isOfPart: Bool { max(width, height) <= DecodingLimits.partSide }
}

/// The pictures of a file that were opened last.
private final class OpenParts: Sendable {
    private let open: MultipartPhoto.Open
    /// The least recently used first; never held while a picture is opened.
    private let parts = Mutex<[(number: Int, source: any ImageSource)]>([])
    /// Held while a picture is opened, so that only one is: those that are open do not wait for it.
    ///
    /// Opening may take seconds: a FITS plane is read twice, a TIFF unpacks up to 256 MB.
    private let opening = Mutex(())

    init(_ open: @escaping MultipartPhoto.Open) { self.open = open }

    /// A picture that is open; looking does not make it one of those opened last.
    func known(_ number: Int) -> (any ImageSource)? {
        parts.withLock { $0.first { $0.number == number }?.source }
    }

    func part(_ number: Int) throws(DecodingFailure) -> any ImageSource {
        if let source = openPart(number) { return source }
        return try opening.withLock { _ throws(DecodingFailure) in
            if let source = openPart(number) { return source }
            let source = try open(number)
            keep(source, as: number)
            return source
        }
    }

    private func openPart(_ number: Int) -> (any ImageSource)? {
        parts.withLock { parts in
            guard let index = parts.firstIndex(where: { $0.number == number }) else { return nil }
            parts.append(parts.remove(at: index))
            return parts.last?.source
        }
    }

    private func keep(_ source: any ImageSource, as number: Int) {
        parts.withLock { parts in
            parts.append((number, source))
            if parts.count > DecodingLimits.openParts { parts.removeFirst() }
        }
    }
}
