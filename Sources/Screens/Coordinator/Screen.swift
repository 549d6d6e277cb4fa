internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline

/// One of the screens on the stack.
enum Screen: Sendable {
    case browser(LibraryScreen)
    case detail(DetailScreen)
    case viewer(ViewerScreen)

    /// The photo that keys about a photo mean.
    var reference: PhotoReference? {
        switch self {
        case .browser(let browser): browser.selectedReference
        case .detail(let detail): detail.walk.photo
        case .viewer(let viewer): viewer.walk.photo
        }
    }

    /// The same, if it is one of the library's.
    var photo: PhotoID? {
        if case .library(let id) = reference { id } else { nil }
    }

    /// Where one is among the photos that are gone through.
    var walk: ListCursor? {
        switch self {
        case .browser: nil
        case .detail(let detail): detail.walk
        case .viewer(let viewer): viewer.walk
        }
    }
}

extension Screen {
    /// What kind of screen it is, for what depends only on that.
    enum Kind: Hashable, Sendable { case browser, detail, viewer }

    var kind: Kind {
        switch self {
        case .browser: .browser
        case .detail: .detail
        case .viewer: .viewer
        }
    }

    mutating func start() -> [Effect] {
        switch self {
        case .browser(var browser):
            defer { self = .browser(browser) }
            return browser.start()
        case .detail(let detail): return detail.start
        case .viewer(let viewer): return viewer.start
        }
    }

    /// Does what a key asks for; `known` are the photos of the list that is gone through.
    mutating func perform(_ action: Action, times: Int, known: [Photo]) -> [Effect] {
        switch self {
        case .browser(var browser):
            defer { self = .browser(browser) }
            return browser.perform(action, times: times)
        case .detail(var detail):
            defer { self = .detail(detail) }
            switch action {
            case .nextPhoto: return detail.go(by: times, known: known)
            case .previousPhoto: return detail.go(by: -times, known: known)
            default: return detail.perform(action, times: times)
            }
        case .viewer(var viewer):
            defer { self = .viewer(viewer) }
            return viewer.perform(action, times: times)
        }
    }

    mutating func resize(to size: ScreenSize) -> [Effect] {
        switch self {
        case .browser(var browser):
            defer { self = .browser(browser) }
            return browser.resize(to: size)
        case .detail(var detail):
            detail.resize(to: size)
            self = .detail(detail)
            return []
        case .viewer(var viewer):
            defer { self = .viewer(viewer) }
            return viewer.resize(to: size)
        }
    }

    mutating func grow(to sequence: PhotoSequence, known: [Photo]) -> [Effect] {
        switch self {
        case .browser: return []
        case .detail(var detail):
            defer { self = .detail(detail) }
            return detail.grow(to: sequence, known: known)
        case .viewer(var viewer):
            defer { self = .viewer(viewer) }
            return viewer.grow(to: sequence)
        }
    }

    /// Takes a part of a list in, if it is for this screen.
    mutating func receive(list event: LibraryEvent) -> [Effect] {
        guard case .browser(var browser) = self else { return [] }
        defer { self = .browser(browser) }
        switch event {
        case .page(let page, let request, browser.results?.id):
            return browser.receive(page, for: request)
        case .pageFailed(let failure, let request, browser.results?.id):
            return browser.receive(failure, for: request)
        case .pageDelayed(let seconds, let request, browser.results?.id):
            browser.delay(bySeconds: seconds, of: request)
        case .collected(let photos, let source, browser.results?.id):
            browser.receive(photos, from: source)
        default: break
        }
        return []
    }

    /// Takes in what is told of a photo or of earlier searches.
    mutating func receive(about event: LibraryEvent) -> [Effect] {
        switch (self, event) {
        case (.browser(var browser), .recalled(let queries)):
            browser.recalled(queries)
            self = .browser(browser)
        case (.detail(var detail), _):
            detail.receive(event)
            self = .detail(detail)
        default: break
        }
        return []
    }
}

extension ScreenStack {
    mutating func startTop() -> [Effect] { top.start() }
}

/// The screens one on the other; the first is never left but by quitting.
struct ScreenStack: Sendable {
    /// Nobody goes back so many searches; the oldest are forgotten, but for the first screen.
    private static let limit = 50

    private var screens: [Screen]

    init(_ first: Screen) { screens = [first] }

    var top: Screen {
        get { screens[screens.count - 1] }
        set { screens[screens.count - 1] = newValue }
    }

    var isFirst: Bool { screens.count == 1 }

    /// - Returns: the screens that are forgotten for it: a list, and those that go through it.
    mutating func push(_ screen: Screen) -> [Screen] {
        screens.append(screen)
        guard screens.count > Self.limit else { return [] }
        let next = screens[2..<(screens.count - 1)].firstIndex { $0.kind == .browser }
        let forgotten = screens[1..<(next ?? screens.count - 1)]
        screens.removeSubrange(forgotten.indices)
        return Array(forgotten)
    }

    mutating func pop() -> Screen { screens.removeLast() }

    /// Changes every screen, the top one last.
    mutating func each(_ change: (inout Screen) -> [Effect]) -> [Effect] {
        var effects: [Effect] = []
        for index in screens.indices { effects += change(&screens[index]) }
        return effects
    }

    /// The list that the screens above it go through.
    var browser: LibraryScreen? {
        get {
            for case .browser(let browser) in screens.reversed() { return browser }
            return nil
        }
        set {
            let place = screens.lastIndex { if case .browser = $0 { true } else { false } }
            if let place, let newValue { screens[place] = .browser(newValue) }
        }
    }
}
