/// A terminal as a program sees it: what it says of itself, and how soon.
package struct SimulatedTerminal: Sendable {
    /// How the answers come.
    package enum Manner: Hashable, Sendable {
        case atOnce
        case late(seconds: Double)
        /// Byte by byte, with a pause after each.
        case split(seconds: Double)
    }

    package let name: String
    /// TERM and its like.
    package var environment: [String: String]
    /// Question and answer, ESC written as ␛; `{…}` stands for a figure of the screen.
    package var answers: [String: String]
    /// The state of the private modes it knows (DECRQM), or nil where it answers none.
    package var modes: [Int: Int]?
    /// The ways (`t=`) by which it takes kitty pictures; empty where it takes none.
    package var kittyMedia: Set<String> = []
    package var manner = Manner.atOnce
    package var showsSixel = false
    /// Keeps pictures in cells, as xterm.js does (`CellPictures`).
    package var keepsPicturesInCells = false
    /// The widest and highest sixel picture that is not dropped.
    package var sixelSideLimit = 10_000
}
