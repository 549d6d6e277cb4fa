internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// A list or a grid of photos, and the search that made it, while that is typed.
package struct LibraryScreen: Sendable {
    /// How long the hand rests before what is typed is searched for.
    private static let searchDelay = Duration.milliseconds(300)

    private(set) var results: Results?
    private(set) var arrangement: LibraryArrangement
    private(set) var form: SearchForm?
    private var scroll = LibraryScroll()
    /// The list behind a search that is typed, until its results have come.
    private var backdrop: Backdrop?
    private var size: ScreenSize
    private var dismissed: CatalogFailure?
    private let number: Int
    private var generation = 0
    private var typing = 0

    /// A browser of a list; no other has its number.
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

    /// A browser whose search is still to be typed, over the list that is shown now.
    init(
        typing query: Query, over other: LibraryScreen?, number: Int, size: ScreenSize
    ) {
        arrangement = other?.arrangement ?? .list
        self.number = number
        self.size = size
        backdrop = other?.shown.flatMap { $0.results.photos.isEmpty ? nil : $0 }
        form = SearchForm(query)
    }

    var photos: [Photo] { results?.photos ?? [] }
    var selected: Int { scroll.selected }
    var selectedPhoto: Photo? { photos.indices.contains(selected) ? photos[selected] : nil }
    /// The photo that keys mean, as the viewer opens it.
    var selectedReference: PhotoReference? {
        photos.indices.contains(selected) ? results?.reference(at: selected) : nil
    }

    var isTyping: Bool { form != nil }

    /// Whether it lists what was named on the command line.
    var isOfNamedPhotos: Bool { if case .named = results?.source { true } else { false } }

    /// The query that a new search begins with.
    var query: Query {
        if case .search(let query) = results?.wanted { query } else { Query() }
    }

    /// What failed and has not been waved away.
    var alert: CatalogFailure? { results?.failure.flatMap { $0 == dismissed ? nil : $0 } }

    /// Whether nothing came because the library cannot be reached.
    var isCutOff: Bool {
        form == nil && photos.isEmpty && results?.failure?.isPassing == true
    }

    var page: LibraryPage {
        let shown = shown
        return LibraryPage(
            results: shown?.results, awaited: shown?.results.id == results?.id ? nil : results,
            form: form, shape: shape, first: (shown?.scroll.firstRow ?? 0) * shape.across,
            selected: shown?.scroll.selected ?? 0, alert: alert)
    }

    /// What is on the page: a list that is on its way does not take the one before it away.
    private var shown: Backdrop? {
        let own = results.map { Backdrop(results: $0, scroll: scroll) }
        guard let backdrop, own?.results.hasNothingToShow ?? true else { return own }
        return backdrop
    }

    private var shape: LibraryShape {
        LibraryShape(
            arrangement, size.cells,
            headRows: 1 + (form.map { SearchLayout.lines(of: $0, in: size.cells).count } ?? 0))
    }

    mutating func start() -> [Effect] {
        if form != nil { return [.archive(.recall)] }
        return results?.begin() ?? []
    }

    mutating func perform(_ action: Action, times: Int) -> [Effect] {
        switch action {
        case .step(let direction): go(direction, by: times)
        case .page(let direction): go(direction, by: times * shape.fullRows)
        case .edge(.up), .edge(.left): select(0)
        case .edge(.down), .edge(.right): select(photos.count - 1)
        case .nextPhoto: select(selected + times)
        case .previousPhoto: select(selected - times)
        case .zoomIn: arrange(arrangement.stepped(larger: true))
        case .zoomOut: arrange(arrangement.stepped(larger: false))
        case .layout: arrange(shape.isList ? .grid(columns: 4) : .list)
        case .retry: return retry()
        default: break
        }
        return wish()
    }

    /// Waves an alert away.
    ///
    /// - Returns: whether there was one.
    mutating func dismissAlert() -> Bool {
        guard let alert else { return false }
        dismissed = alert
        return true
    }

    mutating func select(_ index: Int) {
        scroll.select(index, count: photos.count, shape)
    }

    /// Chooses what is under the pointer.
    ///
    /// - Returns: whether a photo is.
    mutating func select(at cell: CellPosition) -> Bool {
        guard let place = shape.place(at: cell) else { return false }
        let index = scroll.firstRow * shape.across + place
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

    /// A page near the end of what has come is asked for before it is needed.
    mutating func wish() -> [Effect] {
        let last = (scroll.firstRow + shape.fullRows) * shape.across
        let place = max(selected, last)
        return results?.wish(near: place) ?? []
    }

    private mutating func go(_ direction: ViewportMove.Direction, by steps: Int) {
        switch direction {
        case .up: move(by: -steps * shape.across)
        case .down: move(by: steps * shape.across)
        case .left: if shape.across > 1 { select(selected - steps) }
        case .right: if shape.across > 1 { select(selected + steps) }
        }
    }

    /// Rows are gone through in one column; the last row may be shorter.
    private mutating func move(by distance: Int) {
        let wished = selected + distance
        if wished >= photos.count, selected / shape.across == (photos.count - 1) / shape.across {
            return
        }
        let first = selected % shape.across
        select(wished < 0 ? first : wished)
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
    /// What is typed goes into the form.
    mutating func type(_ key: KeyPress) -> (SearchForm.Outcome, [Effect]) {
        guard let outcome = form?.press(key) else { return (.nothing, []) }
        return (outcome, take(outcome))
    }

    mutating func paste(_ text: String) -> [Effect] {
        guard let outcome = form?.insert(text) else { return [] }
        return take(outcome)
    }

    private mutating func take(_ outcome: SearchForm.Outcome) -> [Effect] {
        switch outcome {
        case .edited:
            typing += 1
            return [.wake(TimerRequest(.search, typing), after: Self.searchDelay)]
        case .confirmed: return confirm()
        case .nothing, .cancelled: return []
        }
    }

    /// The hand has rested: what is typed is searched for.
    mutating func woke(_ alarm: TimerRequest) -> [Effect] {
        alarm == TimerRequest(.search, typing) && form != nil ? search() : []
    }

    private mutating func confirm() -> [Effect] {
        guard let query = form?.query else { return [] }
        let effects = search()
        reshape { $0.form = nil }
        return effects + [.archive(.remember(query))]
    }

    /// Searches, unless that is what is shown already; an answer to the search before finds nobody.
    private mutating func search() -> [Effect] {
        guard let query = form?.query, results?.wanted != .search(query) else { return [] }
        let left = results.map { [Effect.library(.abandon($0.id))] } ?? []
        backdrop = shown
        generation += 1
        var new = Results(
            .search(query), id: ResultsID(screen: number, generation: generation))
        let effects = new.begin()
        results = new
        scroll = LibraryScroll()
        dismissed = nil
        return left + effects
    }

    mutating func recalled(_ queries: [Query]) { form?.remember(queries) }

    mutating func receive(_ page: Page, for request: PageRequest) -> [Effect] {
        results?.receive(page, for: request)
        return wish()
    }

    /// Without a network, what was seen before is looked through instead.
    mutating func receive(_ failure: CatalogFailure, for request: PageRequest) -> [Effect] {
        dismissed = nil
        results?.receive(failure, for: request)
        guard let results, failure.isOffline, results.photos.isEmpty, case .failed = results.state
        else { return wish() }
        return [.archive(.collect(.seen(query.text ?? ""), for: results.id))]
    }

    mutating func delay(bySeconds seconds: Int?, of request: PageRequest) {
        results?.delay(bySeconds: seconds, of: request)
    }

    mutating func receive(_ photos: [Photo], from source: ResultsSource) {
        // Nothing was seen: the failure says more than an empty list.
        if case .seen = source, photos.isEmpty { return }
        results?.receive(photos, from: source)
        select(selected)
    }
}

extension CatalogFailure {
    /// Whether it may be that there is no network.
    fileprivate var isOffline: Bool {
        switch self {
        case .fetching(.noConnection), .fetching(.nameNotFound): true
        default: false
        }
    }
}
