import Imaging

/// The cells of a frame that is drawn with characters: what a terminal shows, and what it takes to
/// make it show another.
package struct BlockMosaic: Hashable, Sendable {
    let glyphs: BlockGlyphs
    let depth: ColourDepth
    /// The cell of its top left corner; without one, lines follow each other.
    let origin: CellPosition?
    /// Where its first element lies on the scaled photo's grid.
    let anchor: PixelPoint
    let size: CellSize
    /// Row after row.
    let cells: [MosaicCell]

    /// Appends all of it.
    package func append(to output: inout [UInt8]) {
        guard !cells.isEmpty else { return }
        var text = MosaicText(self)
        for row in 0..<size.rows {
            text.begin(row, in: &output)
            text.append(cells(of: row), to: &output)
        }
        ControlSequence.plain.append(to: &output)
    }

    /// Appends what turns another mosaic on the screen into this one; nothing where they look the same.
    ///
    /// All of it is appended where the other is of another kind, or lies elsewhere. `isWholeScreen`
    /// says that the screen has no columns beside the mosaic and no pictures: then what a pan leaves
    /// in view may be moved instead of drawn again.
    package func append(
        changesFrom old: BlockMosaic, isWholeScreen: Bool, to output: inout [UInt8]
    ) {
        guard let origin, origin == old.origin, size == old.size, glyphs == old.glyphs,
            depth == old.depth
        else { return append(to: &output) }
        var text = MosaicText(self)
        let before = output.count
        text.append(
            changesFrom: old, by: isWholeScreen ? MosaicShift(from: old, to: self) : nil,
            to: &output)
        if output.count > before { ControlSequence.plain.append(to: &output) }
    }

    func cells(of row: Int) -> ArraySlice<MosaicCell> {
        cells[row * size.columns..<(row + 1) * size.columns]
    }
}
