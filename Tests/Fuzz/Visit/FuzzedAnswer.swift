import Fuzzing
import Imaging
import PhotoPipeline
import Screens
import TerminalProtocols

@testable import PhotoCatalog

/// A possible answer to an effect of a screen.
enum FuzzedAnswer {
    case photo(PhotoEvent)
    case library(LibraryEvent)

    /// `nil` if there is nothing to answer.
    init?(to effect: Effect, _ input: inout FuzzInput) {
        switch effect {
        case .photo(.open(let photo, _)), .photo(.reopen(let photo, _)):
            self = .photo(Self.event(of: photo, &input))
        case .library(.load(let request, let list)), .library(.reload(let request, let list)):
            self = .library(
                input.flag()
                    ? .page(Self.page(&input), for: request, of: list)
                    : .pageFailed(Self.failure(&input), for: request, of: list))
        case .library(.findPictureOfTheDay(let list)):
            guard let photo = Self.photos(&input).first else { return nil }
            self = .library(.pictureOfTheDay(photo, for: list))
        case .library(.readCaptions(let id)):
            let caption = Caption(seconds: input.byte() * 99, text: "Liftoff\u{1B}[2J")
            self = .library(
                input.flag()
                    ? .captions(id, Array(repeating: caption, count: input.byte()))
                    : .captionsFailed(id, Self.failure(&input)))
        case .photo(.inspect(let request)): self = .photo(Self.inspected(request, &input))
        case .archive(.collect(.places, let list)):
            self = .library(.collectedPlaces(Self.places(&input), for: list))
        case .archive(.collect(let source, let list)):
            self = .library(.collected(Self.photos(&input), from: source, for: list))
        case .archive(.list(let named, let list)):
            self = .library(.listed(Self.found(named, &input), for: list))
        case .library(.describe(let id)): self = .library(Self.description(of: id, &input))
        case .library(.readMetadata(let id)):
            let fact = PhotoFact(group: "EXIF", name: "Make", value: "NIKON\u{1B}[2J")
            self = .library(
                input.flag()
                    ? .metadata(id, Array(repeating: fact, count: input.byte()))
                    : .metadataFailed(id, .looking(Self.failure(&input))))
        case .archive(.recall): self = .library(.recalled([Query(text: "moon"), Query(text: "")]))
        case .wake(let timer, _): self = .library(.woke(timer))
        default: return nil
        }
    }

    /// Sides of photos, all positive, because an empty photo does not exist.
    private static let sides = [1, 2, 7, 480, 640, 5000, 65500, 1_000_000]

    private static func size(_ input: inout FuzzInput) -> PixelSize {
        PixelSize(
            width: sides[input.byte() % sides.count], height: sides[input.byte() % sides.count])
    }

    private static func event(
        of photo: PhotoReference, _ input: inout FuzzInput
    ) -> PhotoEvent {
        let source = FuzzedSize(
            size: size(&input),
            status: ImageSourceStatus(damage: input.flag() ? nil : .endsEarly),
            pages: pages(&input))
        switch input.number(in: 0...7) {
        case 0: return .progressed(photo, .fetching(bytes: input.byte(), total: input.byte()))
        case 1: return .failed(photo, .looking(failure(&input)))
        case 6: return .evicted(photo)
        case 7: return .previewFailed(photo, .looking(failure(&input)))
        case 2: return .renderFailed(photo, .decoding(.outOfMemory))
        case 3:
            let claimed = size(&input)
            let opened = OpenedPhoto(
                caption: PhotoCaption(title: "Moon"), source: source,
                size: claimed.width.isMultiple(of: 3) ? nil : claimed, isComplete: false)
            return .opened(photo, opened)
        default:
            return .opened(photo, OpenedPhoto(caption: PhotoCaption(title: "Moon"), source: source))
        }
    }

    private static func failure(_ input: inout FuzzInput) -> CatalogFailure {
        let failures: [CatalogFailure] = [
            .unreadableReply, .webPageInstead, .tooManyResults, .noSuchAlbum("Apollo"),
            .fetching(.rateLimited(retryAfterSeconds: input.byte())),
            .fetching(.noConnection(.library("unplugged\u{9B}31m"))), .fetching(.cancelled),
        ]
        return failures[input.byte() % failures.count]
    }

    private static func page(_ input: inout FuzzInput) -> Page {
        let reply = try? ReplyReader.read(CollectionEntity.self, from: reply(&input))
        return reply.map { Page($0, site: .nasa) }
            ?? Page(photos: [], totalHits: nil, continuation: .end, skipped: 0)
    }

    private static func photos(_ input: inout FuzzInput) -> [Photo] { page(&input).photos }

    private static func description(
        of id: PhotoID, _ input: inout FuzzInput
    ) -> LibraryEvent {
        guard let photo = photos(&input).first else {
            return .descriptionFailed(id, failure(&input))
        }
        return .described(
            id, photo, PhotoAssets(linkedBy: photo), isFavourite: input.flag())
    }

    /// A reply with repeated IDs, titles of any length, and a wrong total.
    private static func reply(_ input: inout FuzzInput) -> [UInt8] {
        let (count, next) = (input.number(in: 0...5), input.flag())
        let items = (0..<count).map { _ in item(&input) }.joined(separator: ",")
        let link = #"{"rel":"next","href":"http://images-api.nasa.gov/search?q=moon&page=2"}"#
        let text = """
            {"collection":{"items":[\(items)],"metadata":{"total_hits":\(input.byte() * 99)},
            "links":[\(next ? link : "")]}}
            """
        return Array(text.utf8)
    }

    private static func item(_ input: inout FuzzInput) -> String {
        let id = "id-\(input.number(in: 0...3))"
        let title = String(repeating: "Möön <b>\\u001b[2J ", count: input.byte() % 32)
        let link = """
            {"href":"https://images-assets.nasa.gov/image/\(id)/\(id)~orig.jpg","rel":"canonical",\
            "render":"image","width":\(input.byte() << 8),"height":\(input.byte() << 8)}
            """
        return """
            {"data":[{"nasa_id":"\(id)","media_type":"image","title":"\(title)",\
            "album":["a","\(title)"],"keywords":["\(title)"],"description":"\(title)"}],\
            "links":[\(link)]}
            """
    }
}

extension FuzzedAnswer {
    /// Names of photos in the form of a command line.
    private static let names = ["/tmp/a.fits", "PIA00342", "apod:2026-10-02", "earth", ""]
    private static let views = ["xywh=0,0,10,10", "xywh=9,9,99999999,9", "5,5,100", "", "?"]

    private static func places(_ input: inout FuzzInput) -> [Bookmark] {
        (0..<input.number(in: 0...9)).map { _ in
            Bookmark(
                photo: names[input.byte() % names.count], view: views[input.byte() % views.count],
                name: input.flag() ? "A\u{1B}]0;name" : "", known: photos(&input).first)
        }
    }

    private static func found(_ named: NamedPhotos, _ input: inout FuzzInput) -> FoundPhotos {
        var found = FoundPhotos()
        found.photos = (0..<input.byte()).map { .file(path: "\($0 / 2).png") }
        if input.flag() { found.unreadable = UnreadableList(.standardInput, .notFound) }
        found.hasOtherFolders = input.flag()
        found.isCut = input.flag()
        return found
    }

    private static func pages(_ input: inout FuzzInput) -> PageSet {
        switch input.number(in: 0...3) {
        case 0: PageSet(count: 1 + input.byte())
        case 1: PageSet(PhotoAnimation(delays: [0, 20, input.byte()], plays: input.byte()))
        default: .one
        }
    }

    private static func inspected(
        _ request: InspectRequest, _ input: inout FuzzInput
    ) -> PhotoEvent {
        let pixel = PixelRect(origin: request.point, size: PixelSize(width: 1, height: 1))
        guard input.flag(), PixelRect(request.size).contains(pixel),
            let seen = try? FuzzedPixels(size: request.size).closeUp(at: request.point)
        else { return .notInspected(request.photo, request.point) }
        return .inspected(request.photo, seen)
    }
}

/// A photo whose pixels are black.
private struct FuzzedPixels: ImageSource {
    let size: PixelSize
    var status: ImageSourceStatus { ImageSourceStatus() }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        RegionPixels(
            photo: size, reduction: reduction, area: area,
            raster: Raster(
                size: area.size,
                pixels: Array(
                    repeating: 0, count: area.size.width * area.size.height * Raster.bytesPerPixel))
        )
    }
}

/// A photo with a size but no pixels: screens request none.
private struct FuzzedSize: ImageSource {
    let size: PixelSize
    let status: ImageSourceStatus
    let pages: PageSet

    func page(_ number: Int) -> any ImageSource { self }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        throw .damaged(.noPixels)
    }
}
