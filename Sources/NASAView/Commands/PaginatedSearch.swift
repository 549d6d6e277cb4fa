internal import PhotoCatalog

/// Goes through the pages of a search until there are enough results.
struct PaginatedSearch {
    private(set) var photos: [Photo] = []
    private(set) var total: Int?
    /// Whether NASA has more and does not give it.
    private(set) var isCutShort = false
    /// How old the oldest page is that was kept from earlier.
    private(set) var staleSeconds: Int?
    private var known: Set<PhotoID> = []

    /// Adds pages until `limit` results are there or none are left.
    mutating func walk(
        _ query: Query, in repository: any PhotoRepository, limit: Int
    ) async throws(CatalogFailure) {
        var query = query
        query.pageSize = min(Self.pageSize, limit)
        var next: PageRequest? = .first(.search(query))
        while photos.count < limit, let request = next {
            let page = try await repository.page(request)
            let isNew = take(page, limit)
            next = isNew ? follower(of: page, request.listing) : nil
        }
    }

    /// What NASA gives when it is not asked for another size; more is refused by some accounts.
    private static let pageSize = 100

    /// - Returns: whether the page brought anything: a server may link pages in a circle.
    private mutating func take(_ page: Page, _ limit: Int) -> Bool {
        let news = page.photos.filter { known.insert($0.id).inserted }
        photos += news.prefix(limit - photos.count)
        total = page.totalHits ?? total
        if case .stale(_, let age) = page.freshness { staleSeconds = max(staleSeconds ?? 0, age) }
        return !news.isEmpty
    }

    private mutating func follower(of page: Page, _ listing: Listing) -> PageRequest? {
        switch page.continuation {
        case .next(let cursor): return .next(cursor, of: listing)
        case .end: return nil
        case .limit:
            isCutShort = true
            return nil
        }
    }
}
