internal import Imaging
internal import Localization
internal import TerminalProtocols

/// The keys, from the table that they are read from.
package struct HelpScreen: Hashable, Sendable {
    enum Outcome { case stay, close }

    private let preferences: Preferences
    private let kind: Screen.Kind
    private var firstRow = 0

    /// The keys of a kind of screen: those that do nothing there are left out.
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
                    of: binding.action, on: kind, panPercent: preferences.panPercent
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
