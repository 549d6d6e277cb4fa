package import Imaging

/// The text of a screen, and the cursor.
package struct ScreenGrid: Sendable {
    package private(set) var size: CellSize
    package private(set) var rows: [[ScreenCell]]
    /// Counted from 0.
    package private(set) var cursor = GridPosition(row: 0, column: 0)
    package var style = CellStyle.plain
    /// The link of newly written text.
    package var link: String?
    /// The rows that scroll (DECSTBM); all by default.
    package private(set) var margins: Range<Int>
    /// The number of times the whole text moved up by a row.
    package private(set) var scrollCount = 0
    private var wrapsNext = false
    private var saved = GridPosition(row: 0, column: 0)

    package init(_ size: CellSize) {
        self.size = size
        margins = 0..<size.rows
        rows = Array(repeating: Self.blankRow(size.columns, .plain), count: size.rows)
    }

    private static func blankRow(_ columns: Int, _ style: CellStyle) -> [ScreenCell] {
        Array(repeating: ScreenCell(text: " ", style: style), count: columns)
    }

    /// Writes a character at the cursor; returns the cells it covers, `nil` for a combining mark.
    mutating func put(_ scalar: Unicode.Scalar) -> CellArea? {
        let width = CharacterWidth.cells(of: scalar)
        if width == 0 {
            combine(scalar)
            return nil
        }
        if wrapsNext || cursor.column + width > size.columns { wrap() }
        let place = cursor
        rows[place.row][place.column] = ScreenCell(
            text: String(scalar), style: style, link: link)
        if width == 2, place.column + 1 < size.columns {
            rows[place.row][place.column + 1] = ScreenCell(text: "", style: style, link: link)
        }
        wrapsNext = place.column + width >= size.columns
        cursor.column = min(place.column + width, size.columns - 1)
        return CellArea(
            rows: place.row..<place.row + 1, columns: place.column..<place.column + width)
    }

    private mutating func combine(_ scalar: Unicode.Scalar) {
        let column = wrapsNext ? cursor.column : max(0, cursor.column - 1)
        rows[cursor.row][column].text.unicodeScalars.append(scalar)
    }

    private mutating func wrap() {
        cursor.column = 0
        wrapsNext = false
        lineFeed()
    }

    mutating func lineFeed() {
        wrapsNext = false
        if cursor.row + 1 == margins.upperBound {
            scrollCount += 1
            scroll(by: 1)
        } else if cursor.row + 1 < size.rows {
            cursor.row += 1
        }
    }

    mutating func reverseLineFeed() {
        wrapsNext = false
        if cursor.row == margins.lowerBound {
            scrollCount += 1
            scroll(by: -1)
        } else if cursor.row > 0 {
            cursor.row -= 1
        }
    }

    /// Restricts scrolling to these rows.
    mutating func setMargins(_ rows: Range<Int>) { margins = rows.clamped(to: 0..<size.rows) }

    mutating func move(toRow row: Int, column: Int) {
        wrapsNext = false
        cursor = GridPosition(
            row: min(max(0, row), size.rows - 1), column: min(max(0, column), size.columns - 1))
    }

    /// Moves the rows between the margins up, or down when negative; the cursor stays.
    mutating func scroll(by count: Int) { scroll(margins, by: count) }

    private mutating func scroll(_ lines: Range<Int>, by count: Int) {
        let moved = min(abs(count), lines.count)
        let blanks = Array(repeating: Self.blankRow(size.columns, .plain), count: moved)
        let old = Array(rows[lines])
        let new = count > 0 ? Array(old.dropFirst(moved)) + blanks : blanks + old.dropLast(moved)
        rows.replaceSubrange(lines, with: new)
    }

    mutating func saveCursor() { saved = cursor }
    mutating func restoreCursor() { move(toRow: saved.row, column: saved.column) }

    /// Moves the rest of the line to the right, beyond the edge (ICH).
    mutating func insertBlanks(_ count: Int) {
        wrapsNext = false
        let place = cursor.column
        let blanks = Self.blankRow(min(count, size.columns - place), .plain)
        rows[cursor.row].insert(contentsOf: blanks, at: place)
        rows[cursor.row].removeLast(blanks.count)
    }

    /// Moves the rest of the line to the left, with blanks at its end (DCH).
    mutating func deleteCells(_ count: Int) {
        wrapsNext = false
        let count = min(count, size.columns - cursor.column)
        rows[cursor.row].removeSubrange(cursor.column..<cursor.column + count)
        rows[cursor.row] += Self.blankRow(count, .plain)
    }

    /// Moves the lines from the cursor's to the margin up (DL), or down when negative (IL).
    mutating func moveLines(by count: Int) {
        guard margins.contains(cursor.row) else { return }
        wrapsNext = false
        scroll(cursor.row..<margins.upperBound, by: count)
        cursor.column = 0
    }

    mutating func erase(_ area: CellArea) {
        for row in area.rows.clamped(to: 0..<size.rows) {
            for column in area.columns.clamped(to: 0..<size.columns) {
                var blank = CellStyle.plain
                blank.setBackground(of: style)
                rows[row][column] = ScreenCell(text: " ", style: blank)
            }
        }
    }

    mutating func resize(to new: CellSize) {
        let place = cursor
        var next = ScreenGrid(new)
        for row in 0..<min(size.rows, new.rows) {
            let kept = rows[row].prefix(new.columns)
            next.rows[row].replaceSubrange(0..<kept.count, with: kept)
        }
        next.style = style
        next.link = link
        next.saved = saved
        next.scrollCount = scrollCount
        self = next
        move(toRow: place.row, column: place.column)
    }
}

/// A cell of the screen; 0, 0 is the top left one.
package struct GridPosition: Hashable, Sendable {
    package var row: Int
    package var column: Int

    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// Some rows and columns of the screen.
package struct CellArea: Hashable, Sendable {
    package let rows: Range<Int>
    package let columns: Range<Int>

    package init(rows: Range<Int>, columns: Range<Int>) {
        self.rows = rows
        self.columns = columns
    }
}

/// The number of cells of a character, by the rules common to all terminals.
enum CharacterWidth {
    /// Ranges of Unicode's EastAsianWidth.txt (W and F) that a title may contain, and pictographs.
    private static let wide: [ClosedRange<UInt32>] = [
        0x1100...0x115f, 0x2e80...0x303e, 0x3041...0xa4cf, 0xac00...0xd7a3, 0xf900...0xfaff,
        0xfe30...0xfe6f, 0xff00...0xff60, 0xffe0...0xffe6, 0x1f300...0x1f64f,
        0x1f680...0x1f6ff, 0x1f900...0x1f9ff, 0x20000...0x3fffd,
    ]

    static func cells(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: 0
        default: wide.contains { $0.contains(scalar.value) } ? 2 : 1
        }
    }
}

/// A screen as plain text, for tests that compare with a literal.
package enum PageText {
    /// Returns all rows without trailing blanks, and without the empty rows at the bottom.
    package static func text(_ grid: ScreenGrid) -> String {
        var lines = grid.rows.map(line)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    package static func line(_ cells: [ScreenCell]) -> String {
        let text = cells.map(\.text).joined()
        let end = text.lastIndex { $0 != " " && $0 != "\u{A0}" }
        return end.map { String(text[...$0]) } ?? ""
    }
}
