/// Hands bytes through tmux to the terminal outside: `ESC P tmux; … ST`, each ESC in it doubled.
///
/// tmux must allow it (`allow-passthrough on`, off by default since 3.3).
package enum TmuxPassthrough {
    /// One passthrough string or several, cut between sequences wherever there is such a place.
    ///
    /// Between two strings tmux may write something of its own, which would break a sequence.
    package static func wrap(_ bytes: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + bytes.count / 512 + 64)
        for part in SequenceParts(bytes, limit: contentLimit) {
            output += introducer
            for byte in part {
                if byte == Ascii.escape { output.append(Ascii.escape) }
                output.append(byte)
            }
            output += [Ascii.escape, Ascii.backslash]
        }
        return output
    }

    private static let introducer = [Ascii.escape] + Array("Ptmux;".utf8)

    // tmux drops a string over 1 MiB (`input-buffer-size`) silently; our sequences have an escape in
    // 2000 bytes at most often, so an eighth is room enough for doubling and introducer.
    private static let contentLimit = (1 << 20) / 8 * 7
}
