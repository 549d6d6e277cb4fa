/// A terminal's own treatment of right-to-left text.
///
/// Tried in the terminals (Terminals.md has the table): what is written in logical order comes out
/// right in none of them, once a row has columns.
package enum BidiSupport: Hashable, Sendable {
    /// Nothing: each cell shows the letter written there.
    case none
    /// The letters of a word change places, and the words stay: kitty, by HarfBuzz.
    case words
    /// Whole rows are ordered by UAX #9 until that is turned off.
    case switched(BidiSwitch)
    /// Whole rows are ordered by UAX #9, and nothing turns that off.
    case rows
}

/// The ways to make a terminal show each cell as it is written.
package enum BidiSwitch: Hashable, Sendable {
    /// BDSM, the bidirectional support mode of ECMA-48; "BiDi in Terminal Emulators" (freedesktop).
    case explicitMode
    /// mlterm's own (its README.bidi and the `use_ctl` of its manual page).
    case mlterm

    package var off: [UInt8] {
        switch self {
        case .explicitMode: ControlSequence.bytes(.explicitBidi)
        case .mlterm: ControlSequence.bytes(.mltermWithoutBidi)
        }
    }

    /// The sequence that restores the state in which such a terminal starts.
    package var on: [UInt8] {
        switch self {
        case .explicitMode: ControlSequence.bytes(.implicitBidi)
        case .mlterm: ControlSequence.bytes(.mltermWithBidi)
        }
    }
}

extension TextPage {
    /// The page in the order that makes this terminal show it right.
    package func ordered(for terminal: BidiSupport) -> TextPage {
        mappingTexts { $0.ordered(for: terminal) }
    }
}

extension SafeText {
    /// True if it has a right-to-left letter: then all of it reads from the right.
    package var readsFromRight: Bool {
        // Most texts have none of the bytes that such a letter begins with.
        string.utf8.contains { $0 >= 0xD6 }
            && string.unicodeScalars.contains(where: \.readsFromRight)
    }

    /// The text to write for a right-to-left line, so that this terminal shows it right; a text
    /// without such letters stays unchanged.
    package func ordered(for terminal: BidiSupport) -> SafeText {
        guard readsFromRight else { return self }
        var order = BidiOrder(Array(string))
        order.applyConventions()
        let cells = order.visual()
        let string =
            switch terminal {
            case .none, .switched: String(cells)
            case .words: String(Self.turningWords(of: cells))
            case .rows: Self.marked(cells)
            }
        return SafeText(safe: string, width: width)
    }

    /// The letters of each word as they are read, for a terminal that turns them.
    ///
    /// That is a word of letters in one font: signs and digits beside them are usually in another.
    private static func turningWords(of cells: [Character]) -> [Character] {
        var output: [Character] = []
        var word: [Character] = []
        for cell in cells {
            if cell.readsFromRight {
                word.append(cell)
            } else {
                output += word.reversed() + [cell]
                word = []
            }
        }
        return output + word.reversed()
    }

    /// Each letter from the right followed by U+200E, which has no width and reads from the left: no
    /// two of them are in a row, and nothing changes places.
    private static func marked(_ cells: [Character]) -> String {
        cells.reduce(into: "") { text, cell in
            text.append(cell)
            if cell.readsFromRight { text.unicodeScalars.append("\u{200E}") }
        }
    }
}

extension Character {
    fileprivate var readsFromRight: Bool { unicodeScalars.first?.readsFromRight == true }
}
