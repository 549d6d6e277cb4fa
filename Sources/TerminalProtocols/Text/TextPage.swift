package import Imaging

package struct TextPage: Hashable, Sendable {
    package enum Style: CaseIterable, Hashable, Sendable {
        case plain, strong, faint, reversed
        /// Headings and the mark of the selection.
        case accent
        /// Notices of success and failure.
        case good, bad
        /// A link that can be opened.
        case link
    }

    /// The background of a text.
    package enum Background: CaseIterable, Hashable, Sendable {
        /// The terminal's own background.
        case plain
        /// The neutral background of the selection.
        case selection
        /// The accent colour, for a frame or a selected word; all text on it has the same colour.
        case accent
    }

    package struct Run: Hashable, Sendable {
        package let position: CellPosition
        package let text: SafeText
        package let style: Style
        package let ground: Background
        /// The target of a click on the text, in a terminal with hyperlinks.
        package let link: Hyperlink?
        /// The columns of the whole line to which the text belongs, needed to mirror the page.
        let line: Range<Int>

        package var cells: CellRect {
            CellRect(origin: position, size: CellSize(columns: text.width, rows: 1))
        }
    }

    package let size: CellSize
    package private(set) var runs: [Run] = []
    /// The cell of the selection, the focused link or the next typed character; `nil` if there is
    /// no such cell.
    ///
    /// If the terminal's cursor is shown, it is at this cell.
    package private(set) var cursor: CellPosition?

    package init(size: CellSize) { self.size = size }

    /// Places the cursor on a cell of the page; a cell outside the page is ignored.
    package mutating func putCursor(row: Int, column: Int) {
        guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return }
        cursor = CellPosition(row: row, column: column)
    }

    /// Adds text, truncated at the page's right edge; text that begins outside the page is ignored.
    ///
    /// `line` has the columns of the whole line, if the text is a piece of a line.
    package mutating func put(
        _ text: SafeText, row: Int, column: Int = 0, style: Style = .plain,
        on ground: Background = .plain, of line: Range<Int>? = nil, link: Hyperlink? = nil
    ) {
        guard (0..<size.rows).contains(row), (0..<size.columns).contains(column) else { return }
        let cut = text.truncated(to: size.columns - column)
        runs.append(
            Run(
                position: CellPosition(row: row, column: column), text: cut, style: style,
                ground: ground, link: link, line: line ?? column..<column + cut.width))
    }

    /// Sets the background of cells, clipped to the page; text that is added later has its own
    /// background.
    package mutating func fill(_ area: CellRect, with ground: Background) {
        let all = CellRect(origin: .home, size: size)
        guard let area = area.intersection(all) else { return }
        let blanks = SafeText("").padded(to: area.size.columns)
        for row in 0..<area.size.rows {
            put(blanks, row: area.origin.row + row, column: area.origin.column, on: ground)
        }
    }

    /// The page without its hyperlinks.
    package var unlinked: TextPage {
        var page = self
        page.runs = runs.map {
            Run(
                position: $0.position, text: $0.text, style: $0.style, ground: $0.ground,
                link: nil, line: $0.line)
        }
        return page
    }

    /// The page with left and right exchanged; the order of letters in each text stays unchanged.
    ///
    /// The pieces of a line keep their order, unless a piece is read from the right: then all
    /// pieces are laid out from right to left.
    package var mirrored: TextPage {
        let fromRight = Set(runs.lazy.filter(\.text.readsFromRight).map(\.lineOnPage))
        var page = self
        page.cursor = cursor.map { CellPosition(row: $0.row, column: size.columns - 1 - $0.column) }
        page.runs = runs.map {
            $0.mirrored(in: size.columns, alone: fromRight.contains($0.lineOnPage))
        }
        return page
    }

    func mappingTexts(_ change: (SafeText) -> SafeText) -> TextPage {
        var page = self
        page.runs = runs.map { $0.with(change($0.text), at: $0.position, of: $0.line) }
        return page
    }
}

/// The target of a hyperlink (OSC 8): an http or https address in printable ASCII.
///
/// Other addresses are not accepted, because the address is part of a control sequence, and
/// terminals pass it to a web browser.
package struct Hyperlink: Hashable, Sendable {
    /// The maximum length of an address in bytes; VTE and iTerm2 ignore longer addresses
    /// ("Hyperlinks in terminal emulators", length limits).
    package static let limitBytes = 2083

    private static let schemes = ["https://", "http://"]

    package let address: String

    /// Creates a hyperlink; `nil` if the address is of another kind, too long, or not
    /// percent-encoded.
    package init?(_ address: String) {
        let bytes = address.utf8
        guard bytes.count <= Self.limitBytes, bytes.allSatisfy({ (0x21...0x7E).contains($0) }),
            let scheme = Self.schemes.first(where: { address.hasPrefix($0) }),
            bytes.count > scheme.utf8.count
        else { return nil }
        self.address = address
    }
}

extension TextPage.Run {
    fileprivate struct Line: Hashable {
        let row: Int
        let columns: Range<Int>
    }

    fileprivate var lineOnPage: Line { Line(row: position.row, columns: line) }

    /// True if the text is a piece of a longer line and has more than one column.
    private var isPiece: Bool { text.width < line.count && text.width > 1 }

    fileprivate func mirrored(in columns: Int, alone isAlone: Bool) -> TextPage.Run {
        let start = columns - line.upperBound
        let column =
            isAlone
            ? columns - position.column - text.width : start + position.column - line.lowerBound
        return with(
            isAlone ? text.fromRight : isPiece ? text : text.mirrored,
            at: CellPosition(row: position.row, column: column), of: start..<start + line.count)
    }

    fileprivate func with(
        _ text: SafeText, at position: CellPosition, of line: Range<Int>
    ) -> TextPage.Run {
        TextPage.Run(
            position: position, text: text, style: style, ground: ground, link: link, line: line)
    }
}

extension SafeText {
    /// The text as a piece of a line that is read from the right.
    ///
    /// In a text of another script, the signs that join it to its neighbours change sides, as in
    /// `: EXIF`. A text with right-to-left letters stays unchanged, because drawing reorders the
    /// whole text.
    fileprivate var fromRight: SafeText {
        guard !readsFromRight else { return self }
        let joints: Set<Character> = [" ", ":", ",", ";"]
        let before = string.prefix { joints.contains($0) }
        guard before.count < string.count, width > 1 else { return mirrored }
        let behind = string.reversed().prefix { joints.contains($0) }
        let words = string.dropFirst(before.count).dropLast(behind.count)
        return SafeText(safe: String(behind) + words + before.reversed(), width: width)
    }

    /// The text with leading and trailing blanks exchanged, and with mirrored half blocks.
    fileprivate var mirrored: SafeText {
        switch string {
        case "▌": return "▐"
        case "▐": return "▌"
        default: break
        }
        let before = string.prefix { $0 == " " }
        let behind = string.dropFirst(before.count).reversed().prefix { $0 == " " }
        let words = string.dropFirst(before.count).dropLast(behind.count)
        return SafeText(String(behind) + words + before)
    }
}
