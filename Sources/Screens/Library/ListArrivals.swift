internal import Imaging
internal import PhotoCatalog
internal import PhotoPipeline
internal import SystemPackage

// Receives the events about a list.
extension LibraryScreen {
    mutating func receive(_ event: LibraryEvent) -> [Effect] {
        if case .recalled(let queries) = event { form?.remember(queries) }
        guard let (answer, list) = ListEvent.of(event), awaits(list) else { return [] }
        return receive(answer, of: list)
    }

    mutating func receive(_ event: PhotoEvent) -> [Effect] {
        if case .previewFailed(let photo, let failure) = event {
            results?.receive(failure, of: photo)
        }
        return []
    }

    private mutating func receive(_ event: ListEvent, of list: ResultsID) -> [Effect] {
        if list == renewal?.list.id {
            renewal?.receive(event)
            if case .page(let page, _) = event { form?.learn(page.photos) }
            if case .lead(let photo) = event { receive(lead: photo) }
            return adopt()
        }
        switch event {
        case .page(let page, let request): return receive(page, for: request)
        case .saved(let page, let request): save(page, for: request)
        case .failed(let failure, let request): return receive(failure, for: request)
        case .delayed(let seconds, let request):
            results?.delay(bySeconds: seconds, of: request)
        case .lead(let photo): receive(lead: photo)
        case .collected(let photos, let source): receive(photos, from: source)
        case .places(let places):
            results?.receive(places)
            reveal(selected)
        case .found(let found): return receive(found)
        case .examined(let statuses): results?.receive(statuses)
        }
        return []
    }

    private mutating func receive(_ page: Page, for request: PageRequest) -> [Effect] {
        form?.learn(page.photos)
        results?.receive(page, for: request)
        reveal(selected)
        return wish()
    }

    /// Shows the list of the last visit until the server replies.
    private mutating func save(_ page: Page, for request: PageRequest) {
        guard let loading = results, loading.isAwaiting(request), loading.photos.isEmpty else {
            return
        }
        generation += 1
        let saved = Results(
            saved: page, of: request, for: loading,
            id: ResultsID(screen: number, generation: generation))
        guard !saved.photos.isEmpty else { return }
        form?.learn(page.photos)
        renewal = ListRenewal(loading)
        results = saved
        reveal(selected)
    }

    /// Replaces the list once the reloaded list reaches the end of the page.
    mutating func adopt() -> [Effect] {
        guard let results, var renewal else { return [] }
        if let failure = renewal.failure {
            (self.renewal, renewalFailure, dismissed) = (nil, failure, nil)
            return []
        }
        let seen = (scroll.firstRow + shape.fullRows) * shape.across
        let last = min(results.photos.count - 1, max(seen, selected))
        guard renewal.reaches(last) else {
            defer { self.renewal = renewal }
            return renewal.list.wish(near: last)
        }
        let index = renewal.index(of: reference, near: selected)
        let isAtTop = !renewal.isTouched && scroll.firstRow == 0
        (self.results, self.renewal) = (renewal.list, nil)
        if !isAtTop { scroll.replace(by: index, count: photos.count, shape) }
        reveal(index)
        guard isOutdated else { return wish() }
        isOutdated = false
        return wish() + refresh(self.results?.folders ?? [])
    }

    /// Receives a failure; if the list is empty because there is no network, photos seen before are
    /// searched instead.
    private mutating func receive(
        _ failure: CatalogFailure, for request: PageRequest
    ) -> [Effect] {
        dismissed = nil
        results?.receive(failure, for: request)
        guard let results, failure.isOffline, results.isEmptyButForLead,
            case .failed = results.state
        else { return wish() }
        let service = query.source == .nasa ? nil : query.source
        return [.archive(.collect(.seen(query.text ?? "", of: service), for: results.id))]
    }

    private mutating func receive(_ photos: [Photo], from source: ResultsSource) {
        // The failure is more informative than an empty list.
        if case .seen = source, photos.isEmpty { return }
        results?.receive(photos, from: source)
        reveal(selected)
    }

    /// Puts the picture of the day into its reserved slot; `photo` is `nil` if there is no picture.
    private mutating func receive(lead photo: Photo?) {
        reshape { $0.results?.receive(lead: photo) }
        reveal(selected)
    }

    private mutating func receive(_ found: FoundPhotos) -> [Effect] {
        results?.receive(found)
        // Folders precede the photos, and Enter opens the first photo.
        reveal(selected == 0 && !found.photos.isEmpty ? found.subfolders.count : selected)
        revealSought()
        return wish()
    }
}

// Opens and rereads named folders, whose contents may change.
extension LibraryScreen {
    /// The selected folder, to be opened; `nil` for a photo.
    var selectedFolder: NamedPhotos? {
        guard let results, results.isFolder(at: selected), case .files(let named) = results.wanted
        else { return nil }
        return NamedPhotos([results.reference(at: selected)], in: named.sorting)
    }

    /// Selects a photo immediately if the contents of its folder are known, otherwise as soon as
    /// the folder has been read.
    mutating func seek(_ photo: PhotoReference, in found: FoundPhotos?) {
        sought = photo
        guard let found else { return }
        results?.receive(found)
        revealSought()
    }

    /// Selects the photo that is sought, if the list contains it.
    mutating func revealSought() {
        guard let sought, let index = results?.named?.firstIndex(of: sought) else { return }
        self.sought = nil
        reveal(index)
    }

    /// Rereads the folders if one of them has changed, and again if one changes during the reading.
    mutating func refresh(_ changed: [FilePath]) -> [Effect] {
        guard let results, results.folders.contains(where: changed.contains) else { return [] }
        guard renewal == nil else {
            isOutdated = true
            return []
        }
        var new = results.refreshed(newID())
        let effects = new.begin()
        renewal = ListRenewal(new)
        return effects
    }
}
