internal import Imaging
package import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The terminal, opened for itself: raw while the program runs, as it was found afterwards.
///
/// It is opened by its own name, so that standard input may be a pipe and our non-blocking mode
/// never reaches the shell's own descriptor.
package final class TTY {
    package let descriptor: Int32
    private let found: termios
    private let crashMessage: [UInt8]
    /// Whether it is the program's now, and not as it was found.
    package private(set) var isRaw = false

    /// - Parameter crashMessage: what a crash says to standard error once the terminal is as it was found.
    /// - Throws: `TTYFailure` where there is no terminal to talk to.
    package convenience init(crashMessage: [UInt8] = []) throws(TTYFailure) {
        try self.init(path: "/dev/tty", crashMessage: crashMessage)
    }

    /// The terminal that standard output is, which need not be the one that keys come from.
    ///
    /// - Throws: `TTYFailure` where it is none, or one whose name leads nowhere here.
    package static func output() throws(TTYFailure) -> TTY {
        guard isOutput, let name = ttyname(STDOUT_FILENO) else { throw .noTerminal }
        return try TTY(path: String(cString: name), crashMessage: [])
    }

    private init(path: String, crashMessage: [UInt8]) throws(TTYFailure) {
        self.crashMessage = crashMessage
        descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw .noTerminal }
        var attributes = termios()
        guard tcgetattr(descriptor, &attributes) == 0 else {
            close(descriptor)
            throw .noTerminal
        }
        found = attributes
    }

    deinit { close(descriptor) }

    /// Whether standard output is a terminal: nothing interactive is drawn anywhere else.
    package static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The window of the terminal that standard output is; nil where it is none.
    package static var outputWindow: WindowSize? { isOutput ? window(of: STDOUT_FILENO) : nil }

    /// Keys come one by one and unechoed; Ctrl-C and Ctrl-Z are keys.
    package func makeRaw() {
        var raw = found
        cfmakeraw(&raw)
        // Before the terminal is changed: a crash between the two would leave it raw.
        CrashHandler.arm(descriptor: descriptor, found: found, crashMessage: crashMessage)
        tcsetattr(descriptor, TCSADRAIN, &raw)
        isRaw = true
    }

    /// Tells whether answers of the terminal may be on their way, should the program crash.
    package func expectReplies(_ areDue: Bool) { CrashHandler.awaitAnswers(areDue) }

    /// Puts the line discipline back as it was found; what was typed and not read is forgotten.
    package func restore() {
        guard isRaw else { return }
        isRaw = false
        var attributes = found
        // Nothing else can put it back: what fails once is done again.
        for _ in 0..<3 where tcsetattr(descriptor, TCSAFLUSH, &attributes) == 0 { break }
        CrashHandler.disarm()
    }

    /// Forgets what was written and not yet read by the terminal: on a slow line, seconds of picture.
    package func discardOutput() { tcflush(descriptor, TCOFLUSH) }

    /// The window as the kernel knows it.
    package var window: WindowSize {
        Self.window(of: descriptor)
            ?? WindowSize(cells: CellSize(columns: 80, rows: 24), pixels: nil)
    }

    /// Zero means unknown, not small.
    private static func window(of descriptor: Int32) -> WindowSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        let pixels = PixelSize(width: Int(size.ws_xpixel), height: Int(size.ws_ypixel))
        return WindowSize(
            cells: CellSize(columns: Int(size.ws_col), rows: Int(size.ws_row)),
            pixels: pixels.isEmpty ? nil : pixels)
    }

    /// What has come from the terminal: bytes, nothing yet, or its end.
    package enum ReadResult { case bytes([UInt8]), nothing, end }

    package func read() -> ReadResult {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = systemRead(descriptor, &buffer, buffer.count)
        if count > 0 { return .bytes(Array(buffer.prefix(count))) }
        if count < 0, errno == EAGAIN || errno == EINTR { return .nothing }
        return .end
    }

    /// Writes as much as the terminal takes now.
    ///
    /// - Returns: the number of bytes written; nil when the terminal is gone.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int
{
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
