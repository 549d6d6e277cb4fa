/// A terminal's own treatment of right-to-left text.
///
/// Tests in the terminals (Terminals.md has the table) showed that none displays rows with columns
/// correctly in logical order.
package enum BidiSupport: Hashable, Sendable {
    /// None: each cell shows the letter written there.
    case none
    /// The letters of a word are reordered, but not the words: kitty, by HarfBuzz.
    case words
    /// Whole rows are ordered by UAX #9 unless that is switched off.
    case switched(BidiSwitch)
    /// Whole rows are ordered by UAX #9, which cannot be switched off.
    case rows
}

/// The methods of making a terminal show each cell as written.
package enum BidiSwitch: Hashable, Sendable {
    /// BDSM, the bidirectional support mode of ECMA-48; "BiDi in Terminal Emulators" (freedesktop).
    case explicitMode
    /// mlterm's own mode (its README.bidi and the `use_ctl` of its manual page).
    case mlterm

    package var off: [UInt8] {
        switch self {
        case .explicitMode: ControlSequence.bytes(.explicitBidi)
        case .mlterm: ControlSequence.bytes(.mltermWithoutBidi)
        }
    }

    /// The sequence that restores the initial state of such a terminal.
    package var on: [UInt8] {
        switch self {
        case .explicitMode: ControlSequence.bytes(.implicitBidi)
        case .mlterm: ControlSequence.bytes(.mltermWithBidi)
        }
    }
}

extension TextPage {
    /// Returns the page in the order that this terminal displays correctly.
    package func ordered(for terminal: BidiSupport) -> TextPage {
        mappingTexts { $0.ordered(for: terminal) }
    }
}

extension SafeText {
    /// True if it has a right-to-left letter, so that all of it is read from the right.
    package var readsFromRight: Bool {
        // Most texts contain none of the bytes with which such a letter begins.
        string.utf8.contains { $0 >= 0xD6 }
            && string.unicodeScalars.contains(where: \.readsFromRight)
    }

    /// Returns the text to write so that this terminal displays a right-to-left line correctly; a
    /// text without such letters stays unchanged.
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

    /// Returns the letters of each word in reading order, for a terminal that reverses them.
    ///
    /// A word consists of letters in one font: adjacent signs and digits are usually in another.
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

    /// Returns each right-to-left letter followed by U+200E, which has no width and is read from
    /// the left, so that no two such letters are adjacent, and nothing is reordered.
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
