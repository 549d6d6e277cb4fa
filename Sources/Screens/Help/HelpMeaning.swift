internal import Imaging
internal import Localization
internal import TerminalProtocols

/// The help, in words.
extension Strings {
    /// Which rows are seen, of how many.
    func seen(_ rows: ClosedRange<Int>, of count: Int) -> SafeText {
        let (first, last) = (rows.lowerBound, rows.upperBound)
        let mark = last < count ? first > 1 ? "↑↓ " : "↓ " : "↑ "
        return SafeText(mark)
            + library.position("\(first)–\(last)", local.number(count))
    }

    func names(of keys: [KeyPress]) -> SafeText {
        SafeText(keys.map { self.keys.name(of: $0) }.joined(separator: "  "))
    }

    /// What an action does on a kind of screen, `nil` if nothing; a step moves a viewer's photo by
    /// `panPercent` of the screen.
    func meaning(of action: Action, on kind: Screen.Kind, panPercent: Int) -> SafeText? {
        switch (kind, action) {
        case (.viewer, .step(let direction)): help.viewer.step(direction, panPercent)
        case (.viewer, _): viewerMeaning(of: action, help.viewer) ?? photoMeaning(of: action)
        case (.browser, _): browserMeaning(of: action, help.library) ?? photoMeaning(of: action)
        case (.detail, _): detailMeaning(of: action, help.detail) ?? photoMeaning(of: action)
        }
    }

    private func viewerMeaning(
        of action: Action, _ viewer: HelpStrings.Viewer
    ) -> SafeText? {
        switch action {
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
        case .slideshow: viewer.slideshow(self)
        case .overlay: viewer.overlay
        case .layout: viewer.list
        case .info: viewer.info
        default: nil
        }
    }

    private func browserMeaning(
        of action: Action, _ browser: HelpStrings.Library
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

    private func detailMeaning(
        of action: Action, _ detail: HelpStrings.Detail
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

    private func photoMeaning(of action: Action) -> SafeText? {
        let photo = help.photo
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

    private func otherMeaning(of action: Action) -> SafeText? {
        let other = help.other
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
