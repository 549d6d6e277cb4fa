internal import Bounds

/// A repository of Wikimedia Commons, which uses MediaWiki's API.
struct CommonsRepository: ListedLibrary {
    var client: ServiceClient

    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo {
        let address = client.address(Self.path, Self.parameters + [("titles", id.name)])
        let reply = try await client.read(CommonsEntity.self, at: address)
        let found = reply.pages.elements.first { $0.title == id.name }
        guard let found else { throw .noSuchPhoto(id) }
        return Photo(found, site: client.site)
    }

    /// Returns a page of the best matches or, for a query without words, of the featured pictures
    /// of Commons.
    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        let address = request.cursor ?? page(of: request.query, from: 0)
        let (reply, freshness) = try await client.reply(CommonsEntity.self, at: address)
        let photos = reply.pages.elements.sorted { $0.rank < $1.rank }
            .map { Photo($0, site: client.site) }
        return Page(
            photos, next(reply.nextOffset, after: address, request.query), freshness: freshness,
            skipped: reply.pages.skipped)
    }

    private func page(of query: Query, from offset: Int) -> PhotoAddress {
        let words = query.words.map { $0 + " filetype:bitmap" } ?? Self.featured
        return client.address(
            Self.path,
            Self.parameters + [
                ("generator", "search"), ("gsrnamespace", "6"), ("gsrlimit", "50"),
                ("gsroffset", String(offset)), ("gsrsearch", words),
            ])
    }

    /// Returns the next page.
    ///
    /// The list ends if the offset does not grow, because the pages would repeat.
    private func next(
        _ offset: Bounded<ReplyLimits.PageNumber>?, after address: PhotoAddress, _ query: Query
    ) -> Page.Continuation {
        let numbers = ReplyLimits.PageNumber.range
        let present = address.parameter("gsroffset").flatMap { numbers.number(in: $0) } ?? 0
        guard let offset = offset?.value, offset > present else { return .end }
        guard offset < Page.resultLimit else { return .limit }  // MediaWiki's own limit, too.
        return .next(PageCursor(address: page(of: query, from: offset)))
    }

    private static let path = ["w", "api.php"]
    private static let featured =
        #"incategory:"Featured pictures on Wikimedia Commons" filetype:bitmap"#
    private static let parameters = [
        ("action", "query"), ("format", "json"), ("formatversion", "2"), ("prop", "imageinfo"),
        ("iiprop", "url|size|mime|timestamp|extmetadata"), ("iiurlwidth", "500"),
        (
            "iiextmetadatafilter",
            "ObjectName|ImageDescription|DateTimeOriginal|Artist|LicenseShortName|LicenseUrl"
        ), ("iiextmetadatalanguage", "en"),
    ]
}

/// A reply with `formatversion=2`: pages in no particular order, each with its rank.
private struct CommonsEntity: Decodable, Sendable {
    let pages: LenientList<CommonsPageEntity>
    let nextOffset: Bounded<ReplyLimits.PageNumber>?

    init(from decoder: any Decoder) throws {
        let reply = try decoder.container(keyedBy: Key.self)
        let more = try? reply.nestedContainer(keyedBy: Key.self, forKey: .more)
        nextOffset = more?.total(at: .gsroffset)
        // A reply without matches has no `query`.
        guard reply.contains(.query) else {
            guard reply.contains(.batchcomplete) else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "no result"))
            }
            pages = LenientList([])
            return
        }
        pages = try reply.nestedContainer(keyedBy: Key.self, forKey: .query)
            .decode(LenientList<CommonsPageEntity>.self, forKey: .pages)
    }

    private enum Key: String, CodingKey {
        case query, pages, batchcomplete, gsroffset
        case more = "continue"
    }
}

/// A page about a file; reading fails for a page without a file.
private struct CommonsPageEntity: Decodable, Sendable {
    let title: String
    /// The page's rank in the results; a page without a rank is last.
    let rank: Bounded<ReplyLimits.PageNumber>
    let file: CommonsFileEntity

    init(from decoder: any Decoder) throws {
        let page = try decoder.container(keyedBy: Key.self)
        title = try page.decode(String.self, forKey: .title)
        rank = page.number(at: .index) ?? Bounded(clamping: Int.max)
        guard title.hasPrefix("File:"),
            let file = page.lenient(LenientList<CommonsFileEntity>.self, at: .imageinfo)?
                .elements.first
        else {
            throw DecodingError.dataCorruptedError(
                forKey: .imageinfo, in: page, debugDescription: "no file")
        }
        self.file = file
    }

    private enum Key: CodingKey { case title, index, imageinfo }
}

private struct CommonsFileEntity: Decodable, Sendable {
    let address: String
    let page: String?
    let mime: String?
    let size: DeclaredSize?
    let time: String?
    let thumb: String?
    /// The address of a copy with twice the thumb's width and height.
    let double: String?
    let metadata: [String: String]

    init(from decoder: any Decoder) throws {
        let file = try decoder.container(keyedBy: Key.self)
        address = try file.decode(String.self, forKey: .url)
        page = file.text(at: .descriptionurl)
        mime = file.text(at: .mime)
        size = DeclaredSize(
            width: file.number(at: .width, ReplyLimits.Side.self)?.value,
            height: file.number(at: .height, ReplyLimits.Side.self)?.value,
            bytes: file.number(at: .size, ReplyLimits.ByteCount.self)?.value)
        time = file.text(at: .timestamp)
        thumb = file.text(at: .thumburl)
        double = file.lenient([String: String].self, at: .responsiveUrls)?["2"]
        let fields = file.lenient([String: Field].self, at: .extmetadata) ?? [:]
        metadata = fields.compactMapValues(\.value)
    }

    private enum Key: CodingKey {
        case url, descriptionurl, mime, width, height, size, timestamp, thumburl, responsiveUrls
        case extmetadata
    }

    private struct Field: Decodable {
        let value: String?

        init(from decoder: any Decoder) throws {
            value = try decoder.container(keyedBy: Key.self).text(at: .value)
        }

        private enum Key: CodingKey { case value }
    }
}

extension Photo {
    fileprivate init(_ page: CommonsPageEntity, site: LibrarySite) {
        let file = page.file
        var addresses = AddressReader(site: site, service: .commons)
        let copies: [(PhotoLink.Role, AssetSize, String?)] = [
            (.preview, .thumb, file.thumb), (.alternate, .medium, file.double),
            (.canonical, .original, file.address),
        ]
        let links = copies.compactMap { role, size, text -> PhotoLink? in
            guard let text, let address = addresses.read(text) else { return nil }
            let format =
                size == .original
                ? AssetFormat(mime: file.mime)
                : AssetFormat(extension: FileName.parts(address.fileName).ending[...])
            return PhotoLink(
                role: role, address: address, declared: size == .original ? file.size : nil,
                kind: AssetKind(size, format))
        }
        self.init(
            id: PhotoID(.commons, page.title), mediaType: .image, links: links,
            refusal: addresses.refusal)
        let text = { (name: String) in file.metadata[name].flatMap { HTMLText($0).words } }
        let description = HTMLText(
            file.metadata["ImageDescription"] ?? "", of: Self.commons)
        texts.title = text("ObjectName") ?? FileName.parts(String(page.title.dropFirst(5))).stem
        texts.description = description.words
        credits.photographer = text("Artist")
        dateAsGiven = text("DateTimeOriginal") ?? file.time
        dateCreated = dateAsGiven.flatMap { CalendarDate($0) }
        licence = text("LicenseShortName").map {
            Licence(name: $0, page: file.metadata["LicenseUrl"].flatMap { WebAddress($0) })
        }
        references.page = Service.commons.page(file.page)
        references.links = description.links
    }

    private static let commons = WebAddress("https://commons.wikimedia.org/wiki/")
}

extension AssetFormat {
    /// Creates the format of a media type such as `image/jpeg`.
    init(mime: String?) {
        let name = mime?.split(separator: "/").last ?? ""
        self.init(extension: name == "tiff" ? "tif" : name)
    }
}
