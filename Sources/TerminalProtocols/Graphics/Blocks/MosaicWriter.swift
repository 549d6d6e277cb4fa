import Imaging

/// Writes runs of a mosaic's cells, and the way of the cursor between them.
struct MosaicWriter {
    private let mosaic: BlockMosaic
    private let origin: CellPosition?
    private var writer: CellWriter

    /// Unchanged cells that may be cheaper to write again than to pass over: passing over them takes
    /// at least four bytes, a cell at least one.
    private static let bridgedCells = 6

    /// `origin` is the cell of the mosaic's top left corner; without one, lines follow each other.
    init(_ mosaic: BlockMosaic, at origin: CellPosition?) {
        self.mosaic = mosaic
        self.origin = origin
        writer = CellWriter(mosaic.glyphs, depth: mosaic.depth)
    }

    /// Goes to the start of a row.
    ///
    /// A new line is begun plain, or the terminal fills it to its end with the last background.
    mutating func begin(_ row: Int, in output: inout [UInt8]) {
        if origin != nil {
            move(toRow: row, column: 0, in: &output)
        } else if row > 0 {
            ControlSequence.plain.append(to: &output)
            output.append(Ascii.newLine)
            writer = CellWriter(mosaic.glyphs, depth: mosaic.depth)
        }
    }

    mutating func append(_ cells: ArraySlice<MosaicCell>, to output: inout [UInt8]) {
        withUnsafeTemporaryAllocation(
            byteCount: (cells.count + 1) * CellWriter.cellBytes, alignment: 8
        ) { text in
            guard let start = text.baseAddress else { return }
            var place = start
            for cell in cells { place = writer.write(cell, to: place) }
            output.append(contentsOf: text[..<(place - start)])
        }
    }

    /// Appends what turns another mosaic into this one, which a pan by `shift` may have moved.
    mutating func append(
        changesFrom old: BlockMosaic, by shift: CellScroll?, to output: inout [UInt8]
    ) {
        let changes = CellDiff(from: old.cells, to: mosaic, by: shift ?? .none)
        if changes.movesUp { moveUp(changes.shift.rows, in: &output) }
        for row in 0..<mosaic.size.rows { append(changes.row(row), ofRow: row, to: &output) }
    }

    /// Deletes lines and inserts as many at the other end: no margins that someone must reset, and
    /// what is below the mosaic ends where it was.
    private func moveUp(_ rows: Int, in output: inout [UInt8]) {
        let bottom = mosaic.size.rows - abs(rows)
        move(toRow: rows > 0 ? 0 : bottom, column: 0, in: &output)
        ControlSequence.deleteLines(abs(rows)).append(to: &output)
        move(toRow: rows > 0 ? bottom : 0, column: 0, in: &output)
        ControlSequence.insertLines(abs(rows)).append(to: &output)
    }

    private mutating func append(
        _ change: CellDiff.Row, ofRow row: Int, to output: inout [UInt8]
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

    /// Brings the cursor behind cells that are there already, the shorter way.
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
        guard let origin else { return }
        let place = CellPosition(row: origin.row + row, column: origin.column + column)
        ControlSequence.moveCursor(place).append(to: &output)
    }
}
