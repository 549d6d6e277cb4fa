internal import Bounds

/// A repository of Flickr, which requires the user's own key.
///
/// For a query without words, a page contains the photos of a day that Flickr considers the most
/// interesting.
struct FlickrRepository: ListedLibrary {
    var client: ServiceClient
    let key: String?

    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo {
        guard !id.name.isEmpty, id.name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .noSuchPhoto(id)
        }
        let name = [("photo_id", id.name)]
        let info = try await reply(FlickrInfoEntity.self, at: address("photos.getInfo", name), id)
        guard info.photo.id == id.name else { throw .unreadableReply }
        let sizes = try await reply(
            FlickrSizesEntity.self, at: address("photos.getSizes", name), id)
        return Photo(info.photo, sizes.files, site: client.site)
    }

    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        let address: PhotoAddress
        if let cursor = request.cursor {
            address = cursor
        } else {
            address = try first(request.query)
        }
        let (list, freshness) = try await reply(FlickrListEntity.self, at: address)
        let photos = list.photos.elements.map { Photo($0, $0.files, site: client.site) }
        return Page(
            photos, try next(after: address, list), freshness: freshness,
            totalHits: request.query.words == nil ? nil : list.total?.value,
            skipped: list.photos.skipped)
    }

    private func first(_ query: Query) throws(CatalogFailure) -> PhotoAddress {
        var day: CalendarDate?
        if case .date(let date) = query.upTo { day = date }
        guard let words = query.words else { return try interesting(of: day, page: 1) }
        let upTo = day.map { [("max_taken_date", "\($0) 23:59:59"), ("sort", "date-taken-desc")] }
        return try address(
            "photos.search",
            [("text", words), ("media", "photos"), ("safe_search", "1")]
                + (upTo ?? [("sort", "relevance")]) + Self.listParameters + [("page", "1")])
    }

    private func interesting(
        of day: CalendarDate?, page: Int
    ) throws(CatalogFailure) -> PhotoAddress {
        try address(
            "interestingness.getList",
            (day.map { [("date", $0.description)] } ?? []) + Self.listParameters
                + [("page", String(page))])
    }

    /// Returns the next page.
    ///
    /// If the query has a day but no words, the last page of a day is followed by the first page of
    /// the preceding day.
    private func next(
        after address: PhotoAddress, _ list: FlickrListEntity
    ) throws(CatalogFailure) -> Page.Continuation {
        let numbers = ReplyLimits.PageNumber.range
        let page = address.parameter("page").flatMap { numbers.number(in: $0) } ?? 1
        if page < min(list.pages.value, Self.lastPage), !list.photos.elements.isEmpty {
            return .next(PageCursor(address: address.setting("page", to: String(page + 1))))
        }
        guard let day = address.parameter("date").flatMap({ CalendarDate($0) }),
            let earlier = day.advanced(byDays: -1), earlier >= Self.firstDay
        else { return .end }
        return .next(PageCursor(address: try interesting(of: earlier, page: 1)))
    }

    private func address(
        _ method: String, _ parameters: [(String, String)]
    ) throws(CatalogFailure) -> PhotoAddress {
        guard let key, !key.isEmpty else { throw .keyMissing(.flickr) }
        let common = [
            ("method", "flickr." + method), ("api_key", key), ("format", "json"),
            ("nojsoncallback", "1"),
        ]
        return client.address(["services", "rest", ""], common + parameters)
    }

    /// Returns a reply, or throws the failure that the reply states.
    ///
    /// Flickr replies to every request with status 200.
    private func reply<Reply: Decodable>(
        _ type: Reply.Type, at address: PhotoAddress, _ id: PhotoID? = nil
    ) async throws(CatalogFailure) -> (Reply, Freshness) {
        let (reply, freshness) = try await client.reply(
            FlickrReply<Reply>.self, at: address, for: .dailyReply)
        switch reply {
        case .success(let content): return (content, freshness)
        case .failure(let code, let message):
            client.fetcher.discard(address)
            throw Self.failure(code.value, message, id)
        }
    }

    private func reply<Reply: Decodable>(
        _ type: Reply.Type, at address: PhotoAddress, _ id: PhotoID
    ) async throws(CatalogFailure) -> Reply {
        try await reply(type, at: address, Optional(id)).0
    }

    private static func failure(_ code: Int, _ message: String?, _ id: PhotoID?) -> CatalogFailure {
        switch (code, id) {
        case (1, let id?), (2, let id?): .noSuchPhoto(id)
        case (100, _): .keyRefused(.flickr)
        case (10, _), (105, _), (106, _): .fetching(.serverFailed(status: 503))
        default: .fetching(.refused(status: 400, reason: message))
        }
    }

    private static let listParameters = [
        ("per_page", "100"),
        (
            "extras",
            "description,license,date_taken,owner_name,tags,url_z,url_b,url_l,url_k,url_o"
        ),
    ]
    /// The highest page number: Flickr lists at most 4,000 photos for a search, and 500 for a
    /// day.
    private static let lastPage = 40
    /// The first day with a list of interesting photos on Flickr.
    private static let firstDay = CalendarDate(year: 2004, month: 7, day: 1)
}

/// The content of a reply, or the reason why there is no content.
private enum FlickrReply<Content: Decodable>: Decodable {
    case success(Content)
    case failure(code: Bounded<ReplyLimits.Code>, message: String?)

    init(from decoder: any Decoder) throws {
        let reply = try decoder.container(keyedBy: Key.self)
        if reply.text(at: .stat) == "fail" {
            self = .failure(
                code: reply.number(at: .code) ?? Bounded(clamping: 0),
                message: reply.text(at: .message))
        } else {
            self = .success(try Content(from: decoder))
        }
    }

    private enum Key: CodingKey { case stat, code, message }
}

private struct FlickrListEntity: Decodable {
    let photos: LenientList<FlickrPhotoEntity>
    let pages: Bounded<ReplyLimits.PageNumber>
    let total: Bounded<ReplyLimits.ResultCount>?

    init(from decoder: any Decoder) throws {
        let list = try decoder.container(keyedBy: Outer.self)
            .nestedContainer(keyedBy: Key.self, forKey: .photos)
        photos = try list.decode(LenientList<FlickrPhotoEntity>.self, forKey: .photo)
        pages = list.total(at: .pages) ?? Bounded(clamping: 1)
        total = list.total(at: .total)
    }

    private enum Outer: CodingKey { case photos }
    private enum Key: CodingKey { case photo, pages, total }
}

private struct FlickrInfoEntity: Decodable { let photo: FlickrPhotoEntity }

private struct FlickrSizesEntity: Decodable {
    let files: [FlickrFile]

    init(from decoder: any Decoder) throws {
        let sizes = try decoder.container(keyedBy: Outer.self)
            .nestedContainer(keyedBy: Key.self, forKey: .sizes)
        files = try sizes.decode(LenientList<FlickrSizeEntity>.self, forKey: .size).elements
            .compactMap(\.file)
    }

    private enum Outer: CodingKey { case sizes }
    private enum Key: CodingKey { case size }
}

/// An element of the list of sizes; its file is `nil` if the program does not use the size.
private struct FlickrSizeEntity: Decodable, Sendable {
    let file: FlickrFile?

    init(from decoder: any Decoder) throws {
        let size = try LenientObject(from: decoder)
        let kind = size["label"].flatMap { FlickrFile.labels[$0] }
        file = kind.flatMap { kind in
            size["source"].map { source in
                FlickrFile(
                    size: kind, address: source,
                    declared: DeclaredSize(
                        width: size.number("width", ReplyLimits.Side.range),
                        height: size.number("height", ReplyLimits.Side.range)))
            }
        }
    }
}

/// The file of a photo at one size.
private struct FlickrFile: Sendable {
    let size: AssetSize
    let address: String
    let declared: DeclaredSize?

    /// The sizes by Flickr's names in the list of sizes.
    static let labels: [String: AssetSize] = [
        "Medium 640": .thumb, "Large": .medium, "Large 2048": .large, "Original": .original,
    ]
    /// The sizes with the suffixes of their fields in lists of photos.
    static let extras: [(suffix: String, size: AssetSize)] = [
        ("z", .thumb), ("l", .medium), ("b", .medium), ("k", .large), ("o", .original),
    ]
}

/// A photo in a list or in the reply of `getInfo`, in which texts are objects.
private struct FlickrPhotoEntity: Decodable, Sendable {
    let id: String
    let title: String?
    let description: String?
    let owner: String?
    let ownerName: String?
    let taken: String?
    let licence: Bounded<ReplyLimits.Code>?
    let tags: [String]
    /// The files of the photo; empty in the reply of `getInfo`.
    let files: [FlickrFile]

    init(from decoder: any Decoder) throws {
        let photo = try LenientObject(from: decoder)
        id = try photo.required("id")
        guard id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an id that is no number"))
        }
        let content = "_content"
        title = photo["title"] ?? photo.members("title")[content]
        description = photo["description"] ?? photo.members("description")[content]
        let person = photo.members("owner")
        owner = photo["owner"] ?? person["nsid"]
        ownerName = photo["ownername"] ?? person["realname"] ?? person["username"]
        taken = photo["datetaken"] ?? photo.members("dates")["taken"]
        licence = photo["license"].flatMap { Bounded($0) }
        tags = photo["tags"]?.split(separator: " ").map { String($0) } ?? []
        files = FlickrFile.extras.compactMap { suffix, size in
            photo["url_" + suffix].map {
                FlickrFile(
                    size: size, address: $0,
                    declared: DeclaredSize(
                        width: photo.number("width_" + suffix, ReplyLimits.Side.range),
                        height: photo.number("height_" + suffix, ReplyLimits.Side.range)))
            }
        }
    }
}

extension Photo {
    fileprivate init(_ entity: FlickrPhotoEntity, _ files: [FlickrFile], site: LibrarySite) {
        var addresses = AddressReader(site: site, service: .flickr)
        // Many owners do not publish the original; in this case, the largest file replaces it.
        let last = files.contains { $0.size == .original } ? nil : files.last?.address
        let links = files.compactMap { file -> PhotoLink? in
            guard let address = addresses.read(file.address) else { return nil }
            let size = file.address == last ? .original : file.size
            let format = AssetFormat(extension: FileName.parts(address.fileName).ending[...])
            return PhotoLink(
                role: size == .original ? .canonical : .alternate, address: address,
                declared: file.declared, kind: AssetKind(size, format))
        }
        let preview = links.first.map {
            PhotoLink(role: .preview, address: $0.address, declared: $0.declared, kind: $0.kind)
        }
        self.init(
            id: PhotoID(.flickr, entity.id), mediaType: .image,
            links: [preview].compactMap(\.self) + links, refusal: addresses.refusal)
        let description = HTMLText(entity.description ?? "")
        texts.title = entity.title.flatMap { HTMLText($0).words }
        texts.description = description.words
        texts.keywords = PhotoTexts.separated(entity.tags)
        credits.photographer = entity.ownerName.flatMap { HTMLText($0).words }
        dateCreated = entity.taken.flatMap { CalendarDate($0) }
        dateAsGiven = entity.taken
        licence = entity.licence.flatMap { FlickrLicences.names[$0.value] }
        references.page = entity.owner.flatMap {
            Service.flickr.page(
                "https://www.flickr.com/photos/\(PercentEncoding.name($0))/\(entity.id)")
        }
        references.links = description.links
    }
}

/// The licences by the number that `flickr.photos.licenses.getInfo` assigns to each.
private enum FlickrLicences {
    static let names: [Int: Licence] = [
        0: Licence(name: "All rights reserved"),
        1: creative("CC BY-NC-SA 2.0", "by-nc-sa/2.0"),
        2: creative("CC BY-NC 2.0", "by-nc/2.0"),
        3: creative("CC BY-NC-ND 2.0", "by-nc-nd/2.0"),
        4: creative("CC BY 2.0", "by/2.0"),
        5: creative("CC BY-SA 2.0", "by-sa/2.0"),
        6: creative("CC BY-ND 2.0", "by-nd/2.0"),
        7: Licence(
            name: "No known copyright restrictions",
            page: WebAddress("https://www.flickr.com/commons/usage/")),
        8: Licence(
            name: "United States Government Work",
            page: WebAddress("https://www.usa.gov/government-copyright")),
        9: Licence(
            name: "CC0 1.0", page: WebAddress("https://creativecommons.org/publicdomain/zero/1.0/")),
        10: Licence(
            name: "Public Domain Mark 1.0",
            page: WebAddress("https://creativecommons.org/publicdomain/mark/1.0/")),
    ]

    private static func creative(_ name: String, _ path: String) -> Licence {
        Licence(name: name, page: WebAddress("https://creativecommons.org/licenses/\(path)/"))
    }
}
