import Imaging

/// A frame converted to character cells.
package struct BlockMosaic: Hashable, Sendable {
    let glyphs: BlockGlyphs
    let depth: ColourDepth
    /// The position of the first element in the grid of the scaled photo.
    let anchor: PixelPoint
    let size: CellSize
    /// The cells, row by row.
    let cells: [MosaicCell]

    package var byteCount: Int { cells.count * MemoryLayout<MosaicCell>.stride }

    /// Appends the text of the whole mosaic at `origin`, and resets the attributes at the end.
    package func append(at origin: CellPosition, to output: inout [UInt8]) {
        guard !cells.isEmpty else { return }
        var text = MosaicWriter(self, at: origin)
        for row in 0..<size.rows {
            text.begin(row, in: &output)
            text.append(cells(of: row), to: &output)
        }
        ControlSequence.plain.append(to: &output)
    }

    /// Appends the mosaic as lines of text, without a line feed after the last line.
    package func appendLines(
        at position: PrintPosition = .cursor, to output: inout [UInt8]
    ) {
        for row in 0..<size.rows where !cells.isEmpty {
            position.appendStart(ofRow: row, to: &output)
            // A line begins with plain attributes; otherwise, the terminal would fill it with the
            // last background.
            var text = MosaicWriter(self, at: .home)
            text.append(cells(of: row), to: &output)
            ControlSequence.plain.append(to: &output)
        }
    }

    /// Appends the changes that turn `old`, at the same position, into this mosaic.
    ///
    /// Nothing is appended if both mosaics look the same. `isWholeScreen` is true if the screen has
    /// no columns beside the mosaic and no pictures. In that case, content that stays visible after
    /// a pan may be moved instead of redrawn.
    package func append(
        changesFrom old: BlockMosaic, at origin: CellPosition, isWholeScreen: Bool,
        to output: inout [UInt8]
    ) {
        guard size == old.size, glyphs == old.glyphs, depth == old.depth else {
            return append(at: origin, to: &output)
        }
        var text = MosaicWriter(self, at: origin)
        let before = output.count
        text.append(
            changesFrom: old, by: isWholeScreen ? CellScroll(from: old, to: self) : nil,
            to: &output)
        if output.count > before { ControlSequence.plain.append(to: &output) }
    }

    func cells(of row: Int) -> ArraySlice<MosaicCell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }
}

/// A cell with a pattern in one colour over another; colours are codes of the colour depth.
struct MosaicCell: DiffedCell, Hashable, Sendable {
    let pattern: UInt8
    let foreground: UInt32
    let background: UInt32

    /// A cell with unknown content, which looks like no other cell, because no colour has its
    /// codes.
    static let unknown = MosaicCell(pattern: 0, foreground: .max, background: .max)

    /// Returns a cell of one colour.
    ///
    /// The cell is a blank, because fonts leave a line of background beside any block.
    static func plain(_ colour: UInt32) -> MosaicCell {
        MosaicCell(pattern: 0, foreground: colour, background: colour)
    }

    /// Returns a cell that looks the same, with the complementary pattern and exchanged colours.
    func exchanged(for opposite: UInt8) -> MosaicCell {
        MosaicCell(pattern: opposite, foreground: background, background: foreground)
    }

    /// Returns true if two cells look the same; the pattern of a cell of one colour is not visible.
    func looksLike(_ other: MosaicCell) -> Bool {
        self == other || isPlain && other.isPlain && background == other.background
    }

    private var isPlain: Bool { pattern == 0 || foreground == background }
}

/// A writer of runs of cells and of the cursor moves between them.
struct MosaicWriter {
    private let mosaic: BlockMosaic
    private let origin: CellPosition
    private var writer: CellWriter

    /// The maximum number of unchanged cells that are rewritten if this takes fewer bytes than
    /// skipping them.
    ///
    /// Skipping takes at least four bytes, a cell at least one byte.
    private static let bridgedCells = 6

    init(_ mosaic: BlockMosaic, at origin: CellPosition) {
        self.mosaic = mosaic
        self.origin = origin
        writer = CellWriter(mosaic.glyphs, depth: mosaic.depth)
    }

    /// Moves the cursor to the start of a row.
    mutating func begin(_ row: Int, in output: inout [UInt8]) {
        move(toRow: row, column: 0, in: &output)
    }

    mutating func append(_ cells: ArraySlice<MosaicCell>, to output: inout [UInt8]) {
        withUnsafeTemporaryAllocation(
            byteCount: (cells.count + 1) * CellWriter.cellBytes, alignment: 8
        ) { text in
            guard let start = text.baseAddress else { return }
            var offset = start
            for cell in cells { offset = writer.write(cell, to: offset) }
            output.append(contentsOf: text[..<(offset - start)])
        }
    }

    mutating func append(
        changesFrom old: BlockMosaic, by shift: CellScroll?, to output: inout [UInt8]
    ) {
        let changes = CellDiff(
            from: old.cells, to: mosaic.cells, of: mosaic.size, by: shift ?? .none)
        if changes.movesUp {
            changes.shift.appendMoveUp(
                in: CellRect(origin: origin, size: mosaic.size), to: &output)
        }
        for row in 0..<mosaic.size.rows { append(changes.row(row), ofRow: row, to: &output) }
    }

    private mutating func append(
        _ change: CellDiff<MosaicCell>.Row, ofRow row: Int, to output: inout [UInt8]
    ) {
        let new = mosaic.cells(of: row)
        var cursor: Int?
        if change.aside != 0 {
            move(toRow: row, column: 0, in: &output)
            let count = abs(change.aside)
            let isLeft = change.aside > 0
            (isLeft ? ControlSequence.deleteCells(count) : .insertCells(count)).append(to: &output)
            cursor = new.startIndex
        }
        for run in change.runs {
            if let cursor {
                pass(new[cursor..<run.lowerBound], in: &output)
            } else {
                move(toRow: row, column: run.lowerBound - new.startIndex, in: &output)
            }
            append(new[run], to: &output)
            cursor = run.upperBound
        }
    }

    /// Moves the cursor past unchanged cells with as few bytes as possible.
    private mutating func pass(_ cells: ArraySlice<MosaicCell>, in output: inout [UInt8]) {
        guard !cells.isEmpty else { return }
        let move = ControlSequence.bytes(.moveRight(columns: cells.count))
        let before = (count: output.count, writer: writer)
        if cells.count <= Self.bridgedCells {
            append(cells, to: &output)
            if output.count - before.count <= move.count { return }
            output.removeLast(output.count - before.count)
            writer = before.writer
        }
        output += move
    }

    private func move(toRow row: Int, column: Int, in output: inout [UInt8]) {
        let cell = CellPosition(row: origin.row + row, column: origin.column + column)
        ControlSequence.moveCursor(cell).append(to: &output)
    }
}
