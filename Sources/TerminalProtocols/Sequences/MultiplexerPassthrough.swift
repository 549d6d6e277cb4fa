/// The way of pictures through a multiplexer: wrapped, and placed by the outside terminal's own rows
/// and columns, since the multiplexer's cursor means nothing there.
package struct MultiplexerPassthrough: Hashable, Sendable {
    package let passthrough: Multiplexer
    /// Where the pane begins on the screen of the terminal outside.
    package let pane: CellPosition

    package init(_ passthrough: Multiplexer, pane: CellPosition) {
        self.passthrough = passthrough
        self.pane = pane
    }

    /// A cell of the pane, as the terminal outside counts.
    package func outside(_ cell: CellPosition) -> CellPosition {
        CellPosition(row: cell.row + pane.row, column: cell.column + pane.column)
    }

    /// Whether what the terminal outside answers comes to us, however late.
    ///
    /// tmux gives it to the pane that is active by then: a shell has it typed at its prompt, vim takes it
    /// for commands. So through tmux nothing is asked while pictures are shown.
    package var repliesReachUs: Bool { passthrough != .tmux }

    /// The cursor outside is put back: the multiplexer believes it where it left it.
    package func wrap(_ picture: [UInt8]) -> [UInt8] {
        guard !picture.isEmpty else { return [] }
        let quiet = repliesReachUs ? picture : KittyCommand.silenced(picture)
        return passthrough.wrap(
            ControlSequence.bytes(.saveCursor) + quiet + ControlSequence.bytes(.restoreCursor))
    }
}
