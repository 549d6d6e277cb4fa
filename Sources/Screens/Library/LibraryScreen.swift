internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// A list or grid of photos, and the search form while a search is typed.
package struct LibraryScreen: Screen {
    let kind = ScreenKind.library
    /// The pause in typing after which a search begins.
    private static let searchDelay = Duration.milliseconds(300)

    var results: Results?
    private(set) var arrangement: LibraryArrangement
    var form: SearchForm?
    var scroll = LibraryScroll()
    /// The list below a search form, shown until the results arrive.
    private var backdrop: Backdrop?
    private var size: ScreenSize
    var dismissed: CatalogFailure?
    /// The new version of the list, while the list is being reloaded.
    var renewal: ListRenewal?
    /// True if the folders have changed since the program began to read them.
    var isOutdated = false
    /// The reason why the list could not be reloaded; `nil` without a failure.
    var renewalFailure: CatalogFailure?
    /// The index of the search filter that has the focus; `nil` if no filter has it.
    var focusedFilter: Int?
    let number: Int
    var generation = 0
    private var typing = 0
    /// The photo to select as soon as the list contains it.
    var sought: PhotoReference?
    /// The files whose names are searched; `nil` for a search in the library.
    private var names: [PhotoReference]?

    /// Creates a screen with a list; `number` is unique among the lists of a session.
    init(_ source: ResultsSource, _ arrangement: LibraryArrangement, number: Int, size: ScreenSize)
    {
        self.arrangement = arrangement
        self.number = number
        self.size = size
        results = Results(source, id: ResultsID(screen: number, generation: 0))
    }

    private struct Backdrop {
        let results: Results
        let scroll: LibraryScroll
    }

    /// Creates a search form above the list of another screen.
    init(typing query: Query, over other: LibraryScreen?, number: Int, size: ScreenSize) {
        arrangement = other?.arrangement ?? .list
        self.number = number
        self.size = size
        backdrop = other?.shown.flatMap { $0.results.photos.isEmpty ? nil : $0 }
        names = other?.names ?? other?.results?.named
        form = SearchForm(query, isOfNames: names != nil)
        form?.learn(backdrop?.results.photos ?? [])
    }

    var photos: [Photo] { results?.photos ?? [] }
    var selected: Int { scroll.selected }
    var entry: Photo? { photos.indices.contains(selected) ? photos[selected] : nil }
    /// The reference by which the viewer opens the selected photo; `nil` without photos.
    var reference: PhotoReference? {
        photos.indices.contains(selected) ? results?.reference(at: selected) : nil
    }

    /// The selected photo, and the photos to step through; `nil` without photos, or at a folder.
    var cursor: ListCursor? {
        guard let sequence = results?.sequence, !sequence.indices.isEmpty,
            results?.isFolder(at: selected) == false
        else { return nil }
        return ListCursor(sequence, at: selected)
    }

    /// Returns true if this list has the cursor's photo at the cursor's index.
    func lists(_ cursor: ListCursor) -> Bool {
        guard let results, results.photos.indices.contains(cursor.index) else { return false }
        return results.reference(at: cursor.index) == cursor.sequence.photos[cursor.index]
    }

    var input: KeyInput { form == nil ? .command : .text }

    /// True if the screen lists photos that the user named.
    var isOfNamedPhotos: Bool {
        if case .files = results?.source { true } else { results?.named != nil }
    }

    /// The selected bookmark; `nil` if the list has no bookmarks.
    var selectedPlace: Bookmark? {
        results?.source.places.flatMap { $0.indices.contains(selected) ? $0[selected] : nil }
    }

    /// The initial query of a new search.
    var query: Query {
        switch results?.wanted {
        case .search(let query): query
        case .matching(let words, _): Query(text: words)
        default: Query()
        }
    }

    /// The failure to report; `nil` if there is none, or if the user has dismissed the failure.
    var alert: CatalogFailure? {
        (renewalFailure ?? results?.failure).flatMap { $0 == dismissed ? nil : $0 }
    }

    /// Returns true if events about a list are for this screen.
    func awaits(_ list: ResultsID) -> Bool { list == results?.id || list == renewal?.list.id }

    /// Cancels the requests for pages that are no longer needed.
    func tearDown() -> [Effect] {
        [results?.id, renewal?.list.id].compactMap(\.self).map { .library(.abandon($0)) }
    }

    /// True if the list is empty because the library cannot be reached.
    var isCutOff: Bool { form == nil && photos.isEmpty && results?.failure?.isPassing == true }

    /// Returns the screen that Enter opens: always the viewer for bookmarks and named photos.
    func enter(_ preferred: EnterKey) -> EnterKey {
        entry == nil || isOfNamedPhotos || selectedPlace != nil ? .photo : preferred
    }

    /// Returns the action of a key in this list; in a mirrored list the next photo is on the left.
    func translated(_ action: Action, for preferences: Preferences) -> Action {
        // The key that trashes a file removes a filter or a bookmark here.
        if action == .photo(.trash), canRemove { return .list(.removeFilter) }
        let action = enter(preferences.enter).action(for: action)
        return preferences.isMirrored ? action.mirrored : action
    }

    func view(in context: ScreenContext) -> ScreenView {
        var page = page
        page.offersDemo = context.offersDemo
        page.isFirst = context.isFirst
        page.enter = enter(context.preferences.enter)
        page.showsAlternatives = context.preferences.isAccessible
        page.working = working(in: context)
        page.marks = context.marks
        return LibraryLayout(strings: context.preferences.strings).view(
            page, notice: context.notice)
    }

    var page: LibraryPage {
        let shown = shown
        return LibraryPage(
            results: shown?.results, awaited: shown?.results.id == results?.id ? nil : results,
            renewal: renewal?.list, form: form, shape: shape, firstRow: shown?.scroll.firstRow ?? 0,
            selected: shown?.scroll.selected ?? 0, alert: alert, focusedFilter: focusedFilter)
    }

    /// The list on the page: the previous one until the new one has photos or has finished loading.
    private var shown: Backdrop? {
        let own = results.map { Backdrop(results: $0, scroll: scroll) }
        guard let backdrop, own?.results.hasNothingToShow ?? true else { return own }
        return backdrop
    }

    var shape: LibraryShape {
        LibraryShape(
            arrangement, size.cells,
            headRows: 1 + (form.map { SearchLayout.lines(of: $0, in: size.cells).count } ?? 0),
            hasLead: shown?.results.hasLead ?? false)
    }

    /// True if the page shows entries or tiles, or outlines of those that are loading.
    var hasShape: Bool { !photos.isEmpty || results?.isLoading == true }

    /// Returns true if larger or smaller tiles would change the page.
    func changesShape(larger isLarger: Bool) -> Bool {
        guard hasShape else { return false }
        var other = self
        other.arrange(shape.stepped(larger: isLarger))
        return other.shape != shape
    }

    mutating func start() -> [Effect] {
        if form != nil { return names == nil ? [.archive(.recall)] : [] }
        return results?.begin() ?? []
    }

    mutating func perform(_ action: Action, times: Int, known: [Photo]) -> Response {
        Response(perform(action, times: times))
    }

    private mutating func perform(_ action: Action, times: Int) -> [Effect] {
        if action == .list(.removeFilter), let bookmark = selectedPlace { return remove(bookmark) }
        if let effects = performOnFilter(action) { return effects }
        switch action {
        case .move(.step, let direction): go(direction, by: times)
        case .move(.page, let direction): go(direction, by: times * shape.fullRows)
        case .move(.edge, .up), .move(.edge, .left): select(0)
        case .move(.edge, .down), .move(.edge, .right): select(photos.count - 1)
        case .screen(let action): return perform(action, times: times)
        case .app, .stack, .list, .photo, .view, .levels, .compare: break
        }
        return wish()
    }

    private mutating func perform(_ action: ScreenAction, times: Int) -> [Effect] {
        switch action {
        case .nextPhoto: select(selected + times)
        case .previousPhoto: select(selected - times)
        case .zoomIn: arrange(shape.stepped(larger: true))
        case .zoomOut: arrange(shape.stepped(larger: false))
        case .layout: arrange(shape.isList ? .automaticGrid : .list)
        case .retry: return retry()
        case .open, .info, .nextPart, .previousPart: break
        }
        return wish()
    }

    /// Dismisses an alert, or removes the focus from the filters.
    ///
    /// - Returns: true if there was an alert or a focus.
    mutating func dismiss() -> Bool {
        if let alert {
            dismissed = alert
            return true
        }
        defer { focusedFilter = nil }
        return focusedFilter != nil
    }

    mutating func select(_ index: Int) {
        reveal(index)
        renewal?.isTouched = true
    }

    /// Selects a photo after a change of the list, without an action of the user.
    mutating func reveal(_ index: Int) {
        scroll.select(max(index, results?.firstIndex ?? 0), count: photos.count, shape)
    }

    /// Selects the photo under the pointer.
    ///
    /// - Returns: true if there is a photo.
    mutating func select(at cell: CellPosition) -> Bool {
        guard let cellIndex = shape.index(at: cell) else { return false }
        let index = shape.span.index(
            at: scroll.firstRow * shape.across + cellIndex, across: shape.across)
        guard photos.indices.contains(index), index >= results?.firstIndex ?? 0 else {
            return false
        }
        select(index)
        return true
    }

    mutating func turn(wheel steps: Int) -> [Effect] {
        scroll.scroll(by: steps, count: photos.count, shape)
        renewal?.isTouched = true
        return wish()
    }

    mutating func resize(to size: ScreenSize) -> [Effect] {
        reshape { $0.size = size }
        return wish()
    }

    /// Requests the next page of results before it is needed.
    mutating func wish() -> [Effect] {
        guard results?.isSaved != true else { return [] }
        let last = (scroll.firstRow + shape.fullRows) * shape.across
        let wished = max(selected, last)
        return results?.wish(near: wished) ?? []
    }

    private mutating func go(_ direction: ViewportMove.Direction, by steps: Int) {
        switch direction {
        case .up: move(byRows: -steps)
        case .down: move(byRows: steps)
        case .left: if shape.across > 1 { select(selected - steps) }
        case .right: if shape.across > 1 { select(selected + steps) }
        }
    }

    /// Moves up or down in one column; the last row may be shorter.
    private mutating func move(byRows steps: Int) {
        let (span, across) = (shape.span, shape.across)
        let rows = span.rows(of: selected, across: across)
        let end = span.rowCount(of: photos.count, across: across)
        guard steps < 0 || rows.upperBound < end else { return }
        let row = steps < 0 ? max(0, rows.lowerBound + steps) : rows.upperBound - 1 + steps
        let column = span.cell(of: selected, across: across) % across
        select(span.index(at: min(row, end) * across + column, across: across))
    }

    /// Removes a bookmark and selects the next one, so that repeating the key removes further ones.
    private mutating func remove(_ bookmark: Bookmark) -> [Effect] {
        let left = results?.source.places?.filter { $0 != bookmark } ?? []
        results?.receive(left)
        select(selected)
        return [.archive(.forgetPlace(bookmark))]
    }

    private mutating func arrange(_ other: LibraryArrangement) {
        reshape { $0.arrangement = other }
    }

    mutating func reshape(_ change: (inout LibraryScreen) -> Void) {
        let old = shape
        change(&self)
        scroll.reshape(from: old, to: shape, count: photos.count)
    }

    private mutating func retry() -> [Effect] {
        (dismissed, renewalFailure) = (nil, nil)
        guard let results, !results.photos.isEmpty else {
            return [.photo(.retryPreviews)] + (self.results?.reload() ?? [])
        }
        if results.failure != nil, !results.isEmptyButForLead {
            return [.photo(.retryPreviews)] + (self.results?.retry() ?? [])
        }
        return [.photo(.retryPreviews)] + renew(results)
    }

    /// Reloads the list.
    private mutating func renew(_ results: Results) -> [Effect] {
        var new = results.renewed(newID())
        let effects = new.reload()
        return replace(by: new, loading: effects)
    }

    /// Loads another list; until it arrives, the old list stays on the screen and can be used.
    mutating func replace(by list: Results, loading effects: [Effect]) -> [Effect] {
        let left = renewal.map { [Effect.library(.abandon($0.list.id))] } ?? []
        renewal = ListRenewal(list)
        return left + effects + adopt()
    }

    mutating func newID() -> ResultsID {
        generation += 1
        return ResultsID(screen: number, generation: generation)
    }
}

extension LibraryScreen {
    mutating func type(_ key: KeyPress) -> [Effect]? {
        guard let outcome = form?.press(key) else { return [] }
        return outcome == .cancelled ? nil : handle(outcome)
    }

    mutating func paste(_ text: String) -> [Effect] {
        guard let outcome = form?.insert(text) else { return [] }
        return handle(outcome)
    }

    private mutating func handle(_ outcome: SearchForm.Outcome) -> [Effect] {
        switch outcome {
        case .edited:
            typing += 1
            return [.wake(TimerRequest(.search, typing), after: Self.searchDelay)]
        case .confirmed: return confirm()
        case .nothing, .cancelled: return []
        }
    }

    /// Starts a search after a pause in typing.
    mutating func woke(_ timer: TimerRequest) -> [Effect] {
        timer == TimerRequest(.search, typing) && form != nil ? search() : []
    }

    private mutating func confirm() -> [Effect] {
        guard let query = form?.query else { return [] }
        let effects = search()
        reshape { $0.form = nil }
        return effects + (names == nil ? [.archive(.remember(query))] : [])
    }

    /// Searches for the typed text; an empty text matches all names.
    private mutating func search() -> [Effect] {
        (names == nil ? form?.query : form?.whole).map { show($0) } ?? []
    }

    /// Shows search results, unless they are already shown; ignores late replies to other searches.
    mutating func show(_ query: Query) -> [Effect] {
        let source = names.map { ResultsSource.matching(query.text ?? "", among: $0) }
        guard results?.wanted != source ?? .search(query) else { return [] }
        let left = tearDown()
        (renewal, renewalFailure) = (nil, nil)
        backdrop = shown
        generation += 1
        var new = Results(
            source ?? .search(query), id: ResultsID(screen: number, generation: generation))
        let effects = new.begin()
        results = new
        scroll = LibraryScroll()
        dismissed = nil
        return left + effects
    }

    /// Lists another query, or retries a failure; the old list stays until the new one arrives.
    mutating func list(_ query: Query) -> [Effect] {
        guard names == nil else { return [] }
        let hasFailed = results?.wanted == .search(query) && results?.failure != nil
        return hasFailed ? retry() : show(query)
    }
}
