package import TerminalProtocols

/// The queue of bytes for the terminal.
///
/// It never blocks: bytes that the terminal does not take stay here until `poll` reports that it
/// can take more. Each frame ends with a request for acknowledgement, and the next may start when
/// that has arrived, so that frames never pile up in a slow line (facts/terminals.md §3 and §5).
package struct FrameWriter {
    private let terminal: TTY
    private var waiting: [UInt8] = []
    private var written = 0

    package init(_ terminal: TTY) { self.terminal = terminal }
    package var isEmpty: Bool { written == waiting.count }
    package var waitingBytes: Int { waiting.count - written }

    /// From here on, not only from the next wait, a crash discards the answer to the frame's question.
    package mutating func append(_ bytes: [UInt8]) {
        terminal.expectReplies(true)
        if isEmpty {
            waiting = bytes
            written = 0
        } else {
            waiting.append(contentsOf: bytes)
        }
    }

    /// Writes as much as the terminal takes now; false if it is gone.
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

    /// Drops unwritten bytes, here and in the kernel.
    package mutating func discard() {
        waiting.removeAll()
        written = 0
        terminal.discardOutput()
    }
}

/// The modes that the program sets on a terminal, and the bytes that reset them.
package enum TerminalModes {
    /// Modes that every terminal understands or ignores.
    package static let entering = ControlSequence.bytes(
        .enterAlternateScreen, .hideCursor, .resetMargins, .clearScreen, .bracketPastes,
        .reportMouse)

    /// Resets everything that may have been set, even in the middle of a picture.
    ///
    /// kitty keeps a keyboard stack for each screen: it is popped before leaving the screen.
    static let leaving = ControlSequence.bytes(
        .endString, .endUpdate, .popKeyboard, .ignoreMousePixels, .ignoreMouse, .plainPastes,
        .ignoreResize, .ignoreColourScheme, .ignoreVisibility, .ignoreFocus, .plain, .clearScreen,
        .showCursor, .leaveAlternateScreen, .showCursor)

    /// The same; `isUsed` if the terminal's progress bar was used, which other terminals take for a
    /// notification.
    package static func leaving(clearingProgress isUsed: Bool) -> [UInt8] {
        leaving + (isUsed ? ControlSequence.bytes(.progress(nil)) : [])
    }

    /// Sets the modes that the terminal has reported to know.
    package static func learned(_ capabilities: TerminalCapabilities) -> [UInt8] {
        var output: [UInt8] = []
        if capabilities.hasKittyKeyboard { ControlSequence.pushKeyboard.append(to: &output) }
        if capabilities.hasMousePixels { ControlSequence.reportMousePixels.append(to: &output) }
        if capabilities.hasResizeReports { ControlSequence.reportResize.append(to: &output) }
        if capabilities.hasColourSchemeReports {
            ControlSequence.reportColourScheme.append(to: &output)
        }
        if capabilities.hasVisibilityReports {
            ControlSequence.reportVisibility.append(to: &output)
        }
        return output
    }

    /// Sets them after a stop: the keyboard stack may still have our entry.
    package static func learnedAgain(_ capabilities: TerminalCapabilities) -> [UInt8] {
        let popped = capabilities.hasKittyKeyboard ? ControlSequence.bytes(.popKeyboard) : []
        return popped + learned(capabilities)
    }
}
