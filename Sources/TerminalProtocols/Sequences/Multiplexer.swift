/// A multiplexer that can pass bytes on, unchanged, to its outer terminal.
package enum Multiplexer: String, Hashable, Sendable {
    case tmux
    case screen

    package func wrap(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .tmux: Self.wrapForTmux(bytes)
        case .screen: Self.wrapForScreen(bytes)
        }
    }

    /// Wraps bytes as one or more strings `ESC P tmux; … ST`, in which each ESC is doubled.
    ///
    /// The bytes are split only between sequences. tmux passes them on only with
    /// `allow-passthrough on`, which is off by default since 3.3. After each string, tmux 3.3a
    /// writes its own sequences and moves the cursor, which would interrupt a sequence or displace
    /// a picture. A sequence of more than `tmuxContentLimitBytes` is dropped.
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

    // The maximum size of a string's content. tmux silently drops a string of more than 1 MiB
    // (`input-buffer-size`). The program's strings have at most one escape in 2000 bytes, so an
    // eighth is enough for doubled escapes and the introducer.
    package static let tmuxContentLimitBytes = (1 << 20) / 8 * 7

    /// Wraps bytes in DCS strings, which end at the first ST.
    ///
    /// An ST in the bytes is split: its escape ends one string, its backslash begins the next
    /// string.
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

    // The maximum size of a string's content: MAXSTR in screen.h is 768 bytes since 4.2.1 (2014),
    // including the end. More bytes would be shown as text.
    private static let screenContentLimitBytes = 764
}

/// The passage of pictures through a multiplexer.
///
/// Pictures are wrapped and positioned in the coordinates of the outer terminal.
package struct MultiplexerPassthrough: Hashable, Sendable {
    package let multiplexer: Multiplexer
    /// The pane's origin on the screen of the outer terminal.
    package let pane: CellPosition

    package init(_ multiplexer: Multiplexer, pane: CellPosition) {
        self.multiplexer = multiplexer
        self.pane = pane
    }

    /// Returns a cell of the pane in the coordinates of the outer terminal.
    package func outside(_ cell: CellPosition) -> CellPosition {
        CellPosition(row: cell.row + pane.row, column: cell.column + pane.column)
    }

    /// True if replies of the outer terminal reach the program.
    ///
    /// tmux passes replies to the currently active pane: a shell shows them at the prompt, vim
    /// interprets them as commands. Therefore, no query is sent through tmux while pictures are
    /// shown.
    package var repliesReachUs: Bool { multiplexer != .tmux }

    /// Wraps a picture so that the outer cursor is restored afterwards.
    ///
    /// The multiplexer assumes that the cursor's position is unchanged.
    package func wrap(_ picture: [UInt8]) -> [UInt8] {
        guard !picture.isEmpty else { return [] }
        let quiet = repliesReachUs ? picture : KittyCommand.silenced(picture)
        return multiplexer.wrap(
            ControlSequence.bytes(.saveCursor) + quiet + ControlSequence.bytes(.restoreCursor))
    }
}

/// A division of bytes into parts of whole escape sequences, none longer than a limit.
///
/// A cursor move stays together with the sequence after it. A sequence over the limit is dropped,
/// because half of it would be shown as text.
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
            let bytes = rest[..<end]
            rest = rest[end...]
            if bytes.count <= limit { return bytes }
        }
        return nil
    }

    /// The last position within the limit at which the bytes may be split; if there is none, the
    /// first one after the limit.
    ///
    /// The end of the bytes is used if they are within the limit or cannot be split.
    private var endOfPart: Int {
        guard rest.count > limit else { return rest.endIndex }
        let first = rest.startIndex + 1
        return (first...rest.startIndex + limit).last(where: mayCut)
            ?? (rest.startIndex + limit..<rest.endIndex).first(where: mayCut) ?? rest.endIndex
    }

    /// Returns true if a sequence begins at `offset` and no cursor move precedes the sequence.
    private func mayCut(at offset: Int) -> Bool {
        rest[offset] == Ascii.escape && rest[offset - 1] != UInt8(ascii: "H")
            && !isTerminator(at: offset)
    }

    /// Returns true if the escape at a position is the first byte of ST.
    private func isTerminator(at position: Int) -> Bool {
        position + 1 < rest.endIndex && rest[position + 1] == Ascii.backslash
    }
}
