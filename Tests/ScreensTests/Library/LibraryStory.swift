import Imaging
import Localization
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport

@testable import Screens

/// A user of the library: presses keys, the library answers, effects are requested and shown.
struct LibraryStory {
    private(set) var screens: ScreenCoordinator
    /// The unanswered effects, the newest last.
    private(set) var asked: [Effect] = []

    init(
        _ source: ResultsSource = .search(Query(text: "moon")),
        _ arrangement: LibraryArrangement = .list,
        cells: CellSize = CellSize(columns: 80, rows: 24),
        preferences: Preferences = Preferences()
    ) {
        screens = ScreenCoordinator(
            source, arrangement, size: Self.size(of: cells), preferences)
        asked = screens.start()
    }

    /// Starts with the first of some named photos.
    init(
        viewing photos: [PhotoReference], cells: CellSize = CellSize(columns: 80, rows: 24),
        preferences: Preferences = Preferences()
    ) {
        screens = ScreenCoordinator(photos: photos, size: Self.size(of: cells), preferences)
        asked = screens.start()
    }

    /// Returns a story that starts with a loaded list.
    static func listing(
        _ photos: [Photo], of total: Int? = nil, _ arrangement: LibraryArrangement = .list,
        cells: CellSize = CellSize(columns: 80, rows: 24),
        preferences: Preferences = Preferences()
    ) -> LibraryStory {
        var story = LibraryStory(
            .search(Query(text: "moon")), arrangement, cells: cells,
            preferences: preferences)
        story.answer(LibraryPages.page(photos, of: total ?? photos.count))
        return story
    }

    /// Offers a built-in collection beside NASA's library.
    mutating func offerDemo() { screens.shownLibrary = .nasa(offersDemo: true) }

    /// Views one of the photos that arrive first.
    mutating func awaitRandomPhoto(_ number: UInt64) { screens.awaitRandomPhoto(number) }

    /// Makes the built-in collection the library.
    mutating func useDemo() { screens.shownLibrary = .demo }

    /// The keys that the page's last line names.
    var hints: [String] {
        guard case .page(let page, _) = screens.view else { return [] }
        return page.runs.filter { $0.position.row == page.size.rows - 1 && $0.style == .accent }
            .map(\.text.string)
    }

    @discardableResult
    mutating func press(_ keys: String) -> [Effect] {
        var effects: [Effect] = []
        for key in keys { effects = press(KeyPress(.character(key))) }
        return effects
    }

    @discardableResult
    mutating func press(_ keys: KeyPress.Key...) -> [Effect] {
        var effects: [Effect] = []
        for key in keys { effects = press(KeyPress(key)) }
        return effects
    }

    @discardableResult
    mutating func press(_ key: KeyPress) -> [Effect] { note(screens.press(key)) }

    mutating func paste(_ text: String) { _ = note(screens.paste(Array(text.utf8))) }

    @discardableResult
    mutating func receive(_ event: LibraryEvent) -> [Effect] { note(screens.receive(event)) }

    @discardableResult
    mutating func receive(_ event: PhotoEvent) -> [Effect] { note(screens.receive(event)) }

    @discardableResult
    mutating func resize(columns: Int, rows: Int) -> [Effect] {
        note(screens.resize(to: Self.size(of: CellSize(columns: columns, rows: rows))))
    }

    @discardableResult
    mutating func click(_ action: PointerAction, row: Int, column: Int = 1) -> [Effect] {
        note(screens.click(action, at: CellPosition(row: row, column: column)))
    }

    /// Answers the newest request for a page.
    @discardableResult
    mutating func answer(_ page: Page) -> [Effect] {
        guard let (request, list) = pageRequest else { return [] }
        return receive(.page(page, for: request, of: list))
    }

    @discardableResult
    mutating func answer(_ failure: CatalogFailure) -> [Effect] {
        guard let (request, list) = pageRequest else { return [] }
        return receive(.pageFailed(failure, for: request, of: list))
    }

    /// Fires the newest timer.
    @discardableResult
    mutating func wait() -> [Effect] {
        for case .wake(let timer, _) in asked.reversed() { return receive(.woke(timer)) }
        return []
    }

    /// The newest request for a page.
    var pageRequest: (PageRequest, ResultsID)? {
        for effect in asked.reversed() {
            switch effect {
            case .library(.load(let request, let list)), .library(.reload(let request, let list)):
                return (request, list)
            default: break
            }
        }
        return nil
    }

    /// The page as text, its pictures as grey boxes; the status line of a photo.
    ///
    /// Right-to-left text is in the order of its cells.
    var page: String {
        switch screens.view {
        case .page(let page, let pictures), .waiting(let page, let pictures):
            PaintedPage(page.ordered(for: .none), pictures: pictures).markedLines
                .joined(separator: "\n")
        case .photo(let view):
            view.bar.runs.map { $0.text.ordered(for: .none).string }.joined()
        }
    }

    var pictures: [PagePicture] {
        switch screens.view {
        case .page(_, let pictures), .waiting(_, let pictures): pictures
        case .photo: []
        }
    }

    var viewport: Viewport? {
        if case .photo(let view) = screens.view { view.viewport } else { nil }
    }

    /// The photo in the viewer, if it is open.
    var viewed: PhotoReference? {
        (screens.stack.top as? ViewerScreen)?.cursor.photo
    }

    /// The words of the typed search.
    var words: String? {
        screens.stack.top.library?.form?[.text].text
    }

    /// The photo that keys would affect.
    var chosen: String? { screens.stack.top.reference?.id?.text }

    private mutating func note(_ effects: [Effect]) -> [Effect] {
        asked += effects
        return effects
    }

    static func size(of cells: CellSize) -> ScreenSize {
        let picture = PixelSize(width: cells.columns * 10, height: (cells.rows - 1) * 20 / 6 * 6)
        let area = PictureArea(origin: CellPosition(row: 0, column: 0), size: picture)
        return ScreenSize(cells: cells, picture: picture.isEmpty ? nil : area)
    }
}
