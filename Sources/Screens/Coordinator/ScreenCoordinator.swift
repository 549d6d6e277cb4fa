internal import Imaging
internal import PhotoCatalog
package import PhotoPipeline
package import TerminalProtocols

/// The stack of screens: which one has the keys, and what is shown.
package struct ScreenCoordinator: Sendable {
    /// How long a notice stays.
    static let noticeMilliseconds = 2000

    /// Which library the lists are of; said before `start`.
    package var library = ShownLibrary.nasa(offersDemo: false)

    let keys: KeyMap
    var stack: ScreenStack
    var size: ScreenSize
    private var help: HelpScreen?
    var notice: Notice?
    var notices = 0
    var browsers = 0
    private var count = KeyCount()

    /// Begins with photos to view.
    ///
    /// - Precondition: there is at least one photo.
    package init(photos: [PhotoReference], size: ScreenSize, keys: KeyMap = .current) {
        self.keys = keys
        self.size = size
        stack = ScreenStack(.viewer(ViewerScreen(Walk(PhotoSequence(photos)), size: size)))
    }

    /// Begins with a list of the library.
    package init(
        _ source: ResultsSource, _ arrangement: BrowserArrangement = .list, size: ScreenSize,
        keys: KeyMap = .current
    ) {
        self.keys = keys
        self.size = size
        stack = ScreenStack(
            .browser(BrowserScreen(source, arrangement, number: 0, size: size)))
    }

    /// What must be asked for before anything can be seen.
    package mutating func start() -> [Effect] { stack.startTop() }

    package var view: ScreenView {
        let page = page.withPicturesThatFit
        return ReadingDirection.current == .rightToLeft ? page.mirrored : page
    }

    private var page: ScreenView {
        if let help { return .page(help.page(size.cells)) }
        switch stack.top {
        case .browser(let browser): return BrowserLayout.view(page(of: browser), notice: notice)
        case .detail(let detail): return DetailLayout.view(detail.page, notice: notice)
        case .viewer(let viewer): return viewer.view(notice: notice?.text)
        }
    }

    private func page(of browser: BrowserScreen) -> BrowserPage {
        var page = browser.page
        page.offersDemo = offersDemo(in: browser)
        return page
    }

    package mutating func press(_ key: KeyPress) -> [Effect] {
        if let effects = type(key) { return effects }
        if count.take(key) { return [] }
        let times = count.spend()
        guard let action = keys.action(for: key) else { return [] }
        return always(action) ?? perform(action, times: times)
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
        if key.modifiers == .control, let effects = always(keys.action(for: key)) { return effects }
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
        let cell = ReadingDirection.current == .rightToLeft ? cell.mirrored(in: size.cells) : cell
        switch stack.top {
        case .viewer(var viewer):
            defer { stack.top = .viewer(viewer) }
            return viewer.point(action)
        case .browser(let browser): return click(action, at: cell, in: browser)
        case .detail: return wheel(action)
        }
    }

    package mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        return stack.each { $0.resize(to: size) }
    }

    private mutating func perform(_ action: Action, times: Int) -> [Effect] {
        guard help == nil else { return performInHelp(action, times: times) }
        if action == .help {
            help = HelpScreen(keys: keys, of: stack.top.kind)
            return []
        }
        return performOnTop(action, times: times)
    }

    private mutating func performInHelp(_ action: Action, times: Int) -> [Effect] {
        guard let page = help?.perform(action, times: times, size.cells) else { return [] }
        if page == .close { help = nil }
        return []
    }
}
