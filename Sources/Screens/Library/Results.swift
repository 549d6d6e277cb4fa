internal import Imaging
package import PhotoCatalog
internal import PhotoPipeline
internal import SystemPackage

/// A list of photos, as far as it has been loaded.
package struct Results: Sendable {
    /// The number of remaining photos at which the next page is requested: two screens of the
    /// largest list.
    private static let lookAhead = 60

    package let id: ResultsID
    /// The source of the photos that are listed now.
    package private(set) var source: ResultsSource
    /// The requested source; without a network, the list may have another source.
    let wanted: ResultsSource
    private var paged: PagedPhotos
    private var isCollecting: Bool
    /// The seconds until the page is requested again; `nil` if the server requested no delay.
    private(set) var delaySeconds: Int?
    /// The contents of named files and folders; `nil` for any other list.
    private(set) var found: FoundPhotos?
    /// The subfolders and the photos of a list of named photos; `nil` for any other list.
    private(set) var named: [PhotoReference]?
    private var folderCount = 0
    /// The sizes and modification times of named files.
    private var statuses: [PhotoReference: FileStatus] = [:]
    /// The number of changes of each file since it was listed.
    private var changes: [PhotoReference: Int] = [:]
    /// The reasons why thumbnails of named photos cannot be made.
    private var faults: [PhotoReference: PictureFailure] = [:]
    /// The picture of the day, the first photo of the start page.
    private(set) var lead: Lead
    /// True if this is a stored copy of the list, shown until the server replies.
    private(set) var isSaved = false
    /// All photos, the picture of the day or its placeholder first.
    package private(set) var photos: [Photo]

    /// The picture of the day; its reserved slot keeps other photos in place.
    enum Lead: Sendable {
        /// The list has no slot for the picture.
        case none
        case awaited
        case photo(Photo)
        /// The picture did not arrive; its slot stays reserved as long as the list exists.
        case missing

        var photo: Photo? { if case .photo(let photo) = self { photo } else { nil } }

        /// The reason why the slot has no photo; `nil` if there is a photo or no slot.
        var vacancy: LibraryItem.Vacancy? {
            switch self {
            case .none, .photo: nil
            case .awaited: .awaited
            case .missing: .missing
            }
        }
    }

    package init(_ source: ResultsSource, id: ResultsID) {
        self.id = id
        self.source = source
        wanted = source
        lead = source == .start ? .awaited : .none
        named = source.namedPhotos
        if let named {
            isCollecting = false
            paged = PagedPhotos(complete: named.map { Self.standIn(for: $0) })
        } else {
            isCollecting = source.listings.isEmpty
            paged = isCollecting ? PagedPhotos(complete: []) : PagedPhotos(joining: source.listings)
        }
        photos = paged.photos
    }

    /// Creates a list from the stored copy of a page, to be shown while `list` is loading.
    init(saved page: Page, of request: PageRequest, for list: Results, id: ResultsID) {
        self.init(list.wanted, id: id)
        var saved = PagedPhotos(joining: [request.listing])
        _ = saved.nextRequest()
        saved.append(page, for: .first(request.listing))
        paged = PagedPhotos(complete: saved.photos)
        isSaved = true
        lead = list.lead
        collectPhotos()
    }

    /// Returns an entry for a named photo, whose title is a file's name without its folder, an
    /// address, an ID or the name of a map; the title is empty for standard input.
    private static func standIn(for photo: PhotoReference) -> Photo {
        switch photo {
        case .file(let path):
            Photo(id: PhotoID(path.string), title: path.lastComponent?.string ?? path.string)
        case .address(let text): Photo(id: PhotoID(text), title: text)
        case .library(let id), .still(let id, _): Photo(id: id, title: id.text)
        case .world(let map): Photo(id: PhotoID(map.name), title: map.name)
        case .standardInput: Photo(id: PhotoID(""), title: "")
        }
    }

    /// Returns an entry for a folder, whose title is the folder's name with a slash.
    private static func standIn(forFolder folder: PhotoReference) -> Photo {
        var entry = standIn(for: folder)
        entry.texts.title = (entry.texts.title ?? "") + "/"
        return entry
    }

    /// Returns the photo that the viewer opens for the entry at `index`.
    func reference(at index: Int) -> PhotoReference {
        if case .places(let places) = source { return PhotoReference(name: places[index].photo) }
        return named?[index] ?? .library(photos[index].id)
    }

    /// Returns the source of the thumbnail at `index`; `nil` if there is no thumbnail.
    func preview(at index: Int) -> ImageSubject? {
        if let named {
            let photo = named[index]
            guard !isFolder(at: index), faults[photo] == nil else { return nil }
            return changes[photo].map { .changed(photo, times: $0) } ?? .photo(photo)
        }
        if case .places(let places) = source {
            let position = ViewPosition(places[index].view)
            if let position, case .area(let area) = position.spot {
                return .region(reference(at: index), area, page: position.page)
            }
            if places[index].known == nil { return .photo(reference(at: index)) }
        }
        let photo = photos[index]
        return (photo.preview ?? photo.links.first).map { .file($0.address) }
    }

    /// Returns the size and time of the file at `index`; `nil` if they are not known yet.
    func status(at index: Int) -> FileStatus? {
        guard let named, !statuses.isEmpty else { return nil }
        return statuses[named[index]]
    }

    /// Receives sizes and times; thumbnails of changed files are rendered again.
    mutating func receive(_ statuses: [PhotoReference: FileStatus]) {
        for (photo, status) in statuses {
            guard let old = self.statuses[photo], old.version != status.version else { continue }
            changes[photo, default: 0] += 1
            faults[photo] = nil
        }
        self.statuses = statuses
    }

    /// Returns the reason why the thumbnail at `index` cannot be made; `nil` without a failure.
    func fault(at index: Int) -> PictureFailure? {
        guard let named, !faults.isEmpty else { return nil }
        return faults[named[index]]
    }

    /// Records the reason why the thumbnail of a named photo cannot be made.
    mutating func receive(_ failure: PictureFailure, of photo: PhotoReference) {
        guard named != nil, faults.count < FoundPhotos.limit else { return }
        faults[photo] = failure
    }

    /// Returns true if the entry is a subfolder.
    func isFolder(at index: Int) -> Bool { index < folderCount }

    /// The index of the first photo, after the folders.
    var firstPhoto: Int { max(firstIndex, folderCount) }

    /// True if the list has a slot for the picture of the day, which is larger than others.
    var hasLead: Bool { if case .none = lead { false } else { true } }

    /// The index of the first entry that can be selected, which is never an empty reserved slot.
    var firstIndex: Int { !photos.isEmpty && hasLead && lead.photo == nil ? 1 : 0 }

    /// True if no photo except the picture of the day has arrived.
    var isEmptyButForLead: Bool { paged.photos.isEmpty }

    /// The number of all photos; `nil` if unknown.
    package var total: Int? {
        isComplete ? photos.count : paged.totalHits.map { hasLead ? $0 + 1 : $0 }
    }
    package var isComplete: Bool { paged.state == .complete && !isCollecting }

    package var isLoading: Bool {
        if case .loading = paged.state { true } else { isCollecting }
    }

    /// True if nothing has arrived yet.
    var hasNothingToShow: Bool { photos.isEmpty && isLoading }

    /// True if NASA has more photos but returns only the first 10,000.
    package var isLimited: Bool { paged.state == .limited }

    /// The number of unread results of a search by day; some may be newer photos.
    var unread: Int { paged.unread }

    /// True if the list comes from the copies stored on this computer instead of the server.
    var isOffline: Bool {
        if case .seen = source { true } else { isSaved || !paged.freshness.isCurrent }
    }

    var state: PagedPhotos.State { paged.state }

    /// Returns true if the page that is loading was requested by `request`.
    func isAwaiting(_ request: PageRequest) -> Bool { paged.state == .loading(request) }

    package var failure: CatalogFailure? {
        if case .failed(_, let failure) = paged.state { failure } else { nil }
    }

    /// The photos that the viewer steps through.
    var sequence: PhotoSequence {
        var sequence = PhotoSequence(
            photos.indices.map { reference(at: $0) }, total: total,
            mayGrow: !isComplete && !isLimited)
        sequence.first = firstPhoto
        sequence.isOfFiles = named != nil
        for (index, position) in (source.places ?? []).enumerated() {
            sequence.views[index] = ViewPosition(position.view)
        }
        return sequence
    }

    /// Requests the next page if the end is near; only `retry` requests a page that failed.
    mutating func wish(near index: Int) -> [Effect] {
        guard case .ready = paged.state, index >= photos.count - Self.lookAhead else { return [] }
        return ask()
    }

    /// Repeats the request for a page that failed.
    mutating func retry() -> [Effect] { failure == nil ? [] : ask() }

    /// Returns the same list, to be reloaded; the picture of the day stays until its reload.
    func renewed(_ id: ResultsID) -> Results {
        var list = Results(wanted, id: id)
        if lead.photo != nil { list.lead = lead }
        (list.statuses, list.changes) = (statuses, changes)
        return list
    }

    /// Returns the same list of files, to be read again because some have changed; failures of
    /// thumbnails stay recorded.
    func refreshed(_ id: ResultsID) -> Results {
        var list = renewed(id)
        list.faults = faults
        return list
    }

    /// Returns the named files and folders; `nil` if their order cannot be changed.
    func reorderable(seed: UInt64) -> NamedPhotos? {
        switch wanted {
        case .files(let named): named
        case .named(let photos): NamedPhotos(photos, in: FileSorting(seed: seed))
        default: nil
        }
    }

    /// Returns the same files, to be listed in another order.
    func listing(_ named: NamedPhotos, _ id: ResultsID) -> Results {
        var list = Results(.files(named), id: id)
        (list.statuses, list.changes, list.faults) = (statuses, changes, faults)
        return list
    }

    /// The folders whose files are listed.
    var folders: [FilePath] {
        guard case .files = wanted else { return [] }
        return found?.folders ?? []
    }

    /// Reloads everything from the first page.
    mutating func reload() -> [Effect] {
        self = renewed(id)
        return begin().map { effect in
            if case .library(.load(let request, let list)) = effect {
                .library(.reload(request, for: list))
            } else {
                effect
            }
        }
    }

    mutating func begin() -> [Effect] {
        guard isCollecting else { return leadRequest + ask() + examination }
        if case .files(let named) = source { return [.archive(.list(named, for: id))] }
        return [.archive(.collect(source, for: id))]
    }

    private var examination: [Effect] {
        let files = (named ?? []).filter { if case .file = $0 { true } else { false } }
        return files.isEmpty ? [] : [.archive(.examine(files, for: id))]
    }

    /// The request for the picture of the day, which may arrive at any time.
    private var leadRequest: [Effect] {
        source == .start ? [.library(.findPictureOfTheDay(for: id))] : []
    }

    /// Receives the picture of the day; `photo` is `nil` if there is none.
    mutating func receive(lead photo: Photo?) {
        guard hasLead else { return }
        if let photo {
            lead = .photo(photo)
        } else if lead.photo == nil {
            // Removing the slot moves nothing, because no photo is on the screen yet.
            lead = paged.photos.isEmpty ? .none : .missing
        }
        collectPhotos()
    }

    private mutating func collectPhotos() {
        switch lead {
        case .none: photos = paged.photos
        case .photo(let photo): photos = [photo] + paged.photos.filter { $0.id != photo.id }
        case .awaited, .missing: photos = paged.photos.isEmpty ? [] : [Self.kept] + paged.photos
        }
    }

    /// The placeholder of a picture of the day that has not arrived.
    private static let kept = Photo(id: PhotoID("apod:"), title: "")

    private mutating func ask() -> [Effect] {
        delaySeconds = nil
        return paged.nextRequest().map { [.library(.load($0, for: id))] } ?? []
    }

    mutating func receive(_ page: Page, for request: PageRequest) {
        paged.append(page, for: request)
        collectPhotos()
    }

    mutating func receive(_ failure: CatalogFailure, for request: PageRequest) {
        paged.fail(failure, for: request)
    }

    mutating func delay(bySeconds seconds: Int?, of request: PageRequest) {
        if paged.state == .loading(request) { delaySeconds = seconds }
    }

    mutating func receive(_ places: [Bookmark]) {
        receive(places.map { Self.standIn(for: $0) }, from: .places(places))
    }

    /// Returns an entry for a bookmark, whose title is the bookmark's name, if the bookmark has a
    /// name.
    private static func standIn(for bookmark: Bookmark) -> Photo {
        var photo = bookmark.known ?? standIn(for: PhotoReference(name: bookmark.photo))
        guard !bookmark.name.isEmpty else { return photo }
        // The original title is shown below the name.
        photo.texts.description = photo.texts.description ?? photo.title
        photo.texts.title = bookmark.name
        return photo
    }

    /// Receives the contents of named files and folders.
    mutating func receive(_ found: FoundPhotos) {
        self.found = found
        receive(found.statuses)
        source = .named(found.photos)
        let folders = found.subfolders.map { PhotoReference.file(path: $0) }
        folderCount = folders.count
        named = folders + found.photos
        isCollecting = false
        paged = PagedPhotos(
            complete: folders.map { Self.standIn(forFolder: $0) }
                + found.photos.map { Self.standIn(for: $0) })
        collectPhotos()
    }

    /// Removes files from the list.
    mutating func remove(_ gone: Set<PhotoReference>) {
        guard let named else { return }
        let kept = named.indices.filter { !gone.contains(named[$0]) }
        paged = PagedPhotos(complete: kept.map { paged.photos[$0] })
        self.named = kept.map { named[$0] }
        collectPhotos()
    }

    /// Receives photos that are stored on this computer.
    mutating func receive(_ photos: [Photo], from source: ResultsSource) {
        self.source = source
        isCollecting = false
        if lead.photo == nil { lead = .none }
        paged = PagedPhotos(complete: photos)
        collectPhotos()
    }
}

/// The unique identity of a list, which prevents late replies from reaching another list.
package struct ResultsID: Hashable, Sendable {
    /// The number of the screen that shows the list.
    package let screen: Int
    /// The number of the list on that screen.
    package let generation: Int
}

/// The library whose lists are shown.
package enum ShownLibrary: Hashable, Sendable {
    /// NASA's library; `offersDemo` is true if the built-in collection can replace it.
    case nasa(offersDemo: Bool)
    /// The built-in collection.
    case demo
}
