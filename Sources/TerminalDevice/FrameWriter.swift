package import TerminalProtocols

/// The queue of bytes for the terminal.
///
/// Writing never blocks: bytes that the terminal does not accept stay in the queue until `poll`
/// reports that it can accept more. Each frame ends with a request for acknowledgement, and the
/// next frame may start when the acknowledgement has arrived, so frames never accumulate on a slow
/// line.
package struct FrameWriter {
    private let terminal: TTY
    private var waiting: [UInt8] = []
    private var written = 0

    package init(_ terminal: TTY) { self.terminal = terminal }
    package var isEmpty: Bool { written == waiting.count }
    package var waitingBytes: Int { waiting.count - written }

    /// Appends bytes.
    ///
    /// If the program crashes after this call, even before the next wait, the reply to the frame's
    /// query is discarded.
    package mutating func append(_ bytes: [UInt8]) {
        terminal.expectReplies(true)
        if isEmpty {
            waiting = bytes
            written = 0
        } else {
            waiting.append(contentsOf: bytes)
        }
    }

    /// Writes as many bytes as the terminal accepts now; returns false if the terminal is closed.
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

    /// Discards unwritten bytes, here and in the kernel.
    package mutating func discard() {
        waiting.removeAll()
        written = 0
        terminal.discardOutput()
    }
}

/// The modes that the program sets on a terminal, and the bytes that reset them.
package enum TerminalModes {
    /// The bytes that set modes which every terminal understands or ignores.
    package static let entering = ControlSequence.bytes(
        .enterAlternateScreen, .hideCursor, .resetMargins, .clearScreen, .bracketPastes,
        .reportMouse)

    /// The bytes that reset everything that may have been set, even in the middle of a picture.
    ///
    /// kitty has a separate keyboard stack for each screen, so the stack is popped before the
    /// screen is left.
    static let leaving = ControlSequence.bytes(
        .endString, .endUpdate, .popKeyboard, .ignoreMousePixels, .ignoreMouse, .plainPastes,
        .ignoreResize, .ignoreColourScheme, .ignoreVisibility, .ignoreFocus, .plain, .clearScreen,
        .showCursor, .leaveAlternateScreen, .showCursor)

    /// Returns the bytes that reset everything, including the progress bar if `isUsed` is true.
    ///
    /// Some terminals without a progress bar interpret its sequence as a notification.
    package static func leaving(clearingProgress isUsed: Bool) -> [UInt8] {
        leaving + (isUsed ? ControlSequence.bytes(.progress(nil)) : [])
    }

    /// Returns the bytes that set the modes that the terminal supports according to its replies.
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

    /// Returns the bytes that set the reported modes again after a stop; the keyboard stack may
    /// still contain the program's entry.
    package static func learnedAgain(_ capabilities: TerminalCapabilities) -> [UInt8] {
        let popped = capabilities.hasKittyKeyboard ? ControlSequence.bytes(.popKeyboard) : []
        return popped + learned(capabilities)
    }
}
