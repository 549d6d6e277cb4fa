import Imaging

/// The cells of a frame that is drawn with characters: what a terminal shows, and what it takes to
/// make it show another.
package struct BlockMosaic: Hashable, Sendable {
    let glyphs: BlockGlyphs
    let depth: ColourDepth
    /// Where its first element lies on the scaled photo's grid.
    let anchor: PixelPoint
    let size: CellSize
    /// Row after row.
    let cells: [MosaicCell]

    /// The memory it takes.
    package var byteCount: Int { cells.count * MemoryLayout<MosaicCell>.stride }

    /// Appends all of it: the cursor to each row's start, colours where they change, and plain
    /// attributes at the end; nothing else.
    ///
    /// `origin` is the cell of its top left corner; without one, lines follow each other.
    package func append(at origin: CellPosition?, to output: inout [UInt8]) {
        guard !cells.isEmpty else { return }
        var text = MosaicWriter(self, at: origin)
        for row in 0..<size.rows {
            text.begin(row, in: &output)
            text.append(cells(of: row), to: &output)
        }
        ControlSequence.plain.append(to: &output)
    }

    /// Appends what turns another mosaic at the same place into this one; nothing where they look the
    /// same.
    ///
    /// All of it is appended where the other is of another kind or size. `isWholeScreen`
    /// says that the screen has no columns beside the mosaic and no pictures: then what a pan leaves
    /// in view may be moved instead of drawn again.
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
