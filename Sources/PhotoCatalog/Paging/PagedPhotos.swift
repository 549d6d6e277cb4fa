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
    package private(set) var totalHits: Int?
    package private(set) var state: State
    private var known: Set<PhotoID> = []
    private var pagesWithoutNews = 0

    package init(_ listing: Listing) {
        state = .ready(.first(listing))
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
        let news = page.photos.filter { known.insert($0.id).inserted }
        photos += news
        totalHits = page.totalHits ?? totalHits
        pagesWithoutNews = news.isEmpty ? pagesWithoutNews + 1 : 0
        state = next(page.continuation, of: request.listing)
    }

    package mutating func receive(_ failure: CatalogFailure, for request: PageRequest) {
        guard state == .loading(request) else { return }
        state = failure == .tooManyResults ? .limited : .failed(request, failure)
    }

    /// A server that links pages in a circle, or sends empty ones for ever, is not followed.
    private static let pagesWithoutNewsLimit = 3

    private func next(_ continuation: Page.Continuation, of listing: Listing) -> State {
        switch continuation {
        case .next(let cursor) where pagesWithoutNews < Self.pagesWithoutNewsLimit:
            photos.count < Page.resultLimit ? .ready(.next(cursor, of: listing)) : .limited
        case .limit: .limited
        case .next, .end: .complete
        }
    }
}
