import Fuzzing
import Imaging
import PhotoPipeline
import Screens
import TerminalProtocols

@testable import PhotoCatalog

/// What the world might answer to something a screen asked for.
enum FuzzedAnswer {
    case photo(PhotoEvent)
    case library(LibraryEvent)

    /// Nil where there is nothing to answer.
    init?(to effect: Effect, _ input: inout FuzzInput) {
        switch effect {
        case .photo(.open(let photo, _)), .photo(.reopen(let photo, _)):
            self = .photo(Self.event(of: photo, &input))
        case .library(.load(let request, let list)), .library(.reload(let request, let list)):
            self = .library(
                input.flag()
                    ? .page(Self.page(&input), for: request, of: list)
                    : .pageFailed(Self.failure(&input), for: request, of: list))
        case .archive(.collect(let source, let list)):
            self = .library(.collected(Self.photos(&input), from: source, for: list))
        case .library(.describe(let id)): self = .library(Self.description(of: id, &input))
        case .library(.readMetadata(let id)):
            let fact = PhotoFact(group: "EXIF", name: "Make", value: "NIKON\u{1B}[2J")
            self = .library(
                input.flag()
                    ? .metadata(id, Array(repeating: fact, count: input.byte()))
                    : .metadataFailed(id, .looking(Self.failure(&input))))
        case .archive(.recall): self = .library(.recalled([Query(text: "moon"), Query(text: "")]))
        case .wake(let alarm, _): self = .library(.woke(alarm))
        default: return nil
        }
    }

    /// Sides of photos: none is empty, or there would be no photo.
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
            status: ImageSourceStatus(damage: input.flag() ? nil : Damage(reason: "?")))
        switch input.number(in: 0...6) {
        case 0: return .progressed(photo, .fetching(bytes: input.byte(), total: input.byte()))
        case 1: return .failed(photo, .looking(failure(&input)))
        case 6: return .letGo(photo)
        case 2: return .undrawable(photo, .decoding(.outOfMemory))
        case 3:
            let opened = OpenedPhoto(
                caption: PhotoCaption(title: "Moon"), source: source, size: size(&input),
                isComplete: false)
            return .opened(photo, opened)
        default:
            return .opened(photo, OpenedPhoto(caption: PhotoCaption(title: "Moon"), source: source))
        }
    }

    private static func failure(_ input: inout FuzzInput) -> CatalogFailure {
        let failures: [CatalogFailure] = [
            .unreadableReply, .webPageInstead, .tooManyResults, .noSuchAlbum("Apollo"),
            .fetching(.rateLimited(retryAfterSeconds: input.byte())),
            .fetching(.noConnection(reason: "unplugged\u{9B}31m")), .fetching(.cancelled),
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

    /// Ids that repeat, titles of any length, a total that lies.
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

/// A photo that has a size and no pixels: screens ask for none.
private struct FuzzedSize: ImageSource {
    let size: PixelSize
    let status: ImageSourceStatus

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        throw .damaged(reason: "a screen asked for pixels")
    }
}
