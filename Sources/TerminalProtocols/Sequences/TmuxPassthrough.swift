/// Hands bytes through tmux to the terminal outside: `ESC P tmux; … ST`, each ESC in it doubled.
///
/// tmux must allow it (`allow-passthrough on`, off by default since 3.3).
package enum TmuxPassthrough {
    /// One passthrough string or several, cut between sequences.
    ///
    /// Behind each string tmux 3.3a writes sequences of its own and moves the cursor: what would break
    /// a sequence, or a picture off its place. A sequence over `contentLimitBytes` is left out.
    package static func wrap(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 512 + 64)
        for part in SequenceParts(bytes, limit: contentLimitBytes) {
            output += introducer
            for piece in part.split(separator: Ascii.escape, omittingEmptySubsequences: false) {
                if piece.startIndex > part.startIndex { output += [Ascii.escape, Ascii.escape] }
                output += piece
            }
            output += [Ascii.escape, Ascii.backslash]
        }
        return output
    }

    private static let introducer = [Ascii.escape] + Array("Ptmux;".utf8)

    // tmux drops a string over 1 MiB (`input-buffer-size`) silently; our sequences have an escape in
    // 2000 bytes at most often, so an eighth is room enough for doubling and introducer.
    package static let contentLimitBytes = (1 << 20) / 8 * 7
}
