internal import Imaging
internal import Localization
internal import TerminalProtocols

/// The keys of one or more actions, and a short meaning: `+ -: size`.
struct KeyHint: Hashable {
    let keys: SafeText
    let words: SafeText

    init(_ keys: SafeText, _ words: SafeText) {
        self.keys = keys
        self.words = words
    }

    static let colon: SafeText = ": "
    fileprivate static let gap: SafeText = "  "

    /// The hint as plain text: the keys, a colon and the meaning.
    var text: SafeText { keys + Self.colon + words }
    var width: Int { keys.width + Self.colon.width + words.width }
}

extension [KeyHint] {
    /// The hints as plain text, with two blanks between them.
    var text: SafeText { StatusLine.joined(map(\.text), by: KeyHint.gap) }
    var width: Int { text.width }

    /// The hints in one line, as pieces with the styles that all screens use.
    var pieces: [(text: SafeText, style: TextPage.Style)] {
        enumerated().flatMap { index, hint -> [(text: SafeText, style: TextPage.Style)] in
            let pieces = [(hint.keys, TextPage.Style.accent), (KeyHint.colon + hint.words, .faint)]
            return index > 0 ? [(KeyHint.gap, .faint)] + pieces : pieces
        }
    }

    /// Returns as many hints as fit.
    ///
    /// The first hints take precedence, but if `keepsLast` is true, the last hint takes precedence
    /// over all others.
    func fitting(columns: Int, keepsLast: Bool = false) -> [KeyHint] {
        let last = keepsLast ? suffix(1) : []
        let others = dropLast(last.count)
        let lines = (0...others.count).reversed().map { Array(others.prefix($0) + last) }
        return lines.first { $0.width <= columns } ?? []
    }

    func draw(row: Int, column: Int, on page: inout TextPage) {
        let line = column..<column + width
        var column = column
        for (text, style) in pieces {
            page.put(text, row: row, column: column, style: style, of: line)
            column += text.width
        }
    }
}

extension Strings {
    /// Returns a hint for actions, with the names of the actions' keys.
    func hint(_ words: KeyPath<HintStrings, SafeText>, _ actions: Action...) -> KeyHint {
        KeyHint(SafeText(actions.map { self[$0] }.joined(separator: " ")), hints[keyPath: words])
    }

    /// Returns a hint to those of the actions that have a key and an effect now; `nil` if there is
    /// no such action.
    func hint(
        _ words: KeyPath<HintStrings, SafeText>, _ actions: Action..., where works: (Action) -> Bool
    ) -> KeyHint? {
        let names = actions.filter { works($0) && key(for: $0) != nil }.map { self[$0] }
        guard !names.isEmpty else { return nil }
        return KeyHint(SafeText(names.joined(separator: " ")), hints[keyPath: words])
    }

    /// Returns a hint for a key that cannot be reassigned.
    func hint(_ words: KeyPath<HintStrings, SafeText>, key: KeyPress.Key) -> KeyHint {
        KeyHint(SafeText(keys.name(of: KeyPress(key))), hints[keyPath: words])
    }

    /// Returns the hint for the key that goes back, or quits on the first screen.
    func leavingHint(isFirst: Bool) -> KeyHint {
        hint(isFirst ? \.quit : \.back, .stack(.quit))
    }

    var retryHint: KeyHint { hint(\.retry, .screen(.retry)) }
    var searchHint: KeyHint { hint(\.search, .list(.search)) }
    var helpHint: KeyHint { hint(\.keys, .stack(.help)) }
}
