internal import Bounds
internal import Imaging

/// The characters at which a terminal with kitty's graphics protocol draws a picture.
///
/// Each cell is U+10EEEE with three combining marks: for the row, for the column, and for the
/// highest byte of the picture's number. The number's lowest byte is the colour of the text.
/// Source: kitty's docs, graphics-protocol, "Unicode placeholders"; kitty 0.28 and Ghostty support
/// them.
enum PlaceholderText {
    /// The maximum number of rows or columns of a picture: the number of marks.
    static let cellLimit = marks.count

    /// The combining mark for each number from 0.
    static let marks: [PackedUTF8] = runs.flatMap { run in
        (0..<run.count).compactMap { Unicode.Scalar(run.first + $0).map(PackedUTF8.init) }
    }

    private static let placeholder = PackedUTF8("\u{10EEEE}")

    /// Appends the character for a cell of picture `image`, in the current text colour.
    ///
    /// Hot: runs for each cell of a picture that is shown at a new position.
    static func append(row: Int, column: Int, of image: Int, to output: inout [UInt8]) {
        append(placeholder, to: &output)
        append(marks[row], to: &output)
        append(marks[column], to: &output)
        append(marks[image >> 24], to: &output)
    }

    private static func append(_ text: PackedUTF8, to output: inout [UInt8]) {
        for byte in 0..<text.length {
            output.append(UInt8(truncatingIfNeeded: text.bytes >> (8 * byte)))
        }
    }

    /// Runs of code points, from kitty's gen/rowcolumn-diacritics.txt.
    ///
    /// The code points are the marks of class 230 in Unicode 6.0 that do not occur in a
    /// composition.
    private static let runs: [(first: UInt32, count: UInt32)] = [
        (0x305, 1), (0x30D, 2), (0x310, 1), (0x312, 1), (0x33D, 3), (0x346, 1), (0x34A, 3),
        (0x350, 3), (0x357, 1), (0x35B, 1), (0x363, 13), (0x483, 5), (0x592, 4), (0x597, 3),
        (0x59C, 6), (0x5A8, 2), (0x5AB, 2), (0x5AF, 1), (0x5C4, 1), (0x610, 8), (0x657, 5),
        (0x65D, 2), (0x6D6, 7), (0x6DF, 4), (0x6E4, 1), (0x6E7, 2), (0x6EB, 2), (0x730, 1),
        (0x732, 2), (0x735, 2), (0x73A, 1), (0x73D, 1), (0x73F, 3), (0x743, 1), (0x745, 1),
        (0x747, 1), (0x749, 2), (0x7EB, 7), (0x7F3, 1), (0x816, 4), (0x81B, 9), (0x825, 3),
        (0x829, 5), (0x951, 1), (0x953, 2), (0xF82, 2), (0xF86, 2), (0x135D, 3), (0x17DD, 1),
        (0x193A, 1), (0x1A17, 1), (0x1A75, 8), (0x1B6B, 1), (0x1B6D, 7), (0x1CD0, 3), (0x1CDA, 2),
        (0x1CE0, 1), (0x1DC0, 2), (0x1DC3, 7), (0x1DCB, 2), (0x1DD1, 22), (0x1DFE, 1), (0x20D0, 2),
        (0x20D4, 4), (0x20DB, 2), (0x20E1, 1), (0x20E7, 1), (0x20E9, 1), (0x20F0, 1), (0x2CEF, 3),
        (0x2DE0, 32), (0xA66F, 1), (0xA67C, 2), (0xA6F0, 2), (0xA8E0, 18), (0xAAB0, 1), (0xAAB2, 2),
        (0xAAB7, 2), (0xAABE, 2), (0xAAC1, 1), (0xFE20, 7), (0x10A0F, 1), (0x10A38, 1),
        (0x1D185, 5), (0x1D1AA, 4), (0x1D242, 3),
    ]
}

/// The mode in which pictures are shown by placeholder characters (`PlaceholderText`).
package struct PlaceholderMode: Hashable, Sendable {
    /// The number of the first picture; each pane has its own range, because panes share the
    /// terminal's store.
    let firstImage: Int

    /// The valid numbers of tmux's panes, such as 0 for `%0`; tmux never uses a number twice.
    private static let panes = 0...1_000_000_000

    init(firstImage: Int) { self.firstImage = firstImage }

    /// Creates the mode for an outer terminal; `nil` if the terminal or the multiplexer does not
    /// support placeholders, or if cells have a fractional size.
    ///
    /// The terminal must have placeholders, and the multiplexer must preserve their marks, as tmux
    /// does from version 3.3 on. Without a multiplexer, commands place pictures exactly to the
    /// pixel.
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
