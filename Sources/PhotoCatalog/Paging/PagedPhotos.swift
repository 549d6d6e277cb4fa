/// The photos of a listing as far as they were loaded, and what may be asked next.
///
/// A value: `wish` says which page to ask for, `receive` takes it in. Pages that were asked for
/// before the listing changed are not taken.
package struct PagedPhotos: Hashable, Sendable {
    package enum State: Hashable, Sendable {
        case ready(PageRequest)
        case loading(PageRequest)
        /// The same page is asked for again by the next wish.
        case failed(PageRequest, CatalogFailure)
        /// All photos are here.
        case complete
        /// More photos exist, but NASA gives only the first 10,000.
        case limited
    }

    package private(set) var photos: [Photo] = []
    package private(set) var state: State
    /// Of the page that came last.
    package private(set) var freshness = Freshness.current
    private var reported: Int?
    private var known: Set<PhotoID> = []
    private var pagesWithoutNews = 0
    /// What follows when the present listing has ended.
    private var rest: [Listing] = []

    package init(_ listing: Listing) {
        state = .ready(.first(listing))
    }

    /// How many there are, as the server says of the last listing: of several it says nothing.
    package var totalHits: Int? { rest.isEmpty ? reported : nil }

    /// Several listings as one, each photo once; one that fails to begin is passed over, but the
    /// last.
    ///
    /// - Precondition: there is at least one.
    package init(joining listings: [Listing]) {
        state = .ready(.first(listings[0]))
        rest = Array(listings.dropFirst())
    }

    /// Photos that are all at hand.
    package init(complete photos: [Photo]) {
        self.photos = photos
        reported = photos.count
        state = .complete
    }

    /// The page to ask for now, or nil where one is under way or none is left.
    package mutating func wish() -> PageRequest? {
        switch state {
        case .ready(let request), .failed(let request, _):
            state = .loading(request)
            return request
        case .loading, .complete, .limited:
            return nil
        }
    }

    package mutating func receive(_ page: Page, for request: PageRequest) {
        guard state == .loading(request) else { return }
        // Albums and the lists of NASA's site hold videos too.
        let news = page.photos.filter { $0.mediaType.mayBeAPhoto && known.insert($0.id).inserted }
        photos += news
        freshness = page.freshness
        reported = page.totalHits ?? reported
        pagesWithoutNews = news.isEmpty ? pagesWithoutNews + 1 : 0
        state = next(page.continuation, of: request.listing)
    }

    package mutating func receive(_ failure: CatalogFailure, for request: PageRequest) {
        guard state == .loading(request) else { return }
        if case .first = request, !rest.isEmpty {
            return state = .ready(.first(rest.removeFirst()))
        }
        state = failure == .tooManyResults ? .limited : .failed(request, failure)
    }

    /// A server that links pages in a circle, or sends empty ones for ever, is not followed.
    private static let pagesWithoutNewsLimit = 3

    private mutating func next(_ continuation: Page.Continuation, of listing: Listing) -> State {
        switch continuation {
        case .next(let cursor) where pagesWithoutNews < Self.pagesWithoutNewsLimit:
            photos.count < Page.resultLimit ? .ready(.next(cursor, of: listing)) : .limited
        case .limit: .limited
        case .next, .end: rest.isEmpty ? .complete : .ready(.first(rest.removeFirst()))
        }
    }
}
