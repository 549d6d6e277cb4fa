internal import Bounds
internal import Imaging

/// How pictures are shown by placeholders (`PlaceholderText`).
package struct PlaceholderUse: Hashable, Sendable {
    /// The number of the first picture: each pane has its own, as all share the terminal's store.
    let firstImage: Int

    /// The panes of a tmux server, counted from its start: `%0`, `%1`.
    private static let panes = 0...1_000_000_000

    init(firstImage: Int) { self.firstImage = firstImage }

    /// `nil` if the terminal outside a multiplexer has no placeholders, or the multiplexer is not
    /// known to keep their marks.
    ///
    /// tmux has kept them unchanged since 3.3 (facts/terminals-2026.md, C2). Without one, a terminal
    /// that has them places pictures by commands, to the pixel.
    init?(
        of terminal: KnownTerminal, through multiplexer: Multiplexer, cell: CellMetrics,
        pane: String?
    ) {
        guard terminal.hasUnicodePlaceholders, multiplexer == .tmux, cell.isWhole else {
            return nil
        }
        let number = pane.flatMap { Self.panes.number(in: $0.dropFirst()) } ?? 0
        firstImage = PlaceholderCell.firstImage(of: number)
    }
}
