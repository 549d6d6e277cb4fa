/// What a character cell shows: a pattern in one colour over another.
///
/// Colours are codes of the terminal's colour depth.
struct MosaicCell: Hashable, Sendable {
    let pattern: UInt8
    let foreground: UInt32
    let background: UInt32

    /// A cell on the screen of which nothing is known: it looks like no other, as no code is so large.
    static let unknown = MosaicCell(pattern: 0, foreground: .max, background: .max)

    /// Whether two cells cannot be told apart: the ink of a cell of one colour is not seen.
    func looksLike(_ other: MosaicCell) -> Bool {
        self == other || isPlain && other.isPlain && background == other.background
    }

    private var isPlain: Bool { pattern == 0 || foreground == background }
}
