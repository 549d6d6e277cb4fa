/// The loaded photos of a listing, and the next page to request.
///
/// `nextRequest` returns the page to fetch, and `append` adds the page if it is still expected.
package struct PagedPhotos: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case ready(PageRequest)
        case loading(PageRequest)
        /// The last request failed; the next request is for the same page.
        case failed(PageRequest, CatalogFailure)
        /// All photos are loaded.
        case complete
        /// More photos match, but NASA lists only the first 10,000.
        case limited
    }

    package private(set) var photos: [Photo] = []
    package private(set) var state: State
    /// The freshness of the last page.
    package private(set) var freshness = Freshness.current
    /// The number of unread results of the loaded pages; if positive, newer photos may be missing.
    package private(set) var unread = 0
    private var reported: Int?
    private var known: Set<PhotoID> = []
    private var emptyPages = 0
    /// The listings that follow the current one.
    private var rest: [Listing] = []

    /// The number of photos that the server reports; `nil` if unknown or while other listings
    /// follow.
    package var totalHits: Int? { rest.isEmpty ? reported : nil }

    /// Creates a list that joins several listings and contains each photo once.
    ///
    /// If the first page of a listing fails, the listing is skipped unless it is the last one.
    ///
    /// - Precondition: there is at least one listing.
    package init(joining listings: [Listing]) {
        state = .ready(.first(listings[0]))
        rest = Array(listings.dropFirst())
    }

    /// Creates a list that is already complete.
    package init(complete photos: [Photo]) {
        self.photos = photos
        reported = photos.count
        state = .complete
    }

    /// Returns the page to request; `nil` if a page is loading or the list has ended.
    package mutating func nextRequest() -> PageRequest? {
        switch state {
        case .ready(let request), .failed(let request, _):
            state = .loading(request)
            return request
        case .loading, .complete, .limited:
            return nil
        }
    }

    package mutating func append(_ page: Page, for request: PageRequest) {
        guard state == .loading(request) else { return }
        let new = page.photos.filter {
            request.listing.lists($0.mediaType) && known.insert($0.id).inserted
        }
        photos += new
        freshness = page.freshness
        unread += page.unread
        reported = page.totalHits ?? reported
        emptyPages = new.isEmpty ? emptyPages + 1 : 0
        state = next(page.continuation, of: request.listing)
    }

    package mutating func fail(_ failure: CatalogFailure, for request: PageRequest) {
        guard state == .loading(request) else { return }
        if case .first = request, !rest.isEmpty {
            return state = .ready(.first(rest.removeFirst()))
        }
        state = failure == .tooManyResults ? .limited : .failed(request, failure)
    }

    /// The maximum number of consecutive pages without new photos, because a server may link pages
    /// in a circle or send empty pages forever.
    private static let emptyPagesLimit = 3

    private mutating func next(_ continuation: Page.Continuation, of listing: Listing) -> State {
        switch continuation {
        case .next(let cursor) where emptyPages < Self.emptyPagesLimit:
            photos.count < Page.resultLimit ? .ready(.next(cursor, of: listing)) : .limited
        case .limit: .limited
        case .next, .end: rest.isEmpty ? .complete : .ready(.first(rest.removeFirst()))
        }
    }
}
