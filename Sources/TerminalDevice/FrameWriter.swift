/// All that goes to the terminal, in order, never more than one picture at a time.
///
/// Writing never waits: what the terminal does not take now stays here until `poll` says that it
/// can. After a frame comes a fence; the next frame may start when its answer is in, so that
/// frames never pile up in a slow line (facts/terminals.md §3 and §5).
package struct FrameWriter {
    private let terminal: TTY
    private var waiting: [UInt8] = []
    private var written = 0

    package init(_ terminal: TTY) { self.terminal = terminal }

    package var isEmpty: Bool { written == waiting.count }

    package var waitingBytes: Int { waiting.count - written }

    package mutating func append(_ bytes: [UInt8]) {
        if isEmpty {
            waiting = bytes
            written = 0
        } else {
            waiting.append(contentsOf: bytes)
        }
    }

    /// Gives the terminal what it takes now.
    ///
    /// - Returns: false when the terminal is gone.
    package mutating func flush() -> Bool {
        while !isEmpty {
            guard let count = terminal.write(waiting[written...]) else { return false }
            if count == 0 { return true }
            written += count
        }
        waiting.removeAll(keepingCapacity: true)
        written = 0
        return true
    }

    /// Forgets what was not written yet, here and in the kernel: the program is leaving.
    package mutating func discard() {
        waiting.removeAll()
        written = 0
        terminal.discardOutput()
    }
}
