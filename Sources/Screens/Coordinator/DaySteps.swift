internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline

/// A list whose first photo is viewed as soon as it has come.
struct AwaitedPhoto: Hashable, Sendable {
    let list: ResultsID
    /// Whether the viewer is opened for it; else it is gone to in the viewer that is open.
    let opensViewer: Bool
    /// How long a slideshow that begins with it shows each photo; `nil` if none begins.
    var slideshowSeconds: Int?
    /// The day that was left, if only a later one is gone to.
    var after: ServiceDay?
}

// To the day before and after, and to the first photo of a list.
extension ScreenCoordinator {
    /// Goes to the day so many days later, or earlier if `days` is negative.
    ///
    /// - Returns: `nil` if the photo, or the list, belongs to no day.
    mutating func step(byDays days: Int) -> [Effect]? {
        switch stack.top {
        case .library(let library): return list(of: library.query, by: days, from: library)
        case .viewer(let viewer) where !viewer.hasParts: return step(viewer, byDays: days)
        case .viewer, .comparison, .detail: return nil
        }
    }

    private mutating func step(_ viewer: ViewerScreen, byDays days: Int) -> [Effect]? {
        let photo = known(at: viewer.cursor)
        if let library = stack.library, library.isOfDays, let photo,
            let day = photo.day ?? library.query.upTo, viewer.cursor.ofAnotherDay == nil
        {
            if let index = library.index(from: viewer.cursor.index, by: days, of: day) {
                return performByTop(.nextPhoto, times: index - viewer.cursor.index)
            }
            return list(library.query, from: day, by: days) ?? refuseDay(days)
        }
        if viewer.photo.isOfADay {
            guard let other = viewer.photo.stepped(byDays: days) else { return refuseDay(days) }
            return stack.top.viewer?.step(to: other)
        }
        guard let photo, photo.id.service != .nasa, let day = photo.day else { return nil }
        return pushList(Query(newestOf: photo.id.service), from: day, by: days)
    }

    /// The list below the viewer, up to another day; its first photo is gone to.
    private mutating func list(_ query: Query, from day: ServiceDay, by days: Int) -> [Effect]? {
        guard let other = day.advanced(byDays: days) else { return nil }
        var query = query
        query.upTo = other
        let effects = stack.library?.list(query) ?? []
        awaited = stack.library?.results.map {
            AwaitedPhoto(list: $0.id, opensViewer: false, after: days > 0 ? day : nil)
        }
        return effects + show(.openingDay(other))
    }

    /// A list of a photo's service over a list of other photos, and the viewer over it.
    private mutating func pushList(
        _ query: Query, from day: ServiceDay, by days: Int
    ) -> [Effect]? {
        guard let other = day.advanced(byDays: days) else { return refuseDay(days) }
        var query = query
        query.upTo = other
        return view(firstOf: query)
    }

    /// The same list up to another day, on the screen of lists.
    private mutating func list(
        of query: Query, by days: Int, from library: LibraryScreen
    ) -> [Effect]? {
        guard library.isOfDays, let day = library.selectedPhoto?.day ?? query.upTo else {
            return nil
        }
        guard let other = day.advanced(byDays: days) else { return refuseDay(days) }
        var query = query
        query.upTo = other
        return stack.top.library?.list(query)
    }

    private mutating func refuseDay(_ days: Int) -> [Effect] {
        show(.refused(days > 0 ? .noLaterDay : .noEarlierDay))
    }

    /// Opens a list, and the viewer with its first photo as soon as that has come.
    mutating func view(firstOf query: Query) -> [Effect] {
        let effects = push(.search(query))
        awaitFirstPhoto()
        return effects
    }

    /// The first photo of the list on the screen will be viewed.
    package mutating func awaitFirstPhoto(slideshowSeconds: Int? = nil) {
        awaited = stack.top.library?.results.map {
            AwaitedPhoto(list: $0.id, opensViewer: true, slideshowSeconds: slideshowSeconds)
        }
    }

    /// A part of a list has come, or has failed: perhaps the photo that is awaited.
    mutating func viewAwaited(_ event: LibraryEvent) -> [Effect] {
        guard let awaited, stack.library?.results?.id == awaited.list,
            stack.top.kind == (awaited.opensViewer ? .library : .viewer)
        else {
            self.awaited = nil
            return []
        }
        if case .pageFailed(let failure, _, awaited.list) = event {
            self.awaited = nil
            return awaited.opensViewer ? [] : show(.notListed(failure))
        }
        guard let library = stack.library, library.results?.isLoading == false else { return [] }
        self.awaited = nil
        guard let cursor = library.cursor else {
            return awaited.opensViewer ? [] : refuseDay(awaited.after == nil ? -1 : 1)
        }
        return awaited.opensViewer ? open(cursor, awaited) : go(through: cursor, awaited)
    }

    private mutating func open(_ cursor: ListCursor, _ awaited: AwaitedPhoto) -> [Effect] {
        var viewer = ViewerScreen(cursor, preferences, size: size, adjusted)
        awaited.slideshowSeconds.map { viewer.beginSlideshow(seconds: $0) }
        return push(.viewer(viewer))
    }

    /// To the first photo of the list below; if that is not later than the day that was left, the photo
    /// on the screen stays.
    private mutating func go(through first: ListCursor, _ awaited: AwaitedPhoto) -> [Effect] {
        notice = nil
        var (cursor, refusal) = (first, [Effect]())
        if let day = awaited.after, known(at: first)?.day.map({ !$0.isLater(than: day) }) ?? false {
            let photos = first.sequence.photos
            let place = stack.top.viewer.flatMap { photos.firstIndex(of: $0.photo) } ?? 0
            cursor = ListCursor(first.sequence, at: place)
            refusal = refuseDay(1)
        }
        return (stack.top.viewer?.go(through: cursor) ?? []) + follow() + refusal
    }
}

extension PhotoReference {
    /// Whether there is one such photo a day.
    fileprivate var isOfADay: Bool { stepped(byDays: 0) != nil }
}

extension Service {
    /// Whether its photos belong to days, which the keys for the day before and after go through.
    fileprivate var isOfDays: Bool {
        switch self {
        case .apod, .mars2020, .msl, .epic: true
        case .nasa, .commons, .picsum, .flickr: false
        }
    }
}

extension Photo {
    /// The day that it belongs to, as its service counts; `nil` if that is not known.
    var day: ServiceDay? {
        switch id.service {
        case .apod: id.day
        case .epic: dateCreated.flatMap { ServiceDay($0.description, of: .epic) }
        case .mars2020, .msl: sol
        case .nasa, .commons, .picsum, .flickr: nil
        }
    }

    private var sol: ServiceDay? {
        facts.first { $0.name.lowercased() == "sol" }.flatMap {
            ServiceDay($0.value, of: id.service)
        }
    }
}

extension ServiceDay {
    fileprivate func isLater(than other: ServiceDay) -> Bool {
        switch (self, other) {
        case (.date(let one), .date(let other)): other < one
        case (.sol(let one), .sol(let other)): other < one
        case (.date, .sol), (.sol, .date): false
        }
    }
}

extension LibraryScreen {
    /// Whether it lists photos of a service day by day, the newest first.
    var isOfDays: Bool {
        guard let query = results?.source.query else { return false }
        return query.source.isOfDays && !query.hasWords
    }

    /// The first photo of another day, if it has come: of the day itself, or of the nearest one beyond.
    fileprivate func index(from index: Int, by days: Int, of day: ServiceDay) -> Int? {
        guard let other = day.advanced(byDays: days) else { return nil }
        let photos = photos
        if days < 0 {
            return photos.indices.dropFirst(index + 1).first {
                photos[$0].day.map { !$0.isLater(than: other) } ?? false
            }
        }
        let last = photos.indices.prefix(index).last {
            photos[$0].day.map { !other.isLater(than: $0) } ?? false
        }
        guard let last else { return nil }
        return photos.indices.first { photos[$0].day == photos[last].day }
    }
}
