internal import Imaging
package import PhotoPipeline
package import TerminalProtocols

/// The stack of screens: which one has the keys, and what is shown.
package struct ScreenCoordinator: Sendable {
    private let keys: KeyMap
    private var viewer: ViewerScreen
    private var help: HelpScreen?
    private var size: ScreenSize
    private var count = KeyCount()

    package init(photos: [PhotoReference], size: ScreenSize, keys: KeyMap = KeyMap()) {
        self.keys = keys
        self.size = size
        viewer = ViewerScreen(photos: photos, size: size)
    }

    /// What must be asked for before anything can be seen.
    package var start: [Effect] { viewer.start }

    package var view: ScreenView {
        if let help { return .page(help.page(size.cells)) }
        return viewer.view
    }

    package mutating func press(_ key: KeyPress) -> [Effect] {
        if count.take(key) { return [] }
        let times = count.spend()
        guard let action = keys.action(for: key) else { return [] }
        switch action {
        case .interrupt: return [.interrupt]
        case .suspend: return [.suspend]
        case .redraw: return [.redraw]
        case .overlay: return [.toggleOverlay]
        default: return perform(action, times: times)
        }
    }

    package mutating func click(_ action: PointerAction) -> [Effect] {
        guard help == nil else { return [] }
        return viewer.point(action)
    }

    package mutating func receive(_ event: PhotoEvent) -> [Effect] { viewer.receive(event) }

    package mutating func resize(to size: ScreenSize) -> [Effect] {
        self.size = size
        return viewer.resize(to: size)
    }

    private mutating func perform(_ action: Action, times: Int) -> [Effect] {
        guard help == nil else { return performInHelp(action, times: times) }
        if action == .help {
            help = HelpScreen(keys: keys)
            return []
        }
        return viewer.perform(action, times: times)
    }

    private mutating func performInHelp(_ action: Action, times: Int) -> [Effect] {
        guard let page = help?.perform(action, times: times, size.cells) else { return [] }
        if page == .close { help = nil }
        return []
    }
}
