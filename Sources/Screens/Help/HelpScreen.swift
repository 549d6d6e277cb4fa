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
        switch action {
        case .step(.down): scroll(by: times, size)
        case .step(.up): scroll(by: -times, size)
        case .page(.down): scroll(by: size.rows - 2, size)
        case .page(.up): scroll(by: 2 - size.rows, size)
        case .help, .back, .quit: return .close
        default: break
        }
        return .stay
    }

    private mutating func scroll(by rows: Int, _ size: CellSize) {
        let last = max(0, lines.count - (size.rows - 2))
        firstRow = min(max(0, firstRow + rows), last)
    }

    private var lines: [KeyTable.Row] { Self.rows(keys, on: kind) }

    /// The keys that do something on a kind of screen, in the order of the table.
    static func rows(_ keys: KeyMap, on kind: Screen.Kind) -> [KeyTable.Row] {
        keys.bindings.filter { !$0.keys.isEmpty }.compactMap { binding in
            HelpWording.meaning(of: binding.action, on: kind).map {
                (HelpWording.names(of: binding.keys), $0)
            }
        }
    }

    func page(_ size: CellSize) -> TextPage {
        var page = TextPage(size: size)
        page.put(HelpWording.title, row: 0, column: 2, style: .strong)
        let lines = lines
        let column = 4 + (lines.map(\.keys.width).max() ?? 0)
        let rows = max(0, size.rows - 2)
        let first = min(firstRow, max(0, lines.count - rows))
        for (row, line) in lines.dropFirst(first).prefix(rows).enumerated() {
            page.put(line.keys, row: row + 2, column: 2, style: .strong)
            page.put(line.meaning, row: row + 2, column: column)
        }
        return page
    }
}
