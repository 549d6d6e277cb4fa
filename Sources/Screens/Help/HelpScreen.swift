internal import Imaging
internal import Localization
package import TerminalProtocols

/// The help: all keys, from the same table that reads them.
package struct HelpScreen: Hashable, Sendable {
    enum Outcome { case stay, close }

    private let preferences: Preferences
    private let kind: Screen.Kind
    private var firstRow = 0

    /// The keys that do something on a kind of screen.
    init(_ preferences: Preferences, of kind: Screen.Kind) {
        self.preferences = preferences
        self.kind = kind
    }

    mutating func perform(_ action: Action, times: Int, _ size: CellSize) -> Outcome {
        let page = HelpPage(sections, preferences.strings, size)
        switch action {
        case .step(.down): scroll(by: times, page)
        case .step(.up): scroll(by: -times, page)
        case .page(.down): scroll(by: page.rows, page)
        case .page(.up): scroll(by: -page.rows, page)
        case .edge(.up), .edge(.left): firstRow = 0
        case .edge(.down), .edge(.right): firstRow = page.lastFirstRow
        case .help, .back, .quit: return .close
        default: break
        }
        return .stay
    }

    private mutating func scroll(by rows: Int, _ page: HelpPage) {
        firstRow = min(max(0, firstRow + rows), page.lastFirstRow)
    }

    private var sections: [(HelpSection, rows: [HelpTable.Row])] {
        Self.sections(preferences, on: kind)
    }

    private static func sections(
        _ preferences: Preferences, on kind: Screen.Kind
    ) -> [(HelpSection, rows: [HelpTable.Row])] {
        let strings = preferences.strings
        return HelpSection.allCases.map { section in
            let bindings = preferences.keyMap.bindings.filter {
                !$0.keys.isEmpty && HelpSection(of: $0.action) == section
            }
            let rows: [HelpTable.Row] = bindings.compactMap { binding in
                strings.meaning(
                    of: kind == .library
                        ? preferences.enter.action(for: binding.action) : binding.action,
                    on: kind, panPercent: preferences.panPercent
                ).map { (strings.names(of: binding.keys), $0) }
            }
            return (section, rows)
        }.filter { !$0.rows.isEmpty }
    }

    /// The keys that do something on a kind of screen, in the order of the help.
    static func rows(_ preferences: Preferences, on kind: Screen.Kind) -> [HelpTable.Row] {
        sections(preferences, on: kind).flatMap(\.rows)
    }

    func page(_ size: CellSize) -> TextPage {
        HelpPage(sections, preferences.strings, size).text(from: firstRow)
    }
}

/// The rows of the help for all kinds of screen, for manuals.
package enum HelpTable {
    package typealias Row = (keys: SafeText, meaning: SafeText)

    /// The kinds of screen by name, and what their keys do.
    package static func all(_ preferences: Preferences) -> [(title: String, rows: [Row])] {
        [Screen.Kind.viewer, .library, .detail].map {
            (title(of: $0, preferences.strings.manual.keys), HelpScreen.rows(preferences, on: $0))
        }
    }

    private static func title(of kind: Screen.Kind, _ words: ManualStrings.Keys) -> String {
        switch kind {
        case .viewer: words.viewer
        case .library: words.library
        case .detail: words.detail
        }
    }
}

/// The help, in words.
extension Strings {
    /// Which rows are visible, of how many.
    func seen(_ rows: ClosedRange<Int>, of count: Int) -> SafeText {
        let (first, last) = (rows.lowerBound, rows.upperBound)
        let mark = last < count ? first > 1 ? "↑↓ " : "↓ " : "↑ "
        return SafeText(mark) + library.position("\(first)–\(last)", local.number(count))
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
        case (.library, _): browserMeaning(of: action, help.library) ?? photoMeaning(of: action)
        case (.detail, _): detailMeaning(of: action, help.detail) ?? photoMeaning(of: action)
        }
    }

    private func viewerMeaning(of action: Action, _ viewer: HelpStrings.Viewer) -> SafeText? {
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

    private func browserMeaning(of action: Action, _ library: HelpStrings.Library) -> SafeText? {
        switch action {
        case .step(let direction): library.step(direction)
        case .page(.up): library.pageUp
        case .page(.down): library.pageDown
        case .edge(.up), .edge(.left): library.first
        case .edge(.down), .edge(.right): library.last
        case .open: library.open
        case .layout: library.layout
        case .zoomIn: library.zoomIn
        case .zoomOut: library.zoomOut
        case .info: library.info
        default: nil
        }
    }

    private func detailMeaning(of action: Action, _ detail: HelpStrings.Detail) -> SafeText? {
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
