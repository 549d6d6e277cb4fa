internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import PhotoPipeline
internal import TerminalProtocols

/// What the world answers, brought to the screens it is for.
extension ScreenCoordinator {
    package mutating func receive(_ event: PhotoEvent) -> [Effect] {
        let effects = stack.each { screen in
            guard case .viewer(var viewer) = screen else { return [] }
            defer { screen = .viewer(viewer) }
            return viewer.receive(event)
        }
        guard case .opened = event else { return effects }
        return effects + firstKeys.begin()
    }

    package mutating func receive(_ event: LibraryEvent) -> [Effect] {
        switch event {
        case .page, .pageFailed, .collected:
            return stack.each { $0.receive(list: event) } + grow()
        case .pageDelayed: return stack.each { $0.receive(list: event) }
        case .noticed(let notice): return show(notice)
        case .woke(let alarm): return woke(alarm)
        default: return stack.each { $0.receive(about: event) }
        }
    }

    /// More photos are known to the screens that go through them.
    mutating func grow() -> [Effect] {
        guard stack.top.walk != nil, let browser = stack.browser,
            let sequence = browser.results?.sequence
        else { return [] }
        return stack.top.grow(to: sequence, known: browser.photos) + follow()
    }

    private mutating func woke(_ alarm: TimerRequest) -> [Effect] {
        switch alarm.purpose {
        case .notice:
            guard alarm.number == notices, notice != nil else { return [] }
            notice = nil
            return firstKeys.show()
        case .firstKeys:
            firstKeys.woke(alarm)
            return []
        case .search:
            guard case .browser(var browser) = stack.top else { return [] }
            defer { stack.top = .browser(browser) }
            return browser.woke(alarm)
        case .slideshow:
            guard case .viewer(var viewer) = stack.top else { return [] }
            let effects = viewer.woke(alarm)
            stack.top = .viewer(viewer)
            return effects + follow()
        }
    }

    mutating func click(
        _ action: PointerAction, at cell: CellPosition, in browser: LibraryScreen
    ) -> [Effect] {
        var browser = browser
        switch action {
        case .wheeled(let steps, _):
            defer { stack.top = .browser(browser) }
            return browser.turn(wheel: steps)
        case .clicked, .doubleClicked:
            guard !browser.isTyping, browser.select(at: cell) else { return [] }
            stack.top = .browser(browser)
            if case .clicked = action { return [] }
            return performOnTop(.open, times: 1)
        case .zoomed(let isIn, _): return performOnTop(isIn ? .zoomIn : .zoomOut, times: 1)
        case .dragged: return []
        }
    }

    /// A click follows a word that leads somewhere; two on the picture show it on all the screen.
    mutating func click(
        _ action: PointerAction, at cell: CellPosition, on detail: DetailScreen
    ) -> [Effect] {
        var detail = detail
        switch (action, detail.point(at: cell)) {
        case (.clicked, .link), (.doubleClicked, .picture):
            stack.top = .detail(detail)
            return open()
        default: return wheel(action)
        }
    }

    private mutating func wheel(_ action: PointerAction) -> [Effect] {
        guard case .wheeled(let steps, _) = action else { return [] }
        return performOnTop(.step(steps < 0 ? .up : .down), times: 3 * abs(steps))
    }
}
