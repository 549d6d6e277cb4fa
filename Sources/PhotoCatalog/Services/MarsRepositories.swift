internal import Bounds

/// A repository of the rover Perseverance's raw pictures.
struct PerseveranceRepository: ListedLibrary {
    var client: ServiceClient

    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo {
        // The feed does not support queries by ID, but an ID contains the sol:
        // `ZL6_1484_0798697293_…`.
        let parts = id.name.split(separator: "_")
        guard parts.count > 1, let sol = ReplyLimits.Sol.range.number(in: parts[1]) else {
            throw .noSuchPhoto(id)
        }
        for number in 0..<Self.pagesOfASol {
            let page = try await feed(address(number, sol: sol))
            if let photo = page.photos.first(where: { $0.id == id }) { return photo }
            if page.count == 0 { break }
        }
        throw .noSuchPhoto(id)
    }

    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        try await SolPages(first: { address(0, sol: $0) }, feed: feed).page(request)
    }

    private func feed(_ address: PhotoAddress) async throws(CatalogFailure) -> SolFeed {
        let (reply, freshness) = try await client.reply(
            PerseveranceEntity.self, at: address, for: .dailyReply)
        let next = self.address(SolFeed.page(of: address) + 1, sol: SolFeed.sol(of: address))
        return SolFeed(
            reply.images.elements.map(\.picture), skipped: reply.images.skipped,
            freshness: freshness, next: next, .mars2020, client.site)
    }

    private func address(_ page: Int, sol: Int?) -> PhotoAddress {
        client.address(
            ["rss", "api", ""],
            [
                ("feed", "raw_images"), ("category", "mars2020"), ("feedtype", "json"),
                ("ver", "1.2"), ("num", "100"), ("page", String(page)), ("order", "sol desc"),
            ] + (sol.map { [("sol", String($0))] } ?? []))
    }

    /// The maximum number of pages to read for one sol; the largest sol so far has 2,000 pictures.
    private static let pagesOfASol = 40
}

/// A repository of the rover Curiosity's raw pictures.
struct CuriosityRepository: ListedLibrary {
    var client: ServiceClient

    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo {
        guard let number = ReplyLimits.PhotoNumber.range.number(in: id.name) else {
            throw .noSuchPhoto(id)
        }
        let page = try await feed(address(0, ["\(number):id:eq"]))
        guard let photo = page.photos.first(where: { $0.id == id }) else { throw .noSuchPhoto(id) }
        return photo
    }

    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        try await SolPages(first: { address(0, sol: $0) }, feed: feed).page(request)
    }

    private func feed(_ address: PhotoAddress) async throws(CatalogFailure) -> SolFeed {
        let (reply, freshness) = try await client.reply(
            CuriosityEntity.self, at: address, for: .dailyReply)
        let next = self.address(SolFeed.page(of: address) + 1, sol: SolFeed.sol(of: address))
        return SolFeed(
            reply.items.elements.map(\.picture), skipped: reply.items.skipped,
            freshness: freshness, next: next, .msl, client.site)
    }

    private func address(_ page: Int, sol: Int?) -> PhotoAddress {
        address(page, sol.map { ["\($0):sol:eq"] } ?? [])
    }

    private func address(_ page: Int, _ conditions: [String]) -> PhotoAddress {
        let numbered = (["msl:mission"] + conditions).enumerated().map { index, condition in
            ("condition_\(index + 1)", condition)
        }
        return client.address(
            ["api", "v1", "raw_image_items", ""],
            [("order", "sol desc"), ("per_page", "100"), ("page", String(page))] + numbered)
    }
}

/// A page of a rover's feed.
private struct SolFeed {
    /// The photos, without thumbnails and without sections of pictures.
    let photos: [Photo]
    /// The number of records in the reply; 0 after the last page.
    let count: Int
    let skipped: Int
    let freshness: Freshness
    let next: PhotoAddress

    init(
        _ pictures: [RawPicture], skipped: Int, freshness: Freshness, next: PhotoAddress,
        _ service: Service, _ site: LibrarySite
    ) {
        photos = pictures.filter(\.isWhole).map { Photo($0, of: service, site: site) }
        count = pictures.count + skipped
        self.skipped = skipped
        self.freshness = freshness
        self.next = next
    }

    static func page(of address: PhotoAddress) -> Int {
        address.parameter("page").flatMap { (0...lastPage).clamped(in: $0) } ?? 0
    }

    /// Returns the sol in the address of a request: `sol=1520`, or `condition_2=4100:sol:eq`.
    static func sol(of address: PhotoAddress) -> Int? {
        let sols = ReplyLimits.Sol.range
        if let sol = address.parameter("sol") { return sols.number(in: sol) }
        let condition = address.parameter("condition_2")?.split(separator: ":") ?? []
        return condition.count == 3 && condition[1] == "sol"
            ? sols.number(in: condition[0]) : nil
    }

    /// The highest page number; all pictures of a rover fill 14,000 pages so far.
    static let lastPage = 99_999
}

/// The pages of a rover's pictures: the newest, or those of one sol and then of the preceding sols.
///
/// A request for a day names one sol, which both feeds document; ranges of sols are undocumented.
private struct SolPages {
    let first: (Int?) -> PhotoAddress
    let feed: (PhotoAddress) async throws(CatalogFailure) -> SolFeed

    /// The maximum number of consecutive sols without a picture; during a conjunction of Mars and
    /// the Sun, there are no pictures for three weeks.
    private static let silentSols = 30

    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page {
        var address = request.cursor ?? first(Self.sol(request.query))
        for _ in 0...Self.silentSols {
            let page = try await feed(address)
            if page.count > 0 {
                return Page(
                    page.photos.filter { request.query.matches($0) },
                    .next(PageCursor(address: page.next)), freshness: page.freshness,
                    skipped: page.skipped)
            }
            guard let sol = SolFeed.sol(of: address), sol > 0 else { break }
            address = first(sol - 1)
        }
        return Page([], .end)
    }

    private static func sol(_ query: Query) -> Int? {
        if case .sol(let sol) = query.upTo { sol } else { nil }
    }
}
