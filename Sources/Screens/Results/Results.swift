package import PhotoCatalog
internal import PhotoPipeline

/// A list of photos as far as it has come, and what may be asked of it.
package struct Results: Sendable {
    /// The next page is asked for this many photos before the end: two screens of the largest list.
    private static let lookAhead = 60

    package let id: ResultsID
    /// What it shows.
    package private(set) var source: ResultsSource
    /// What it was asked to show; another thing may stand in for it without a network.
    let wanted: ResultsSource
    private var paged: PagedPhotos
    private var isCollecting: Bool
    /// How long it is until the page that is loading is asked for again, where the server wished so.
    private(set) var delaySeconds: Int?

    package init(_ source: ResultsSource, id: ResultsID) {
        self.id = id
        self.source = source
        wanted = source
        if case .named(let photos) = source {
            isCollecting = false
            paged = PagedPhotos(complete: photos.map { Self.standIn(for: $0) })
        } else {
            isCollecting = source.listings.isEmpty
            paged =
                isCollecting ? PagedPhotos(complete: []) : PagedPhotos(joining: source.listings)
        }
    }

    /// What a list shows of a photo that was named: the file's name without its folder, all of an
    /// address, an id; standard input has neither a title nor an id.
    private static func standIn(for photo: PhotoReference) -> Photo {
        switch photo {
        case .file(let path):
            Photo(id: PhotoID(path), title: String(path.split(separator: "/").last ?? path[...]))
        case .address(let text): Photo(id: PhotoID(text), title: text)
        case .library(let id): Photo(id: id, title: id.text)
        case .standardInput: Photo(id: PhotoID(""), title: "")
        }
    }

    /// Which photo the viewer is to open for the one at `index`.
    func reference(at index: Int) -> PhotoReference {
        if case .named(let photos) = source { return photos[index] }
        return .library(photos[index].id)
    }

    /// What the small picture of the photo at `index` is made from; `nil` if there is none.
    func preview(at index: Int) -> ImageSubject? {
        if case .named(let photos) = source { return .photo(photos[index]) }
        let photo = photos[index]
        return (photo.preview ?? photo.links.first).map { .file($0.address) }
    }

    package var photos: [Photo] { paged.photos }

    /// How many there are in all, as far as is known.
    package var total: Int? { isComplete ? photos.count : paged.totalHits }

    package var isComplete: Bool { paged.state == .complete && !isCollecting }

    package var isLoading: Bool {
        if case .loading = paged.state { true } else { isCollecting }
    }

    /// Whether it is still on its way.
    var hasNothingToShow: Bool { photos.isEmpty && isLoading }

    /// Whether NASA has more but gives only the first 10,000.
    package var isLimited: Bool { paged.state == .limited }

    /// Whether it is as it was at an earlier visit: the library cannot be asked.
    var isOutOfDate: Bool { !paged.freshness.isCurrent }

    var state: PagedPhotos.State { paged.state }

    package var failure: CatalogFailure? {
        if case .failed(_, let failure) = paged.state { failure } else { nil }
    }

    /// What the viewer goes through.
    var sequence: PhotoSequence {
        PhotoSequence(
            photos.indices.map { reference(at: $0) }, total: total,
            mayGrow: !isComplete && !isLimited)
    }

    /// Asks for the next page when the end is near; a page that failed is asked for by `retry`.
    mutating func wish(near index: Int) -> [Effect] {
        guard case .ready = paged.state, index >= photos.count - Self.lookAhead else { return [] }
        return ask()
    }

    /// Asks again for the page that failed; if nothing has come, for all of it: of several listings
    /// those that were passed over too.
    mutating func retry() -> [Effect] {
        guard failure != nil else { return [] }
        return photos.isEmpty ? reload() : ask()
    }

    /// All of it again, from the first page on.
    mutating func reload() -> [Effect] {
        self = Results(wanted, id: id)
        return begin().map { effect in
            if case .library(.load(let request, let list)) = effect {
                .library(.reload(request, for: list))
            } else {
                effect
            }
        }
    }

    mutating func begin() -> [Effect] {
        isCollecting ? [.archive(.collect(source, for: id))] : ask()
    }

    private mutating func ask() -> [Effect] {
        delaySeconds = nil
        return paged.wish().map { [.library(.load($0, for: id))] } ?? []
    }

    mutating func receive(_ page: Page, for request: PageRequest) {
        paged.receive(page, for: request)
    }

    mutating func receive(_ failure: CatalogFailure, for request: PageRequest) {
        paged.receive(failure, for: request)
    }

    mutating func delay(bySeconds seconds: Int?, of request: PageRequest) {
        if paged.state == .loading(request) { delaySeconds = seconds }
    }

    /// Takes in what this machine keeps.
    mutating func receive(_ photos: [Photo], from source: ResultsSource) {
        self.source = source
        isCollecting = false
        paged = PagedPhotos(complete: photos)
    }
}
