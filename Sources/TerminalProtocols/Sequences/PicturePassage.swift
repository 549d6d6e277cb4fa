/// The way of pictures through a multiplexer: wrapped, and placed by the outside terminal's own rows
/// and columns, since the multiplexer's cursor means nothing there.
package struct PicturePassage: Hashable, Sendable {
    package let passthrough: Passthrough
    /// Where the pane begins on the screen of the terminal outside.
    package let pane: CellPosition

    package init(_ passthrough: Passthrough, pane: CellPosition) {
        self.passthrough = passthrough
        self.pane = pane
    }

    /// A cell of the pane, as the terminal outside counts.
    package func outside(_ cell: CellPosition) -> CellPosition {
        CellPosition(row: cell.row + pane.row, column: cell.column + pane.column)
    }

    /// The cursor outside is put back: the multiplexer believes it where it left it.
    package func wrap(_ picture: [UInt8]) -> [UInt8] {
        guard !picture.isEmpty else { return [] }
        return passthrough.wrap(
            ControlSequence.bytes(.saveCursor) + picture + ControlSequence.bytes(.restoreCursor))
    }
}
