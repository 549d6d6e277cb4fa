internal import Imaging
internal import TerminalProtocols

/// The words of the help.
enum HelpWording {
    private static var phrases: HelpPhrases { Phrases.current.help }

    static var title: SafeText { phrases.title(.current) }

    static func names(of keys: [KeyPress]) -> SafeText {
        SafeText(keys.map { KeyWording.name(of: $0) }.joined(separator: "  "))
    }

    /// What an action does on a kind of screen; nil where it does nothing.
    static func meaning(of action: Action, on kind: Screen.Kind) -> SafeText? {
        switch kind {
        case .viewer: viewerMeaning(of: action, phrases.viewer) ?? photoMeaning(of: action)
        case .browser: browserMeaning(of: action, phrases.browser) ?? photoMeaning(of: action)
        case .detail: detailMeaning(of: action, phrases.detail) ?? photoMeaning(of: action)
        }
    }

    private static func viewerMeaning(
        of action: Action, _ viewer: HelpPhrases.Viewer
    ) -> SafeText? {
        switch action {
        case .step(let direction): viewer.step(direction, PanStep.percent)
        case .page(let direction): viewer.page(direction)
        case .edge(let direction): viewer.edge(direction)
        case .toggleZoom: viewer.toggleZoom
        case .peek: viewer.peek
        case .zoomIn: viewer.zoomIn
        case .zoomOut: viewer.zoomOut
        case .fit: viewer.fit
        case .original: viewer.original
        case .centre: viewer.centre
        case .keepView: viewer.keepView
        case .slideshow: viewer.slideshow(.current)
        case .overlay: viewer.overlay
        case .layout: viewer.list
        case .info: viewer.info
        default: nil
        }
    }

    private static func browserMeaning(
        of action: Action, _ browser: HelpPhrases.Browser
    ) -> SafeText? {
        switch action {
        case .step(let direction): browser.step(direction)
        case .page(.up): browser.pageUp
        case .page(.down): browser.pageDown
        case .edge(.up), .edge(.left): browser.first
        case .edge(.down), .edge(.right): browser.last
        case .open: browser.open
        case .layout: browser.layout
        case .zoomIn: browser.zoomIn
        case .zoomOut: browser.zoomOut
        case .info: browser.info
        default: nil
        }
    }

    private static func detailMeaning(
        of action: Action, _ detail: HelpPhrases.Detail
    ) -> SafeText? {
        switch action {
        case .step(.up): detail.lineUp
        case .step(.down): detail.lineDown
        case .page(.up): detail.pageUp
        case .page(.down): detail.pageDown
        case .edge(.up), .edge(.left): detail.first
        case .edge(.down), .edge(.right): detail.last
        case .open: detail.open
        case .layout: detail.layout
        case .info: detail.info
        default: nil
        }
    }

    private static func photoMeaning(of action: Action) -> SafeText? {
        let photo = phrases.photo
        return switch action {
        case .nextPhoto: photo.next
        case .previousPhoto: photo.previous
        case .search: photo.search
        case .album: photo.album
        case .favourites: photo.favourites
        case .favourite: photo.favourite
        case .save: photo.save
        case .copyID: photo.copyID
        case .copyAddress: photo.copyAddress
        case .browse: photo.browse
        default: otherMeaning(of: action)
        }
    }

    private static func otherMeaning(of action: Action) -> SafeText? {
        let other = phrases.other
        return switch action {
        case .retry: other.retry
        case .redraw: other.redraw
        case .help: other.help
        case .back: other.back
        case .quit: other.quit
        case .interrupt: other.interrupt
        case .suspend: other.suspend
        default: nil
        }
    }
}
