/// A terminal's own treatment of right-to-left text.
///
/// Tests in the terminals (see the table in Terminals.md) showed that no terminal correctly
/// displays rows with columns in logical order.
package enum BidiSupport: Hashable, Sendable {
    /// Each cell shows the letter that was written to it.
    case none
    /// The letters of each word are reordered, but the words are not (kitty, which uses HarfBuzz).
    case words
    /// Whole rows are ordered by UAX #9, which can be switched off.
    case switched(BidiSwitch)
    /// Whole rows are ordered by UAX #9, which cannot be switched off.
    case rows
}

/// The methods of making a terminal show each cell as written.
package enum BidiSwitch: Hashable, Sendable {
    /// BDSM, the bidirectional support mode of ECMA-48; see "BiDi in Terminal Emulators"
    /// (freedesktop).
    case explicitMode
    /// mlterm's own mode; see its README.bidi and `use_ctl` in its manual page.
    case mlterm

    package var off: [UInt8] {
        switch self {
        case .explicitMode: ControlSequence.bytes(.explicitBidi)
        case .mlterm: ControlSequence.bytes(.mltermWithoutBidi)
        }
    }

    /// The sequence that restores the initial state of the terminal.
    package var on: [UInt8] {
        switch self {
        case .explicitMode: ControlSequence.bytes(.implicitBidi)
        case .mlterm: ControlSequence.bytes(.mltermWithBidi)
        }
    }
}

extension TextPage {
    /// Returns the page in the order that a terminal displays correctly.
    package func ordered(for terminal: BidiSupport) -> TextPage {
        mappingTexts { $0.ordered(for: terminal) }
    }
}

extension SafeText {
    /// True if the text has a right-to-left letter, so that the whole text is read from the right.
    package var readsFromRight: Bool {
        // Most texts contain none of the bytes with which right-to-left letters begin.
        string.utf8.contains { $0 >= 0xD6 }
            && string.unicodeScalars.contains(where: \.readsFromRight)
    }

    /// Returns the text to write so that a terminal displays this text correctly.
    ///
    /// A text without right-to-left letters stays unchanged.
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

    /// Returns the letters of each word in reading order, for a terminal that reverses words.
    ///
    /// A word consists of letters in one font, because adjacent signs and digits are usually in
    /// another font.
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

    /// Returns the cells with U+200E after each right-to-left letter.
    ///
    /// U+200E has no width and is read from the left, so that no two right-to-left letters are
    /// adjacent and the terminal reorders nothing.
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
