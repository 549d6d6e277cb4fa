internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// A list or a grid of photos, and the form of its search while that is typed.
package struct LibraryScreen: Sendable {
    /// How long typing pauses before the search begins.
    private static let searchDelay = Duration.milliseconds(300)

    private(set) var results: Results?
    private(set) var arrangement: LibraryArrangement
    private(set) var form: SearchForm?
    private var scroll = LibraryScroll()
    /// The list behind a search form, until the results have come.
    private var backdrop: Backdrop?
    private var size: ScreenSize
    private var dismissed: CatalogFailure?
    /// Which filter of the search the keys act on.
    private(set) var focusedFilter: Int?
    private let number: Int
    private var generation = 0
    private var typing = 0
    /// What is searched by its names; `nil` if the library is searched.
    private var names: [PhotoReference]?

    /// `number` is unique among the lists of a session.
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

    /// A search form, over the list that is shown now.
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
    var selectedPhoto: Photo? { photos.indices.contains(selected) ? photos[selected] : nil }
    /// The selected photo, as the viewer opens it.
    var selectedReference: PhotoReference? {
        photos.indices.contains(selected) ? results?.reference(at: selected) : nil
    }

    /// The selected photo and the others to go to; `nil` if there are none.
    var cursor: ListCursor? {
        guard let sequence = results?.sequence, !sequence.photos.isEmpty else { return nil }
        return ListCursor(sequence, at: selected)
    }

    var isTyping: Bool { form != nil }

    /// Whether it lists what was named on the command line.
    var isOfNamedPhotos: Bool {
        if case .files = results?.source { true } else { results?.named != nil }
    }

    /// The selected place, if it lists places.
    var selectedPlace: KeptPlace? {
        results?.source.places.flatMap { $0.indices.contains(selected) ? $0[selected] : nil }
    }

    /// The query that a new search begins with.
    var query: Query {
        switch results?.wanted {
        case .search(let query): query
        case .matching(let words, _): Query(text: words)
        default: Query()
        }
    }

    /// The failure, unless it was dismissed.
    var alert: CatalogFailure? { results?.failure.flatMap { $0 == dismissed ? nil : $0 } }

    /// Whether nothing came because the library cannot be reached.
    var isCutOff: Bool { form == nil && photos.isEmpty && results?.failure?.isPassing == true }

    var page: LibraryPage {
        let shown = shown
        return LibraryPage(
            results: shown?.results, awaited: shown?.results.id == results?.id ? nil : results,
            form: form, shape: shape, firstRow: shown?.scroll.firstRow ?? 0,
            selected: shown?.scroll.selected ?? 0, alert: alert, focusedFilter: focusedFilter)
    }

    /// The list on the page: a list that is loading does not replace the one before it.
    private var shown: Backdrop? {
        let own = results.map { Backdrop(results: $0, scroll: scroll) }
        guard let backdrop, own?.results.hasNothingToShow ?? true else { return own }
        return backdrop
    }

    private var shape: LibraryShape {
        LibraryShape(
            arrangement, size.cells,
            headRows: 1 + (form.map { SearchLayout.lines(of: $0, in: size.cells).count } ?? 0),
            hasLead: shown?.results.hasLead ?? false)
    }

    mutating func start() -> [Effect] {
        if form != nil { return names == nil ? [.archive(.recall)] : [] }
        return results?.begin() ?? []
    }

    mutating func perform(_ action: Action, times: Int) -> [Effect] {
        if action == .removeFilter, let place = selectedPlace { return remove(place) }
        if let effects = performOnFilter(action) { return effects }
        switch action {
        case .step(let direction): go(direction, by: times)
        case .page(let direction): go(direction, by: times * shape.fullRows)
        case .edge(.up), .edge(.left): select(0)
        case .edge(.down), .edge(.right): select(photos.count - 1)
        case .nextPhoto: select(selected + times)
        case .previousPhoto: select(selected - times)
        case .zoomIn: arrange(shape.stepped(larger: true))
        case .zoomOut: arrange(shape.stepped(larger: false))
        case .layout: arrange(shape.isList ? .automaticGrid : .list)
        case .retry: return retry()
        default: break
        }
        return wish()
    }

    /// Dismisses an alert, or leaves the filters of the search.
    ///
    /// - Returns: whether there was anything.
    mutating func dismiss() -> Bool {
        if let alert {
            dismissed = alert
            return true
        }
        defer { focusedFilter = nil }
        return focusedFilter != nil
    }

    mutating func select(_ index: Int) { scroll.select(index, count: photos.count, shape) }

    /// Selects the photo under the pointer.
    ///
    /// - Returns: whether there is one.
    mutating func select(at cell: CellPosition) -> Bool {
        guard let place = shape.place(at: cell) else { return false }
        let index = shape.span.index(
            at: scroll.firstRow * shape.across + place, across: shape.across)
        guard photos.indices.contains(index) else { return false }
        select(index)
        return true
    }

    mutating func turn(wheel steps: Int) -> [Effect] {
        scroll.scroll(by: steps, count: photos.count, shape)
        return wish()
    }

    mutating func resize(to size: ScreenSize) -> [Effect] {
        reshape { $0.size = size }
        return wish()
    }

    /// Requests the next page of results before it is needed.
    mutating func wish() -> [Effect] {
        let last = (scroll.firstRow + shape.fullRows) * shape.across
        let place = max(selected, last)
        return results?.wish(near: place) ?? []
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
        let column = span.place(of: selected, across: across) % across
        select(span.index(at: min(row, end) * across + column, across: across))
    }

    /// The next place is selected, so that the key can be pressed again.
    private mutating func remove(_ place: KeptPlace) -> [Effect] {
        let left = results?.source.places?.filter { $0 != place } ?? []
        results?.receive(left)
        select(selected)
        return [.archive(.forgetPlace(place))]
    }

    private mutating func arrange(_ other: LibraryArrangement) {
        reshape { $0.arrangement = other }
    }

    private mutating func reshape(_ change: (inout LibraryScreen) -> Void) {
        let old = shape
        change(&self)
        scroll.reshape(from: old, to: shape, count: photos.count)
    }

    private mutating func retry() -> [Effect] {
        dismissed = nil
        if results?.failure != nil { return [.photo(.retryPreviews)] + (results?.retry() ?? []) }
        scroll = LibraryScroll()
        return [.photo(.retryPreviews)] + (results?.reload() ?? [])
    }
}

extension LibraryScreen {
    mutating func type(_ key: KeyPress) -> (SearchForm.Outcome, [Effect]) {
        guard let outcome = form?.press(key) else { return (.nothing, []) }
        return (outcome, handle(outcome))
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

    /// Typing has paused.
    mutating func woke(_ timer: TimerRequest) -> [Effect] {
        timer == TimerRequest(.search, typing) && form != nil ? search() : []
    }

    private mutating func confirm() -> [Effect] {
        guard let query = form?.query else { return [] }
        let effects = search()
        reshape { $0.form = nil }
        return effects + (names == nil ? [.archive(.remember(query))] : [])
    }

    /// Without words, all names match.
    private mutating func search() -> [Effect] {
        (names == nil ? form?.query : form?.whole).map { show($0) } ?? []
    }

    /// Searches, unless these results are shown already; a late answer to the search before is ignored.
    private mutating func show(_ query: Query) -> [Effect] {
        let source = names.map { ResultsSource.matching(query.text ?? "", among: $0) }
        guard results?.wanted != source ?? .search(query) else { return [] }
        let left = results.map { [Effect.library(.abandon($0.id))] } ?? []
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

    /// Lists something else, or again what has failed; what is shown stays until it has come.
    mutating func list(_ query: Query) -> [Effect] {
        guard names == nil else { return [] }
        let hasFailed = results?.wanted == .search(query) && results?.failure != nil
        return hasFailed ? retry() : show(query)
    }

    mutating func recalled(_ queries: [Query]) { form?.remember(queries) }

    /// What narrows the search that is shown.
    private var filters: [QueryFilter] { results?.source.query?.filters ?? [] }

    /// Does what a key asks for while a filter has the focus; the first key only gives it to one, if
    /// there are several.
    ///
    /// - Returns: `nil` if the key has another meaning.
    private mutating func performOnFilter(_ action: Action) -> [Effect]? {
        // An answer from this machine has none.
        guard !filters.isEmpty else {
            focusedFilter = nil
            return action == .removeFilter ? [] : nil
        }
        switch (action, focusedFilter) {
        case (.removeFilter, nil):
            guard filters.count > 1 else { return removeFilter(0) }
            focusedFilter = filters.count - 1
        case (.removeFilter, let index?), (.open, let index?): return removeFilter(index)
        case (.step(.left), let index?): focusedFilter = max(0, index - 1)
        case (.step(.right), let index?): focusedFilter = min(index + 1, filters.count - 1)
        default:
            focusedFilter = nil
            return nil
        }
        return []
    }

    /// Removes a filter of the search; the list follows, and the next filter has the focus.
    mutating func removeFilter(_ index: Int) -> [Effect] {
        guard filters.indices.contains(index) else { return [] }
        let left = filters.count - 1
        focusedFilter = focusedFilter == nil || left == 0 ? nil : min(index, left - 1)
        return show(query.without(filters[index]))
    }

    mutating func receive(_ page: Page, for request: PageRequest) -> [Effect] {
        form?.learn(page.photos)
        results?.receive(page, for: request)
        return wish()
    }

    /// Without a network, photos seen before are searched instead.
    mutating func receive(_ failure: CatalogFailure, for request: PageRequest) -> [Effect] {
        dismissed = nil
        results?.receive(failure, for: request)
        guard let results, failure.isOffline, results.isEmptyButForLead,
            case .failed = results.state
        else { return wish() }
        let service = query.source == .nasa ? nil : query.source
        return [.archive(.collect(.seen(query.text ?? "", of: service), for: results.id))]
    }

    mutating func delay(bySeconds seconds: Int?, of request: PageRequest) {
        results?.delay(bySeconds: seconds, of: request)
    }

    mutating func receive(_ photos: [Photo], from source: ResultsSource) {
        // The failure says more than an empty list.
        if case .seen = source, photos.isEmpty { return }
        results?.receive(photos, from: source)
        select(selected)
    }

    /// The picture of the day leads the list; what a person has gone to stays selected.
    mutating func receive(lead photo: Photo) {
        let isMoved = selected > 0 || scroll.firstRow > 0
        let hadLead = results?.hasLead ?? false
        reshape { $0.results?.receive(lead: photo) }
        if isMoved, !hadLead, results?.hasLead == true { select(selected + 1) }
    }

    mutating func receive(_ places: [KeptPlace]) {
        results?.receive(places)
        select(selected)
    }

    mutating func receive(_ found: FoundPhotos) -> [Effect] {
        results?.receive(found)
        select(selected)
        return wish()
    }

    mutating func receive(_ failure: PictureFailure, ofPreview photo: PhotoReference) {
        results?.receive(failure, of: photo)
    }
}

extension CatalogFailure {
    /// Whether there may be no network.
    fileprivate var isOffline: Bool {
        switch self {
        case .fetching(.noConnection), .fetching(.nameNotFound): true
        default: false
        }
    }
}

/// The selected photo, and the first row on the page.
struct LibraryScroll: Hashable, Sendable {
    private(set) var selected = 0
    private(set) var firstRow = 0

    mutating func select(_ index: Int, count: Int, _ shape: LibraryShape) {
        selected = max(0, min(index, count - 1))
        reveal(shape, count)
    }

    /// Scrolls as little as brings the selected photo onto the page.
    private mutating func reveal(_ shape: LibraryShape, _ count: Int) {
        let rows = shape.span.rows(of: selected, across: shape.across)
        let wished = min(max(firstRow, rows.upperBound - shape.fullRows), rows.lowerBound)
        firstRow = shape.span.firstRow(near: wished, from: firstRow)
    }

    /// Scrolls with the wheel; the selection stays on the page.
    mutating func scroll(by rows: Int, count: Int, _ shape: LibraryShape) {
        let all = shape.span.rowCount(of: count, across: shape.across)
        let wished = max(0, min(firstRow + rows, all - shape.fullRows))
        firstRow = shape.span.firstRow(near: wished, from: firstRow)
        let seen = shape.span.items(
            inRows: firstRow..<firstRow + shape.fullRows, of: count, across: shape.across)
        selected = max(0, min(max(selected, seen.lowerBound), seen.upperBound - 1))
    }

    /// Keeps the selected photo as nearly as possible at its height on the page.
    mutating func reshape(from old: LibraryShape, to new: LibraryShape, count: Int) {
        let oldRow = old.span.rows(of: selected, across: old.across).lowerBound
        let down = (2 * (oldRow - firstRow) + 1) * old.itemRows / (2 * new.itemRows)
        let row = new.span.rows(of: selected, across: new.across).lowerBound
        let all = new.span.rowCount(of: count, across: new.across)
        firstRow = max(0, min(row - down, all - new.fullRows))
        reveal(new, count)
    }
}

/// How photos are laid out on a page.
package enum LibraryArrangement: Hashable, Sendable {
    case list
    /// Tiles, edge to edge; as many columns as suit the window if `nil`.
    case grid(columns: Int?)

    /// What a session begins with.
    package static let automaticGrid = LibraryArrangement.grid(columns: nil)
}

extension LibraryShape {
    /// The columns that + and - go through.
    private static let steps = [1, 2, 3, 4, 6, 8, 10, 12]

    /// The grid with larger or smaller tiles; a list becomes a grid.
    fileprivate func stepped(larger: Bool) -> LibraryArrangement {
        guard !isList else { return larger ? .grid(columns: 2) : .automaticGrid }
        let other =
            larger ? Self.steps.last { $0 < across } : Self.steps.first { $0 > across }
        return .grid(columns: other ?? across)
    }
}
