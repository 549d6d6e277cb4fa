internal import Bounds

/// A request for the first or the next page of a listing.
package enum PageRequest: Hashable, Sendable {
    case first(Listing)
    case next(PageCursor, of: Listing)

    package var listing: Listing {
        switch self {
        case .first(let listing), .next(_, let listing): listing
        }
    }

    func address(in site: LibrarySite) -> PhotoAddress {
        switch self {
        case .first(let listing): listing.address(in: site)
        case .next(let cursor, _): cursor.address
        }
    }
}

/// A list of photos that is loaded page by page.
package enum Listing: Hashable, Sendable {
    case search(Query)
    /// An album, identified by its name; the newest photos are first, in pages of 100.
    case album(String)
    /// A list of NASA's own web site, which is undocumented and may fail or disappear.
    case recent, popular

    /// The service of the listing.
    package var service: Service {
        if case .search(let query) = self { query.source } else { .nasa }
    }

    /// Returns true if the listing shows items of this type.
    ///
    /// Albums and the lists of NASA's site contain videos, which are excluded. The picture of the
    /// day may be a still of a video, which is included.
    func lists(_ type: MediaType) -> Bool {
        guard case .search(let query) = self, let name = type.name else {
            return type.mayBeAPhoto
        }
        guard query.source == .nasa else { return type.isKnown }
        return query.mediaTypes.isEmpty ? type.isKnown : query.mediaTypes.contains(name)
    }

    func address(in site: LibrarySite) -> PhotoAddress {
        switch self {
        case .search(let query): site.api(["search"], query.parameters)
        case .album(let name): site.api(["album", name])
        case .recent: site.asset(["recent.json"])
        case .popular: site.asset(["popular.json"])
        }
    }
}

/// One page of a listing.
package struct Page: Hashable, Sendable {
    package enum Continuation: Hashable, Sendable {
        case next(PageCursor)
        case end
        /// More photos match, but NASA lists only the first 10,000.
        case limit
    }

    package let photos: [Photo]
    /// The number of results that the server reports for the complete listing; `nil` if not
    /// reported.
    ///
    /// The server's number may be wrong.
    package let totalHits: Int?
    package let continuation: Continuation
    /// The number of unreadable items in the reply.
    package let skipped: Int
    package private(set) var freshness = Freshness.current
    /// The number of results that the search did not read; some of them may be newer than the
    /// page's photos.
    package private(set) var unread = 0

    /// The maximum number of results that NASA lists for one query, regardless of `totalHits`.
    package static let resultLimit = 10_000
}

extension Page {
    /// Creates a page of any library.
    init(
        _ photos: [Photo], _ continuation: Continuation, freshness: Freshness = .current,
        totalHits: Int? = nil, skipped: Int = 0, unread: Int = 0
    ) {
        self.photos = photos
        self.totalHits = totalHits
        self.continuation = continuation
        self.skipped = skipped
        self.freshness = freshness
        self.unread = unread
    }

    init(_ collection: CollectionEntity, _ freshness: Freshness = .current, site: LibrarySite) {
        self.freshness = freshness
        let given = collection.items.elements.map { Photo($0, site: site) }
        // The program would request an item whose ID names another service from that service.
        photos = given.filter { $0.id.service == .nasa }
        totalHits = collection.totalHits?.value
        skipped = collection.items.skipped + given.count - photos.count
        continuation = Self.continuation(collection.links, site: site)
    }

    private static func continuation(_ links: [LinkEntity], site: LibrarySite) -> Continuation {
        guard let next = links.first(where: { $0.relation == "next" }) else { return .end }
        do {
            let cursor = PageCursor(address: try site.address(next.href))
            return cursor.isPastTheLimit ? .limit : .next(cursor)
        } catch {
            return .end  // An address elsewhere is no page of this library.
        }
    }
}

/// A reference to the next page: its address.
package struct PageCursor: Hashable, Sendable {
    let address: PhotoAddress

    /// True if NASA refuses this page.
    ///
    /// NASA lists only the first 10,000 results, but its links continue beyond that limit.
    var isPastTheLimit: Bool {
        number("page", or: 1) * number("page_size", or: 100) > Page.resultLimit
    }

    private func number(_ name: String, or standard: Int) -> Int {
        let numbers = ReplyLimits.PageNumber.range
        return address.parameter(name).flatMap { numbers.clamped(in: $0) } ?? standard
    }
}
