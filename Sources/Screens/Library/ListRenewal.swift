internal import PhotoCatalog
internal import PhotoPipeline

/// A reply to a request for a list.
enum ListEvent: Sendable {
    case page(Page, for: PageRequest)
    /// The stored copy of a page, shown until the server replies.
    case saved(Page, for: PageRequest)
    case failed(CatalogFailure, for: PageRequest)
    case delayed(bySeconds: Int?, for: PageRequest)
    /// The picture of the day; `nil` if there is none.
    case lead(Photo?)
    case collected([Photo], from: ResultsSource)
    case places([Bookmark])
    case found(FoundPhotos)
    case examined([PhotoReference: FileStatus])

    /// Returns the reply and the identity of its list; `nil` for any other event.
    static func of(_ event: LibraryEvent) -> (event: ListEvent, list: ResultsID)? {
        switch event {
        case .page(let page, let request, let list): (.page(page, for: request), list)
        case .savedPage(let page, let request, let list): (.saved(page, for: request), list)
        case .pageFailed(let failure, let request, let list):
            (.failed(failure, for: request), list)
        case .pageDelayed(let seconds, let request, let list):
            (.delayed(bySeconds: seconds, for: request), list)
        case .pictureOfTheDay(let photo, let list): (.lead(photo), list)
        case .noPictureOfTheDay(let list): (.lead(nil), list)
        case .collected(let photos, let source, let list):
            (.collected(photos, from: source), list)
        case .collectedPlaces(let places, let list): (.places(places), list)
        case .listed(let found, let list): (.found(found), list)
        case .examined(let statuses, let list): (.examined(statuses), list)
        default: nil
        }
    }
}

/// A list that is being reloaded, to replace the same list on the screen.
///
/// Once the reloaded list reaches the end of the page, it replaces the old list. The selected photo
/// stays selected and keeps its position.
struct ListRenewal: Sendable {
    var list: Results
    /// True if the user has selected a photo or scrolled since the request.
    var isTouched = false

    init(_ list: Results) { self.list = list }

    /// The reason why the list could not be reloaded; `nil` without a failure.
    var failure: CatalogFailure? { list.failure }

    mutating func receive(_ event: ListEvent) {
        switch event {
        case .page(let page, let request): list.receive(page, for: request)
        case .failed(let failure, let request): list.receive(failure, for: request)
        case .delayed(let seconds, let request): list.delay(bySeconds: seconds, of: request)
        case .lead(let photo): list.receive(lead: photo)
        case .collected(let photos, let source): list.receive(photos, from: source)
        case .places(let places): list.receive(places)
        case .found(let found): list.receive(found)
        case .examined(let statuses): list.receive(statuses)
        case .saved: break
        }
    }

    /// Returns true if the reloaded list has a photo at an index, or will not grow further.
    func reaches(_ index: Int) -> Bool {
        list.photos.indices.contains(index) || list.isComplete || list.isLimited
    }

    /// Returns the new index of a photo of the old list.
    ///
    /// A photo missing from the new list gets the index 0, or, in a list of files, its old index,
    /// limited to the last photo.
    func index(of photo: PhotoReference?, near index: Int) -> Int {
        photo.flatMap { list.sequence.index(of: $0, near: index) }
            // The next file takes the index of a removed file.
            ?? (list.named == nil ? 0 : max(0, min(index, list.photos.count - 1)))
    }
}

extension CatalogFailure {
    /// True if a missing network connection may be the reason for the failure.
    var isOffline: Bool {
        switch self {
        case .fetching(.noConnection), .fetching(.nameNotFound): true
        default: false
        }
    }
}
