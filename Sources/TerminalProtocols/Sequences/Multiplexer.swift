/// A multiplexer that passes bytes on, unchanged, to its outer terminal.
package enum Multiplexer: String, Hashable, Sendable {
    case tmux
    case screen

    package func wrap(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .tmux: Self.wrapForTmux(bytes)
        case .screen: Self.wrapForScreen(bytes)
        }
    }

    /// Wraps bytes as `ESC P tmux; … ST`, each ESC doubled; in one string or more, split between
    /// sequences.
    ///
    /// tmux must allow it (`allow-passthrough on`, off by default since 3.3). After each string,
    /// tmux 3.3a writes its own sequences and moves the cursor, which would break a sequence or
    /// displace a picture. A sequence over `tmuxContentLimitBytes` is dropped.
    private static func wrapForTmux(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 512 + 64)
        for part in SequenceParts(bytes, limit: tmuxContentLimitBytes) {
            output += tmuxIntroducer
            for piece in part.split(separator: Ascii.escape, omittingEmptySubsequences: false) {
                if piece.startIndex > part.startIndex { output += [Ascii.escape, Ascii.escape] }
                output += piece
            }
            output += [Ascii.escape, Ascii.backslash]
        }
        return output
    }

    private static let tmuxIntroducer = [Ascii.escape] + Array("Ptmux;".utf8)

    // tmux silently drops a string over 1 MiB (`input-buffer-size`); ours have at most one escape
    // in 2000 bytes, so an eighth is enough for doubling and introducer.
    package static let tmuxContentLimitBytes = (1 << 20) / 8 * 7

    /// Wraps bytes in DCS strings, which end at the first ST.
    ///
    /// So an ST in the bytes is split: the escape ends one string, the backslash begins the next.
    private static func wrapForScreen(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 128 + 64)
        var room = 0
        for (index, byte) in bytes.enumerated() {
            let splitsTerminator =
                byte == Ascii.backslash && index > 0 && bytes[index - 1] == Ascii.escape
            if room == 0 || splitsTerminator {
                if index > 0 { output += [Ascii.escape, Ascii.backslash] }
                output += [Ascii.escape, UInt8(ascii: "P")]
                room = screenContentLimitBytes
            }
            output.append(byte)
            room -= 1
        }
        return bytes.isEmpty ? [] : output + [Ascii.escape, Ascii.backslash]
    }

    // MAXSTR in screen.h: 768 bytes since 4.2.1 (2014), one of them for the end. More would be
    // shown as text.
    private static let screenContentLimitBytes = 764
}

/// The passage of pictures through a multiplexer: wrapped, and positioned in the outer terminal's
/// rows and columns.
package struct MultiplexerPassthrough: Hashable, Sendable {
    package let multiplexer: Multiplexer
    /// The pane's origin on the outer terminal's screen.
    package let pane: CellPosition

    package init(_ multiplexer: Multiplexer, pane: CellPosition) {
        self.multiplexer = multiplexer
        self.pane = pane
    }

    /// Returns a cell of the pane in the outer terminal's coordinates.
    package func outside(_ cell: CellPosition) -> CellPosition {
        CellPosition(row: cell.row + pane.row, column: cell.column + pane.column)
    }

    /// True if replies of the outer terminal reach us.
    ///
    /// tmux passes them to the currently active pane: in a shell they appear at the prompt, in vim
    /// they are commands. So no query goes through tmux while pictures are shown.
    package var repliesReachUs: Bool { multiplexer != .tmux }

    /// Wraps a picture, and restores the outer cursor, whose position the multiplexer assumes to be
    /// unchanged.
    package func wrap(_ picture: [UInt8]) -> [UInt8] {
        guard !picture.isEmpty else { return [] }
        let quiet = repliesReachUs ? picture : KittyCommand.silenced(picture)
        return multiplexer.wrap(
            ControlSequence.bytes(.saveCursor) + quiet + ControlSequence.bytes(.restoreCursor))
    }
}

/// Splits bytes into parts of whole escape sequences, none longer than a limit.
///
/// A cursor move stays with the sequence after it. A sequence over the limit is dropped, because
/// half of it would be shown as text.
struct SequenceParts: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    private let limit: Int

    init(_ bytes: [UInt8], limit: Int) {
        precondition(limit > 0, "a part has room")
        rest = bytes[...]
        self.limit = limit
    }

    mutating func next() -> ArraySlice<UInt8>? {
        while !rest.isEmpty {
            let end = endOfPart
            let part = rest[..<end]
            rest = rest[end...]
            if part.count <= limit { return part }
        }
        return nil
    }

    /// The last position within the limit at which to split, or else the first after it.
    private var endOfPart: Int {
        guard rest.count > limit else { return rest.endIndex }
        let first = rest.startIndex + 1
        return (first...rest.startIndex + limit).last(where: mayCut)
            ?? (rest.startIndex + limit..<rest.endIndex).first(where: mayCut) ?? rest.endIndex
    }

    /// True if a sequence begins here that does not follow its cursor move.
    private func mayCut(at offset: Int) -> Bool {
        rest[offset] == Ascii.escape && rest[offset - 1] != UInt8(ascii: "H")
            && !isTerminator(at: offset)
    }

    /// True if the escape here is the first half of ST.
    private func isTerminator(at position: Int) -> Bool {
        position + 1 < rest.endIndex && rest[position + 1] == Ascii.backslash
    }
}
