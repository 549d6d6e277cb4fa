internal import Bounds
package import Imaging

/// The position of a printed picture: the cursor on the shell's screen, or a cell.
package struct PrintPosition: Hashable, Sendable {
    /// The number of columns left of a picture at the cursor.
    let column: Int
    /// The cell of the picture's top left corner; `nil` for a picture at the cursor.
    let cell: CellPosition?
    /// The number of the picture's rows; `nil` for a picture at a cell, or if the screen is not
    /// known to have at least two more rows.
    private let rows: Int?

    /// The cursor's current position, without an indent.
    package static let cursor = PrintPosition(column: 0, cell: nil, rows: nil)

    private init(column: Int, cell: CellPosition?, rows: Int?) {
        (self.column, self.cell, self.rows) = (column, cell, rows)
    }

    /// Returns the position of a cell, independent of the cursor.
    package static func at(_ cell: CellPosition) -> PrintPosition {
        PrintPosition(column: 0, cell: cell, rows: nil)
    }

    /// Creates a position at the cursor; `window` is `nil` for output that is not a terminal.
    package init(column: Int, rows: Int, in window: CellSize?) {
        self.init(
            column: column, cell: nil, rows: window.flatMap { rows + 1 < $0.rows ? rows : nil })
    }

    /// Returns the bytes to write before and after a picture.
    ///
    /// After a picture at the cursor, the cursor is below the picture. Terminals differ in the
    /// cursor's position after pixels, so the cursor is positioned explicitly if the screen has
    /// enough rows. Konsole rounds a height up to whole bands, which may add a row. Text is
    /// positioned row by row.
    package func surroundings(ofText isText: Bool) -> (before: [UInt8], after: [UInt8]) {
        if let cell {
            let start = isText ? [] : ControlSequence.bytes(.moveCursor(cell))
            let before = ControlSequence.bytes(.saveCursor) + start
            return (before, ControlSequence.bytes(.restoreCursor))
        }
        if isText { return ([], Self.newLines(1)) }
        let right = column > 0 ? ControlSequence.bytes(.moveRight(columns: column)) : []
        guard let rows else { return (right, Self.newLines(1)) }
        let room =
            Self.newLines(rows + 1) + ControlSequence.bytes(.moveUp(rows: rows + 1), .saveCursor)
        return (room + right, ControlSequence.bytes(.restoreCursor) + Self.newLines(rows))
    }

    private static func newLines(_ count: Int) -> [UInt8] {
        Array(repeating: Ascii.newLine, count: count)
    }

    /// Appends the bytes that move the cursor to the start of a row of text.
    func appendStart(ofRow row: Int, to output: inout [UInt8]) {
        if let cell {
            ControlSequence.moveCursor(CellPosition(row: cell.row + row, column: cell.column))
                .append(to: &output)
            return
        }
        if row > 0 { output.append(Ascii.newLine) }
        output += Array(repeating: UInt8(ascii: " "), count: column)
    }
}

/// The printing of a picture as placeholder characters (`PlaceholderText`).
///
/// Placeholders are used in a multiplexer, whose pane keeps them, and in programs that show only
/// text.
package struct PlaceholderPrint: Hashable, Sendable {
    /// The multiplexer that commands must pass; `nil` if the terminal receives them directly.
    private let multiplexer: Multiplexer?
    private let cell: CellMetrics

    /// Creates the print; `nil` without placeholders or without a multiplexer.
    package init?(_ profile: TerminalProfile) {
        guard profile.placeholders != nil, let passthrough = profile.passthrough else { return nil }
        multiplexer = passthrough.multiplexer
        cell = profile.cell
    }

    /// Creates the print for a terminal without a multiplexer.
    package init(cell: CellMetrics) { (multiplexer, self.cell) = (nil, cell) }

    /// The maximum number of cells along a side: the number of combining marks.
    package static let cellLimit = PlaceholderText.cellLimit

    /// Returns a random number for a picture.
    ///
    /// Pictures need different numbers, because an earlier picture may still be on the screen.
    package static func newImage() -> Int {
        Int.random(in: 1...255) << 24 | Int.random(in: 16...255)
    }

    /// Appends a picture, extended to whole cells, at a position; `image` is the picture's number.
    ///
    /// - Precondition: no side has more than `cellLimit` cells.
    package func append(
        _ raster: Raster, as image: Int, at position: PrintPosition, over background: RGBColour,
        by encoder: KittyEncoder, _ medium: KittyMedium = .direct, to output: inout [UInt8]
    ) {
        let size = cell.cells(covering: raster.size)
        let canvas = raster.framed(
            at: PixelRect(raster.size), in: cell.pixels(of: size), over: background)
        var command: [UInt8] = []
        encoder.send(canvas, action: "t", ",i=\(image)", by: medium, into: &command)
        KittyCommand.append(
            "a=p,U=1,i=\(image),p=1,c=\(size.columns),r=\(size.rows),q=2", to: &command)
        output += multiplexer?.wrap(command) ?? command
        for row in 0..<size.rows {
            position.appendStart(ofRow: row, to: &output)
            appendRow(row, of: size.columns, as: image, to: &output)
        }
    }

    private func appendRow(
        _ row: Int, of columns: Int, as image: Int, to output: inout [UInt8]
    ) {
        ControlSequence.foreground(image & 0xFF).append(to: &output)
        for column in 0..<columns {
            PlaceholderText.append(row: row, column: column, of: image, to: &output)
        }
        ControlSequence.plain.append(to: &output)
    }
}
