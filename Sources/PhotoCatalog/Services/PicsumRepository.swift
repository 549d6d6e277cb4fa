internal import Bounds

/// A repository of Lorem Picsum, which offers a thousand free photos in a fixed order and in any
/// size.
struct PicsumRepository: ListedLibrary {
    var client: ServiceClient

    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo {
        guard let number = ReplyLimits.PhotoNumber.range.number(in: id.name),
            String(number) == id.name
        else {
            throw .noSuchPhoto(id)
        }
        let entity: PicsumEntity
        do {
            entity = try await client.read(
                PicsumEntity.self, at: client.address(["id", id.name, "info"]), for: .settledReply)
        } catch .fetching(.notFound) {
            throw .noSuchPhoto(id)
        }
        guard entity.number.value == number else { throw .unreadableReply }
        return photo(entity)
    }

    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        let address = request.cursor ?? page(1)
        let (list, freshness) = try await client.reply(
            LenientList<PicsumEntity>.self, at: address)
        let number =
            address.parameter("page")
            .flatMap { ReplyLimits.PageNumber.range.number(in: $0) } ?? 1
        let isFull = list.elements.count + list.skipped >= Self.pageSize && number < Self.lastPage
        return Page(
            list.elements.map(photo),
            isFull ? .next(PageCursor(address: page(number + 1))) : .end, freshness: freshness,
            skipped: list.skipped)
    }

    private func page(_ number: Int) -> PhotoAddress {
        client.address(
            ["v2", "list"], [("page", String(number)), ("limit", String(Self.pageSize))])
    }

    private func photo(_ entity: PicsumEntity) -> Photo {
        let name = String(entity.number.value)
        let link = { (size: AssetSize, shape: DeclaredSize) in
            PhotoLink(
                role: size == .thumb ? .preview : size == .original ? .canonical : .alternate,
                address: client.address(["id", name, "\(shape.width)", "\(shape.height).jpg"]),
                declared: shape, kind: AssetKind(size, .jpeg))
        }
        let smaller = [AssetSize.thumb, .medium, .large].compactMap { size in
            size.usualLongerSide.flatMap { entity.size.reduced(to: $0) }.map { link(size, $0) }
        }
        var photo = Photo(
            id: PhotoID(.picsum, name), mediaType: .image,
            links: smaller + [link(.original, entity.size)], refusal: nil)
        photo.texts.title = entity.author.map { "\($0) #\(name)" } ?? "#\(name)"
        photo.credits.photographer = entity.author
        photo.licence = Licence(
            name: "Unsplash", page: WebAddress("https://unsplash.com/license"))
        photo.references.page = Service.picsum.page(entity.page)
        return photo
    }

    /// The maximum number of photos in one reply of the service.
    private static let pageSize = 100
    /// The maximum number of pages; the service has eleven pages.
    private static let lastPage = 1000
}

/// A photo in the list; the number and the size are required, because every address contains them.
private struct PicsumEntity: Decodable, Sendable {
    let number: Bounded<ReplyLimits.PhotoNumber>
    let size: DeclaredSize
    let author: String?
    let page: String?

    init(from decoder: any Decoder) throws {
        let photo = try decoder.container(keyedBy: Key.self)
        let size = DeclaredSize(
            width: photo.number(at: .width, ReplyLimits.Side.self)?.value,
            height: photo.number(at: .height, ReplyLimits.Side.self)?.value)
        guard let number = photo.number(at: .id, ReplyLimits.PhotoNumber.self), let size else {
            throw DecodingError.dataCorruptedError(
                forKey: .id, in: photo, debugDescription: "no number or size")
        }
        self.number = number
        self.size = size
        author = photo.text(at: .author)
        page = photo.text(at: .url)
    }

    private enum Key: CodingKey { case id, width, height, author, url }
}
