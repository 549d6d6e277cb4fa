internal import Imaging
internal import Localization
internal import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// The stack of screens: which one has the keys, and what is shown.
package struct ScreenCoordinator: Sendable {
    /// Which library the lists are of; said before `start`.
    package var library = ShownLibrary.nasa(offersDemo: false)

    package let preferences: Preferences
    var stack: ScreenStack
    var size: ScreenSize
    private var help: HelpScreen?
    var notice: Notice?
    var notices = 0
    var firstKeys = FirstKeys()
    var browsers = 0
    private var count = RepeatCount()

    /// Begins with photos to view.
    ///
    /// - Precondition: there is at least one photo.
    package init(photos: [PhotoReference], size: ScreenSize, _ preferences: Preferences) {
        self.preferences = preferences
        self.size = size
        let walk = ListCursor(PhotoSequence(photos))
        stack = ScreenStack(.viewer(ViewerScreen(walk, preferences, size: size)))
    }

    /// Begins with a list of the library.
    package init(
        _ source: ResultsSource, _ arrangement: LibraryArrangement = .list, size: ScreenSize,
        _ preferences: Preferences
    ) {
        self.preferences = preferences
        self.size = size
        stack = ScreenStack(
            .browser(LibraryScreen(source, arrangement, number: 0, size: size)))
    }

    /// What must be asked for before anything can be seen.
    package mutating func start() -> [Effect] { stack.startTop() }

    package var view: ScreenView {
        let page = page.withPicturesThatFit
        return preferences.isMirrored ? page.mirrored : page
    }

    private var page: ScreenView {
        if let help { return .page(help.page(size.cells)) }
        let strings = preferences.strings
        switch stack.top {
        case .browser(let browser):
            return LibraryLayout(strings: strings).view(page(of: browser), notice: notice)
        case .detail(let detail):
            return DetailLayout(strings: strings).view(detail.page, notice: notice)
        case .viewer(let viewer): return viewer.view(in: surroundings(of: viewer))
        }
    }

    private func page(of browser: LibraryScreen) -> LibraryPage {
        var page = browser.page
        page.offersDemo = offersDemo(in: browser)
        return page
    }

    private func surroundings(of viewer: ViewerScreen) -> ViewerScreen.EnvironmentReport {
        let known = stack.browser?.photos ?? []
        let index = viewer.walk.index
        return ViewerScreen.EnvironmentReport(
            notice: notice, namesZoom: firstKeys.areNamed, isFirst: stack.isFirst,
            known: known.indices.contains(index) ? known[index] : nil)
    }

    package mutating func press(_ key: KeyPress) -> [Effect] {
        let hadNotice = notice != nil
        notice = nil
        if let effects = type(key) { return effects }
        if count.take(key) { return [] }
        let typed = count.spend()
        guard let action = preferences.keyMap.action(for: key) else { return [] }
        if action == .back, hadNotice { return [] }
        return always(action) ?? perform(action, times: typed ?? preferences.usualCount(of: action))
    }

    /// Keys that mean the same wherever one is.
    private func always(_ action: Action?) -> [Effect]? {
        switch action {
        case .interrupt: [.interrupt]
        case .suspend: [.suspend]
        case .redraw: [.redraw]
        case .overlay: [.toggleOverlay]
        default: nil
        }
    }

    /// Whether keys are text now.
    package var isTyping: Bool {
        guard help == nil, case .browser(let browser) = stack.top else { return false }
        return browser.isTyping
    }

    /// While a search is typed keys are text, but those that leave at once.
    private mutating func type(_ key: KeyPress) -> [Effect]? {
        guard help == nil, case .browser(var browser) = stack.top, browser.isTyping else {
            return nil
        }
        if key.modifiers == .control,
            let effects = always(preferences.keyMap.action(for: key))
        {
            return effects
        }
        let (outcome, effects) = browser.type(key)
        stack.top = .browser(browser)
        return outcome == .cancelled ? effects + back() : effects
    }

    package mutating func paste(_ text: String) -> [Effect] {
        guard help == nil, case .browser(var browser) = stack.top else { return [] }
        defer { stack.top = .browser(browser) }
        return browser.paste(text)
    }

    package mutating func click(_ action: PointerAction, at cell: CellPosition) -> [Effect] {
        guard help == nil else { return [] }
        notice = nil
        let cell = preferences.isMirrored ? cell.mirrored(in: size.cells) : cell
        switch stack.top {
        case .viewer(var viewer):
            _ = viewer.endPeek()
            defer { stack.top = .viewer(viewer) }
            return viewer.point(action)
        case .browser(let browser): return click(action, at: cell, in: browser)
        case .detail(let detail): return click(action, at: cell, on: detail)
        }
    }

    package mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        return stack.each { $0.resize(to: size) }
    }

    private mutating func perform(_ action: Action, times: Int) -> [Effect] {
        if action != .peek, endPeek(), action == .back { return [] }
        firstKeys.used(action)
        guard help == nil else { return performInHelp(action, times: times) }
        if action == .help {
            help = HelpScreen(preferences, of: stack.top.kind)
            return []
        }
        return performOnTop(action, times: times)
    }

    /// A glance at the whole photo lasts until the next key; Esc does no more than end it.
    private mutating func endPeek() -> Bool {
        guard case .viewer(var viewer) = stack.top, viewer.endPeek() else { return false }
        stack.top = .viewer(viewer)
        return true
    }

    private mutating func performInHelp(_ action: Action, times: Int) -> [Effect] {
        guard let page = help?.perform(action, times: times, size.cells) else { return [] }
        if page == .close { help = nil }
        return []
    }
}

/// A number typed before a key: how many times, as in vi.
struct RepeatCount: Hashable, Sendable {
    /// More steps than this reach the end of any photo.
    private static let limit = 10_000

    private var typed: Int?

    /// Takes the key if it is part of a number.
    mutating func take(_ key: KeyPress) -> Bool {
        guard key.modifiers.isEmpty, case .character(let character) = key.key,
            character.isASCII, let digit = character.wholeNumberValue
        else { return false }
        // A zero alone is a key of its own.
        guard typed != nil || digit > 0 else { return false }
        typed = min(Self.limit, (typed ?? 0) * 10 + digit)
        return true
    }

    /// The number typed, or `nil`; the next key starts afresh.
    mutating func spend() -> Int? {
        defer { typed = nil }
        return typed
    }
}

/// The keys to begin with, which are named while the first photo is new.
struct FirstKeys: Hashable, Sendable {
    private static let duration = Duration.seconds(5)

    private enum Stage: Hashable { case toCome, named, over }

    private var stage = Stage.toCome
    private var number = 0

    var areNamed: Bool { stage == .named }

    /// The first photo is there.
    mutating func begin() -> [Effect] {
        guard stage == .toCome else { return [] }
        stage = .named
        return countDown()
    }

    /// Something stood where they are named: the time begins again.
    mutating func show() -> [Effect] { areNamed ? countDown() : [] }

    mutating func woke(_ alarm: TimerRequest) {
        if alarm == TimerRequest(.firstKeys, number) { stage = .over }
    }

    /// What they would teach has been done.
    mutating func used(_ action: Action) {
        if action == .toggleZoom { stage = .over }
    }

    private mutating func countDown() -> [Effect] {
        number += 1
        return [.wake(TimerRequest(.firstKeys, number), after: Self.duration)]
    }
}
