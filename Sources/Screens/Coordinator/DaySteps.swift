internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline

/// A photo of a list that is opened as soon as the first page of the list arrives.
struct PendingPhoto: Hashable, Sendable {
    /// The screen that shows the photo.
    enum Destination: Hashable, Sendable {
        /// The open viewer, or the open page of a photo.
        case top
        /// A new viewer; a slideshow if the seconds for each photo are given.
        case viewer(slideshowSeconds: Int?)
        /// A new page of the photo.
        case page
        case list
    }

    var list: ResultsID
    let destination: Destination
    /// The `DayStep` that opened the list; `nil` if no such step opened the list.
    var step: DayStep?

    /// The random number that selects a photo of the first page; `nil` selects the first photo.
    var random: UInt64?

    /// Returns true if a screen of this kind still waits for the photo.
    fileprivate func isAwaited(on kind: ScreenKind) -> Bool {
        destination == .top ? kind == .viewer || kind == .detail : kind == .library
    }
}

/// A photo whose day is looked up before another day is opened.
struct PendingDay: Hashable, Sendable {
    let photo: PhotoID
    let days: Int
}

/// The day of a photo that stays on the screen after the list of another day failed.
struct RetainedDay: Hashable, Sendable {
    let photo: PhotoReference
    let day: ServiceDay
    /// The list that failed.
    ///
    /// Photos seen before do not replace this list; otherwise the viewer would step through them.
    let list: ResultsID
}

// Steps to another day, and to the first photo of a list.
extension ScreenCoordinator {
    /// Opens the day `days` days later, or earlier if `days` is negative.
    ///
    /// - Returns: `nil` if the screen is a comparison or shows a file with several parts, or if the
    ///   photo or the list does not belong to a day.
    mutating func step(byDays days: Int) -> [Effect]? {
        if let library = stack.top.library { return step(byDays: days, in: library) }
        if let detail = stack.top.detail {
            return step(from: detail.cursor, detail.entry, byDays: days)
        }
        guard let viewer = stack.top as? ViewerScreen, !viewer.hasParts else { return nil }
        return step(from: viewer.cursor, known(at: viewer.cursor), byDays: days)
    }

    private mutating func step(
        from cursor: ListCursor, _ photo: Photo?, byDays days: Int
    ) -> [Effect]? {
        if let library = stack.library, library.isOfDays, cursor.ofAnotherDay == nil,
            let day = photo?.day ?? keptDay(of: cursor.photo) ?? library.query.upTo
        {
            return step(from: cursor, in: library, DayStep(day: day, days: days))
        }
        if cursor.photo.isOfADay {
            guard let other = cursor.photo.stepped(byDays: days) else { return refuseDay(days) }
            return stack.top.viewer?.step(to: other) ?? stack.top.detail?.step(to: other)
        }
        guard case .library(let id) = cursor.photo, id.service.isOfDays else { return nil }
        if let day = photo?.day { return pushList(of: id.service, DayStep(day: day, days: days)) }
        awaitedDay = PendingDay(photo: id, days: days)
        return [.library(.describe(id))]
    }

    /// Returns the day of the photo that stayed on the screen when the list of another day failed;
    /// `nil` for any other photo.
    private func keptDay(of photo: PhotoReference) -> ServiceDay? {
        leftDay?.photo == photo ? leftDay?.day : nil
    }

    /// Moves to a loaded photo of the target day or the nearest day beyond, or opens the list of
    /// the target day.
    private mutating func step(
        from cursor: ListCursor, in library: LibraryScreen, _ step: DayStep
    ) -> [Effect] {
        if let index = library.index(from: cursor.index, step) {
            return performByTop(.screen(.nextPhoto), times: index - cursor.index)
        }
        guard let other = step.target else { return refuseDay(step.days) }
        return list(upTo: other, for: step, .top) + show(.openingDay(other))
    }

    /// Replaces the list with the list up to a day, whose first photo is then opened; `nil` stands
    /// for the list of the newest photos.
    private mutating func list(
        upTo day: ServiceDay?, for step: DayStep, _ destination: PendingPhoto.Destination
    ) -> [Effect] {
        guard var query = stack.library?.query else { return [] }
        query.upTo = day
        let effects = stack.library?.list(query) ?? []
        awaited = stack.library?.results.map {
            PendingPhoto(list: $0.id, destination: destination, step: step)
        }
        return effects
    }

    /// Continues a step by days once the day of the starting photo has been looked up, or reports
    /// that the day could not be looked up.
    mutating func stepAwaited(_ event: LibraryEvent) -> [Effect] {
        guard let wanted = awaitedDay else { return [] }
        switch event {
        case .described(wanted.photo, let photo, _, isFavourite: _):
            awaitedDay = nil
            guard stack.top.comparison == nil,
                stack.top.listCursor?.photo == .library(wanted.photo),
                let day = photo.day
            else { return [] }
            return pushList(of: photo.id.service, DayStep(day: day, days: wanted.days))
        case .descriptionFailed(wanted.photo, let failure):
            awaitedDay = nil
            return show(.notFound(wanted.photo, failure))
        default: return []
        }
    }

    /// Opens the list of another day, and above it the viewer or page for that day's first photo.
    ///
    /// Called for a photo that is not in a list by day.
    private mutating func pushList(of service: Service, _ step: DayStep) -> [Effect] {
        guard let other = step.target else { return refuseDay(step.days) }
        let isPage = stack.top.kind == .detail
        let effects = push(.search(Query(newestOf: service, upTo: other)))
        awaitFirstPhoto(isPage ? .page : .viewer(slideshowSeconds: nil), step)
        return effects
    }

    /// Opens the list of another day on the list screen; `nil` if the list is not ordered by day or
    /// its current day is unknown.
    private mutating func step(byDays days: Int, in library: LibraryScreen) -> [Effect]? {
        guard library.isOfDays, let day = library.entry?.day ?? library.query.upTo else {
            return nil
        }
        let step = DayStep(day: day, days: days)
        guard let other = step.target else { return refuseDay(days) }
        return list(upTo: other, for: step, .list)
    }

    private mutating func refuseDay(_ days: Int) -> [Effect] {
        show(.refused(days > 0 ? .noLaterDay : .noEarlierDay))
    }

    /// Opens the list of a query and, as soon as the list's first photo arrives, the viewer with
    /// that photo.
    mutating func view(firstOf query: Query) -> [Effect] {
        let effects = push(.search(query))
        awaitFirstPhoto()
        return effects
    }

    /// Opens the viewer with the first photo of the list on the screen as soon as the photo
    /// arrives.
    package mutating func awaitFirstPhoto(slideshowSeconds: Int? = nil) {
        awaitFirstPhoto(.viewer(slideshowSeconds: slideshowSeconds), nil)
    }

    /// Opens the viewer with one of the photos of the first page; `number` chooses the photo.
    package mutating func awaitRandomPhoto(_ number: UInt64) {
        awaitFirstPhoto()
        awaited?.random = number
    }

    private mutating func awaitFirstPhoto(_ destination: PendingPhoto.Destination, _ step: DayStep?)
    {
        awaited = stack.top.library?.results.map {
            PendingPhoto(list: $0.id, destination: destination, step: step)
        }
    }

    /// Receives a page of a list, or a failure to fetch the page; opens the awaited photo if that
    /// has arrived.
    mutating func viewAwaited(_ event: LibraryEvent) -> [Effect] {
        guard let awaited, stack.library?.results?.id == awaited.list,
            awaited.isAwaited(on: stack.top.kind)
        else {
            self.awaited = nil
            return []
        }
        if case .pageFailed(let failure, _, awaited.list) = event {
            self.awaited = nil
            // A list screen shows the failure itself.
            guard awaited.destination == .top, let step = awaited.step else { return [] }
            leftDay = (stack.top.listCursor?.photo).map {
                RetainedDay(photo: $0, day: step.day, list: awaited.list)
            }
            return show(.notListed(failure))
        }
        if let number = awaited.random, let count = stack.library?.photos.count, count > 0 {
            stack.library?.select(Int(number % UInt64(count)))
        }
        // The first page is enough, because further pages are fetched anyway.
        let cursor = stack.library?.cursor
        guard cursor != nil || stack.library?.results?.isLoading == false else { return [] }
        self.awaited = nil
        guard var step = awaited.step else { return cursor.map { open($0, awaited) } ?? [] }
        switch step.receive(newest: cursor.flatMap { known(at: $0)?.day }) {
        case .here: return cursor.map { open($0, awaited) } ?? miss(awaited, step)
        case .list(let day): return list(upTo: day, for: step, awaited.destination)
        case .none: return miss(awaited, step)
        }
    }

    /// Shows the photo or list at which a step began, and the notice that no day in that direction
    /// has photos.
    private mutating func miss(_ awaited: PendingPhoto, _ step: DayStep) -> [Effect] {
        switch awaited.destination {
        case .viewer, .page: return back() + refuseDay(step.days)
        case .list: return refuseDay(step.days)
        case .top: return stay() + refuseDay(step.days)
        }
    }

    private mutating func open(_ cursor: ListCursor, _ awaited: PendingPhoto) -> [Effect] {
        switch awaited.destination {
        case .list: return []
        case .top:
            notice = nil
            return go(through: cursor) + follow()
        case .page: return openDetail(at: cursor)
        case .viewer(let seconds):
            var viewer = ViewerScreen(cursor, preferences, size: size, adjusted)
            seconds.map { viewer.beginSlideshow(seconds: $0) }
            return push(viewer)
        }
    }

    /// Continues from the photo on the screen in the new list, if that list has the photo.
    private mutating func stay() -> [Effect] {
        guard let first = stack.library?.cursor, let photo = stack.top.listCursor?.photo,
            let index = first.sequence.photos.firstIndex(of: photo)
        else { return [] }
        return go(through: ListCursor(first.sequence, at: index)) + follow()
    }

    private mutating func go(through cursor: ListCursor) -> [Effect] {
        let known = known(at: cursor)
        return stack.top.viewer?.go(through: cursor)
            ?? stack.top.detail?.go(through: cursor, known) ?? []
    }
}

extension Service {
    /// True if the service's photos belong to days, which `<` and `>` step through.
    fileprivate var isOfDays: Bool {
        switch self {
        case .apod, .mars2020, .msl, .epic: true
        case .nasa, .commons, .picsum, .flickr: false
        }
    }
}

extension Photo {
    /// The day of the photo in the service's own count, such as a sol; `nil` if unknown.
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

extension ResultsSource {
    /// True if the source lists photos of a service by day, newest first.
    var isOfDays: Bool { query.map { $0.source.isOfDays && !$0.hasWords } ?? false }
}

extension LibraryScreen {
    /// True if the screen lists photos of a service by day, newest first.
    var isOfDays: Bool { results?.source.isOfDays == true }

    /// Returns the index of the first loaded photo of the target day, or of the nearest day beyond;
    /// `nil` if no such photo is loaded.
    fileprivate func index(from index: Int, _ step: DayStep) -> Int? {
        guard let other = step.target else { return nil }
        let photos = photos
        if step.days < 0 {
            return photos.indices.dropFirst(index + 1).first {
                photos[$0].day?.days(since: other).map { $0 <= 0 } ?? false
            }
        }
        let last = photos.indices.prefix(index).last {
            photos[$0].day?.days(since: other).map { $0 >= 0 } ?? false
        }
        guard let last else { return nil }
        return photos.indices.first { photos[$0].day == photos[last].day }
    }
}
