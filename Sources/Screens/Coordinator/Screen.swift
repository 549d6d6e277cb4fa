internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// The kinds of screen, each with its own keys.
enum ScreenKind: CaseIterable, Hashable, Sendable { case viewer, comparison, library, detail }

/// The meaning of keys on a screen.
enum KeyInput {
    case command, text
    /// A key ends the screensaver, and does nothing else.
    case screensaver
}

/// A screen of the stack; unless it says otherwise, nothing happens.
protocol Screen: Sendable {
    var kind: ScreenKind { get }
    /// The photo that keys act on.
    var reference: PhotoReference? { get }
    /// The catalog's entry of that photo, if the screen has it.
    var entry: Photo? { get }
    /// The position among the photos that the screen goes through; `nil` for a list.
    var listCursor: ListCursor? { get }
    /// The viewer of the visible photo; setting `nil` does nothing.
    var viewer: ViewerScreen? { get set }
    var input: KeyInput { get }

    func view(in context: ScreenContext) -> ScreenView
    mutating func start() -> [Effect]
    /// Cancels unfinished work.
    func tearDown() -> [Effect]
    mutating func resize(to size: ScreenSize) -> [Effect]
    /// Goes on after another screen lay over this one: its timers may have fired meanwhile.
    mutating func resume() -> [Effect]

    /// The action that a key has here, in place of the usual one.
    func translated(_ action: Action, for preferences: Preferences) -> Action
    /// Performs an action; `known` are the photos of the list below.
    mutating func perform(_ action: Action, times: Int, known: [Photo]) -> Response
    mutating func point(_ action: PointerAction, at cell: CellPosition) -> [Effect]
    /// Receives a key as text.
    ///
    /// - Returns: `nil` if the screen is to be left.
    mutating func type(_ key: KeyPress) -> [Effect]?
    mutating func paste(_ text: String) -> [Effect]
    /// Dismisses what lies over the screen, or leaves a part of it.
    ///
    /// - Returns: true if there was anything.
    mutating func dismiss() -> Bool

    mutating func receive(_ event: PhotoEvent) -> [Effect]
    mutating func receive(_ event: LibraryEvent) -> [Effect]
    mutating func woke(_ timer: TimerRequest) -> [Effect]
    /// Goes through a list that has grown; `known` are its photos.
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

    /// True if a rendered picture tells the visible photos nothing new.
    func knows(_ event: PhotoEvent) -> Bool {
        let viewers = viewers
        guard case .drawn(let photo, let page, let status, let revision) = event, !viewers.isEmpty
        else { return false }
        return viewers.allSatisfy { $0.knows(photo, page: page, status, revision: revision) }
    }

    /// The screen, if it is a list; setting `nil` does nothing.
    var library: LibraryScreen? {
        get { self as? LibraryScreen }
        set { replace(by: newValue) }
    }

    /// The screen, if it is a photo's page; setting `nil` does nothing.
    var detail: DetailScreen? {
        get { self as? DetailScreen }
        set { replace(by: newValue) }
    }

    /// The screen, if it is a comparison; setting `nil` does nothing.
    var comparison: ComparisonScreen? {
        get { self as? ComparisonScreen }
        set { replace(by: newValue) }
    }

    private mutating func replace(by other: (any Screen)?) {
        if let other = other as? Self { self = other }
    }
}

/// The surroundings of a screen that it shows.
struct ScreenContext {
    let preferences: Preferences
    /// Replaces the status line for a while.
    let notice: Notice?
    /// True if the key that zooms is named.
    let namesZoom: Bool
    /// True if the bar of a photo is shown; a notice, what the photo waits for, and damage always are.
    let hasBar: Bool
    /// True if there is no screen to go back to.
    var isFirst: Bool
    /// The list's entry of the photo.
    var known: Photo?
    /// True if the built-in collection can stand in for the library.
    let offersDemo: Bool
    let marks: Marks
}

/// The result of an action: effects, and a notice of changes that the screen does not show.
struct Response {
    var effects: [Effect]
    let notice: Notice?

    init(_ effects: [Effect] = [], notice: Notice? = nil) {
        self.effects = effects
        self.notice = notice
    }
}

/// The screens, one on the other; the first is left only by quitting.
struct ScreenStack: Sendable {
    /// Maximum depth; beyond it the oldest screens are dropped, except the first.
    private static let limit = 50

    private var screens: [any Screen]

    init(_ first: any Screen) { screens = [first] }

    var top: any Screen {
        get { screens[screens.count - 1] }
        set { screens[screens.count - 1] = newValue }
    }

    var isFirst: Bool { screens.count == 1 }

    /// - Returns: the screens that are dropped for it: a list, and those that go through it.
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

    /// The topmost list, which the screens above it go through.
    var library: LibraryScreen? {
        get { screens.lazy.reversed().compactMap(\.library).first }
        set {
            let place = screens.lastIndex { $0.library != nil }
            if let place, let newValue { screens[place] = newValue }
        }
    }
}
