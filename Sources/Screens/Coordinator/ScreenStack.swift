internal import PhotoCatalog

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
    var browser: BrowserScreen? {
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
