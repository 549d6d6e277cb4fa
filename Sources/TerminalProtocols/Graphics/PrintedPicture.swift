internal import Bounds
package import Imaging

/// Where a picture is printed on the shell's screen.
package struct PrintPosition: Hashable, Sendable {
    /// The columns before it.
    package let column: Int
    /// The rows it takes; `nil` if they are more than the screen has, or it does not end on one.
    private let rows: Int?

    /// `window` is `nil` if the output is no terminal.
    package init(column: Int = 0, rows: Int, in window: CellSize?) {
        self.column = column
        self.rows = window.flatMap { rows + 1 < $0.rows ? rows : nil }
    }

    /// The bytes before a picture of pixels, and those after it, which leave the cursor below it.
    ///
    /// Each terminal leaves the cursor somewhere else (facts/terminals.md §4, rule 6), so it is put where
    /// it was, on a screen that has room. konsole rounds a height up to whole bands: a row more.
    package var surroundings: (before: [UInt8], after: [UInt8]) {
        let right = column > 0 ? ControlSequence.bytes(.moveRight(columns: column)) : []
        guard let rows else { return (right, Self.newLines(1)) }
        let room =
            Self.newLines(rows + 1) + ControlSequence.bytes(.moveUp(rows: rows + 1), .saveCursor)
        return (room + right, ControlSequence.bytes(.restoreCursor) + Self.newLines(rows))
    }

    private static func newLines(_ count: Int) -> [UInt8] {
        Array(repeating: Ascii.newLine, count: count)
    }
}

/// How a picture is printed in a multiplexer: as text, which stays in its pane, and which the terminal
/// outside draws.
package struct PlaceholderPrint: Hashable, Sendable {
    private let multiplexer: Multiplexer
    private let cell: CellMetrics

    /// `nil` if the terminal has no placeholders, or is no multiplexer's.
    package init?(_ profile: TerminalProfile) {
        guard profile.placeholders != nil, let passthrough = profile.passthrough else { return nil }
        multiplexer = passthrough.multiplexer
        cell = profile.cell
    }

    /// The most cells of a side, as there are marks for no more.
    package static let cellLimit = PlaceholderText.cellLimit

    /// A number of its own for each picture: one that scrolls is still on the screen.
    package static func newImage() -> Int {
        Int.random(in: 1...255) << 24 | Int.random(in: 16...255)
    }

    /// Appends a picture as number `image`, whole cells of it, with `columns` blank ones before each row.
    ///
    /// - Precondition: no side has more than `cellLimit` cells.
    package func append(
        _ raster: Raster, as image: Int, columns: Int, over background: RGBColour,
        png: (Raster) -> [UInt8], to output: inout [UInt8]
    ) {
        let size = cell.cells(covering: raster.size)
        let canvas = raster.framed(
            at: PixelRect(raster.size), in: cell.pixels(of: size), over: background)
        var command: [UInt8] = []
        KittyCommand.begin("a=t,t=d,f=100,i=\(image)", to: &command)
        KittyCommand.appendRest(chunking: png(canvas), hiding: .everything, to: &command)
        KittyCommand.append(
            "a=p,U=1,i=\(image),p=1,c=\(size.columns),r=\(size.rows),q=2", to: &command)
        output += multiplexer.wrap(command)
        for row in 0..<size.rows {
            if row > 0 { output.append(Ascii.newLine) }
            output += Array(repeating: UInt8(ascii: " "), count: columns)
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
