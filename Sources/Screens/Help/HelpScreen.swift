internal import Imaging
internal import TerminalProtocols

/// The keys, from the table that they are read from.
package struct HelpScreen: Hashable, Sendable {
    enum Outcome { case stay, close }

    private let keys: KeyMap
    private let kind: Screen.Kind
    private var firstRow = 0

    /// The keys of a kind of screen: those that do nothing there are left out.
    init(keys: KeyMap, of kind: Screen.Kind) {
        self.keys = keys
        self.kind = kind
    }

    mutating func perform(_ action: Action, times: Int, _ size: CellSize) -> Outcome {
        let page = HelpPage(sections, size)
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

    private var sections: [(HelpSection, rows: [KeyTable.Row])] { Self.sections(keys, on: kind) }

    private static func sections(
        _ keys: KeyMap, on kind: Screen.Kind
    ) -> [(HelpSection, rows: [KeyTable.Row])] {
        HelpSection.allCases.map { section in
            let bindings = keys.bindings.filter {
                !$0.keys.isEmpty && HelpSection(of: $0.action) == section
            }
            let rows: [KeyTable.Row] = bindings.compactMap { binding in
                HelpWording.meaning(of: binding.action, on: kind).map {
                    (HelpWording.names(of: binding.keys), $0)
                }
            }
            return (section, rows)
        }.filter { !$0.rows.isEmpty }
    }

    /// The keys that do something on a kind of screen, in the order of the help.
    static func rows(_ keys: KeyMap, on kind: Screen.Kind) -> [KeyTable.Row] {
        sections(keys, on: kind).flatMap(\.rows)
    }

    func page(_ size: CellSize) -> TextPage {
        HelpPage(sections, size).text(from: firstRow)
    }
}
