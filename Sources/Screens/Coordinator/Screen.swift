internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The kinds of screens, each with its own keys.
enum ScreenKind: CaseIterable, Hashable, Sendable { case viewer, comparison, library, detail }

/// The meaning of keys on a screen.
enum KeyInput {
    case command, text
    /// Keys end the screensaver and have no other effect.
    case screensaver
}

/// A screen of the stack; the default implementations do nothing.
protocol Screen: Sendable {
    var kind: ScreenKind { get }
    /// The current photo, on which keys act; `nil` if there is none.
    var reference: PhotoReference? { get }
    /// The catalog's entry for the current photo; `nil` if the screen lacks the entry.
    var entry: Photo? { get }
    /// The position among the photos that the screen steps through; `nil` for a list.
    var listCursor: ListCursor? { get }
    /// The viewer of the visible photo; setting `nil` does nothing.
    var viewer: ViewerScreen? { get set }
    var input: KeyInput { get }

    func view(in context: ScreenContext) -> ScreenView
    mutating func start() -> [Effect]
    /// Cancels unfinished work before the screen is closed.
    func tearDown() -> [Effect]
    mutating func resize(to size: ScreenSize) -> [Effect]
    /// Resumes after another screen covered this one; timers may have fired meanwhile.
    mutating func resume() -> [Effect]

    /// Returns the action that a key has on this screen; the key's usual action is `action`.
    func translated(_ action: Action, for preferences: Preferences) -> Action
    /// Performs an action; `known` contains the entries of the list below the screen.
    mutating func perform(_ action: Action, times: Int, known: [Photo]) -> Response
    mutating func point(_ action: PointerAction, at cell: CellPosition) -> [Effect]
    /// Receives a key as text.
    ///
    /// - Returns: `nil` if the screen is to be closed.
    mutating func type(_ key: KeyPress) -> [Effect]?
    mutating func paste(_ text: String) -> [Effect]
    /// Dismisses a panel over the screen, or leaves a section of the screen.
    ///
    /// - Returns: true if there was a panel or section.
    mutating func dismiss() -> Bool

    mutating func receive(_ event: PhotoEvent) -> [Effect]
    mutating func receive(_ event: LibraryEvent) -> [Effect]
    mutating func woke(_ timer: TimerRequest) -> [Effect]
    /// Adopts a list to which photos were added; `known` contains the list's entries.
    mutating func grow(to sequence: PhotoSequence, known: [Photo]) -> [Effect]
}

extension Screen {
    var entry: Photo? { nil }
    var listCursor: ListCursor? { nil }
    var viewer: ViewerScreen? {
        get { nil }
        set {}
    }
    var input: KeyInput { .command }

    func tearDown() -> [Effect] { [] }
    func resume() -> [Effect] { [] }
    func translated(_ action: Action, for preferences: Preferences) -> Action { action }
    func point(_ action: PointerAction, at cell: CellPosition) -> [Effect] { [] }
    func type(_ key: KeyPress) -> [Effect]? { [] }
    func paste(_ text: String) -> [Effect] { [] }
    func dismiss() -> Bool { false }
    func receive(_ event: PhotoEvent) -> [Effect] { [] }
    func receive(_ event: LibraryEvent) -> [Effect] { [] }
    func woke(_ timer: TimerRequest) -> [Effect] { [] }
    func grow(to sequence: PhotoSequence, known: [Photo]) -> [Effect] { [] }

    /// The viewers of the visible photos.
    var viewers: [ViewerScreen] { comparison?.both ?? [viewer].compactMap(\.self) }

    /// Returns true if an event about a rendered picture contains no news about the visible photos.
    func knows(_ event: PhotoEvent) -> Bool {
        let viewers = viewers
        guard case .drawn(let photo, let page, let status, let revision) = event, !viewers.isEmpty
        else { return false }
        return viewers.allSatisfy { $0.knows(photo, page: page, status, revision: revision) }
    }

    /// The screen itself if it is a list, otherwise `nil`; setting `nil` does nothing.
    var library: LibraryScreen? {
        get { self as? LibraryScreen }
        set { replace(by: newValue) }
    }

    /// The screen itself if it is a photo's page, otherwise `nil`; setting `nil` does nothing.
    var detail: DetailScreen? {
        get { self as? DetailScreen }
        set { replace(by: newValue) }
    }

    /// The screen itself if it is a comparison, otherwise `nil`; setting `nil` does nothing.
    var comparison: ComparisonScreen? {
        get { self as? ComparisonScreen }
        set { replace(by: newValue) }
    }

    private mutating func replace(by other: (any Screen)?) {
        if let other = other as? Self { self = other }
    }
}

/// The state that a screen displays but does not own.
struct ScreenContext {
    let preferences: Preferences
    /// The notice that temporarily replaces the status line; `nil` without a notice.
    let notice: Notice?
    /// True if the key for zooming is shown.
    let namesZoom: Bool
    /// True if the bar of a photo is shown; notices, progress and damage are always shown.
    let hasBar: Bool
    /// True if there is no previous screen.
    var isFirst: Bool
    /// The list's entry for the photo; `nil` if unknown.
    var known: Photo?
    /// True if the built-in collection can replace the library.
    let offersDemo: Bool
    let marks: Marks
}

/// The result of an action: effects, and a notice about changes that the screen does not show.
struct Response {
    var effects: [Effect]
    let notice: Notice?

    init(_ effects: [Effect] = [], notice: Notice? = nil) {
        self.effects = effects
        self.notice = notice
    }
}

/// The stack of screens; going back never closes the first screen.
struct ScreenStack: Sendable {
    /// The maximum number of screens; beyond it, the oldest screens after the first are closed.
    private static let limit = 50

    private var screens: [any Screen]

    init(_ first: any Screen) { screens = [first] }

    var top: any Screen {
        get { screens[screens.count - 1] }
        set { screens[screens.count - 1] = newValue }
    }

    var isFirst: Bool { screens.count == 1 }

    /// Adds a screen.
    ///
    /// - Returns: the screens that are closed to make room: the second screen and those above it,
    ///   up to the next list.
    mutating func push(_ screen: any Screen) -> [any Screen] {
        screens.append(screen)
        guard screens.count > Self.limit else { return [] }
        let next = screens[2..<(screens.count - 1)].firstIndex { $0.kind == .library }
        let dropped = screens[1..<(next ?? screens.count - 1)]
        screens.removeSubrange(dropped.indices)
        return Array(dropped)
    }

    mutating func pop() -> any Screen { screens.removeLast() }

    /// Changes every screen, the top one last.
    mutating func each(_ change: (inout any Screen) -> [Effect]) -> [Effect] {
        var effects: [Effect] = []
        for index in screens.indices { effects += change(&screens[index]) }
        return effects
    }

    /// The topmost list, on which the screens above it depend; `nil` if there is no list.
    var library: LibraryScreen? {
        get { screens.lazy.reversed().compactMap(\.library).first }
        set {
            let index = screens.lastIndex { $0.library != nil }
            if let index, let newValue { screens[index] = newValue }
        }
    }
}
