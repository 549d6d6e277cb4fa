internal import Imaging
package import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The terminal: raw while the program runs, and restored afterwards.
///
/// The terminal is opened by name, so standard input may be a pipe, and the non-blocking mode never
/// affects the shell's descriptor.
package final class TTY {
    package let descriptor: Int32
    private let found: termios
    private let crashMessage: [UInt8]
    /// True while the attributes differ from the original ones.
    package private(set) var isRaw = false
    /// True if the terminal's progress bar was ever used.
    package private(set) var usesProgress = false
    /// The bytes that restore a mode that only some terminals have; empty if no such mode was set.
    package private(set) var otherRestoration: [UInt8] = []

    /// Opens the terminal.
    ///
    /// - Parameter crashMessage: written to standard error after a crash, once the terminal is
    ///   restored.
    /// - Throws: `TTYFailure` if there is no terminal.
    package convenience init(crashMessage: [UInt8] = []) throws(TTYFailure) {
        try self.init(path: Self.name, crashMessage: crashMessage)
    }

    /// Returns the terminal of standard output, which may differ from the terminal that sends the
    /// keys.
    ///
    /// - Throws: `TTYFailure` if standard output is not a terminal, or its name cannot be opened
    ///   here.
    package static func output() throws(TTYFailure) -> TTY {
        guard isOutput, let name = ttyname(STDOUT_FILENO) else { throw .noTerminal }
        return try TTY(path: String(cString: name), crashMessage: [])
    }

    /// The name of the terminal.
    ///
    /// macOS cannot poll /dev/tty, which is always invalid there (POLLNVAL), but it can poll the
    /// terminal by its own name.
    private static var name: String {
        #if os(macOS)
        for descriptor in [STDIN_FILENO, STDERR_FILENO, STDOUT_FILENO] {
            if let name = ttyname(descriptor) { return String(cString: name) }
        }
        #endif
        return "/dev/tty"
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

    package static var isInput: Bool { isatty(STDIN_FILENO) == 1 }
    package static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }
    package static var isError: Bool { isatty(STDERR_FILENO) == 1 }

    package static var outputWindow: WindowSize? { isOutput ? window(of: STDOUT_FILENO) : nil }
    /// True if this process belongs to the foreground job; a background job is stopped if it sets
    /// modes.
    package var isOurs: Bool { tcgetpgrp(descriptor) == getpgrp() }

    /// Makes the terminal deliver each key at once, without echo; Ctrl-C and Ctrl-Z are keys.
    package func makeRaw() {
        var raw = found
        cfmakeraw(&raw)
        set(&raw, leaving: TerminalModes.leaving)
    }

    /// Makes the terminal deliver input at once, without echo; keys still interrupt, and output is
    /// unchanged.
    ///
    /// This mode is for queries to a terminal on which the shell's screen stays.
    package func makeQuiet() {
        var quiet = found
        quiet.c_lflag &= ~tcflag_t(ICANON | ECHO)
        set(&quiet, leaving: [])
    }

    private func set(_ attributes: inout termios, leaving bytes: [UInt8]) {
        // The handler is armed first, because a crash between the two calls would leave the
        // terminal in this state.
        CrashHandler.arm(
            descriptor: descriptor, found: found, leaving: bytes, crashMessage: crashMessage)
        tcsetattr(descriptor, TCSADRAIN, &attributes)
        isRaw = true
    }

    /// Records whether replies may still arrive; the crash handler discards these replies.
    package func expectReplies(_ areDue: Bool) { CrashHandler.expectReplies(areDue) }

    /// Records that the terminal's progress bar is used and must be cleared, even after a crash.
    package func useProgress() {
        usesProgress = true
        CrashHandler.useProgress()
    }

    /// Records bytes that must be written at the end, even after a crash.
    package func restoreLater(_ bytes: [UInt8]) {
        guard otherRestoration != bytes else { return }
        otherRestoration = bytes
        CrashHandler.restoreLater(bytes)
    }

    /// Restores the original attributes; unread input is discarded unless it is kept for the shell.
    package func restore(keepingInput: Bool = false) {
        guard isRaw else { return }
        isRaw = false
        var attributes = found
        let action = keepingInput ? TCSADRAIN : TCSAFLUSH
        // Nothing else can restore the terminal, so a failure is retried.
        for _ in 0..<3 where tcsetattr(descriptor, action, &attributes) == 0 { break }
        CrashHandler.disarm()
    }

    /// Inserts bytes into the input, as if they were typed now; returns false if the system does
    /// not allow that (Linux: `dev.tty.legacy_tiocsti`).
    package func giveBack(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { byte in
            var character = CChar(bitPattern: byte)
            return ioctl(descriptor, UInt(TIOCSTI), &character) == 0
        }
    }

    /// A text that is the same for all programs in this terminal: the bytes of the terminal's name
    /// in decimal, and the session.
    package var identity: String {
        var name = [CChar](repeating: 0, count: 128)
        ttyname_r(descriptor, &name, name.count)
        let digits = name.prefix { $0 != 0 }.map { String(UInt8(bitPattern: $0)) }
        return digits.joined() + "-\(tcgetsid(descriptor))"
    }

    /// The name of the process that started the session on the terminal, such as `kitty` or `sshd`;
    /// `nil` if the name is unknown.
    package var sessionStarter: String? {
        // The parent's number follows the name in parentheses and the state (proc_pid_stat(5)).
        let facts = Self.contents(of: "/proc/\(tcgetsid(descriptor))/stat")
        guard let end = facts.lastIndex(of: ")") else { return nil }
        let fields = facts[end...].split(separator: " ")
        guard fields.count > 2 else { return nil }
        let name = Self.contents(of: "/proc/\(fields[2])/comm")
        return name.isEmpty ? nil : String(name.prefix { $0 != "\n" })
    }

    /// Returns the first bytes of a file of the system as text; empty if it cannot be read.
    private static func contents(of path: String) -> String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = systemRead(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    /// Discards output that the terminal has not read; on a slow line, this can be seconds of
    /// pictures.
    package func discardOutput() { tcflush(descriptor, TCOFLUSH) }
    package var window: WindowSize { knownWindow ?? .assumed }
    /// The size of the window; `nil` if the kernel does not know it, as on a serial line.
    package var knownWindow: WindowSize? { Self.window(of: descriptor) }

    /// Returns the size of the window; `nil` if the size is unknown: the system then reports zero.
    private static func window(of descriptor: Int32) -> WindowSize? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0
        else { return nil }
        let pixels = PixelSize(width: Int(size.ws_xpixel), height: Int(size.ws_ypixel))
        return WindowSize(
            cells: CellSize(columns: Int(size.ws_col), rows: Int(size.ws_row)),
            pixels: pixels.isEmpty ? nil : pixels)
    }

    package enum ReadResult { case bytes([UInt8]), nothing, end }

    package func read() -> ReadResult {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = systemRead(descriptor, &buffer, buffer.count)
        if count > 0 { return .bytes(Array(buffer.prefix(count))) }
        if count < 0, errno == EAGAIN || errno == EINTR { return .nothing }
        return .end
    }

    /// Writes as many bytes as the terminal accepts now, and returns their number; `nil` if the
    /// terminal is closed.
    package func write(_ bytes: ArraySlice<UInt8>) -> Int? {
        let count = bytes.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
        if count >= 0 { return count }
        return errno == EAGAIN || errno == EINTR ? 0 : nil
    }
}

/// A wrapper of poll(2), which waits for terminals and other descriptors.
package enum Poll {
    package struct Source {
        fileprivate let descriptor: Int32
        fileprivate let events: Int32

        package static func input(_ descriptor: Int32) -> Source {
            Source(descriptor: descriptor, events: POLLIN)
        }

        package static func output(of terminal: TTY) -> Source {
            Source(descriptor: terminal.descriptor, events: POLLOUT)
        }

        package static func signals(_ signals: SignalWatch) -> Source { .input(signals.descriptor) }

        /// Returns a source that is ready when the terminal has sent bytes or, if `isWriting` is
        /// true, can accept bytes.
        package static func terminal(_ terminal: TTY, isWriting: Bool) -> Source {
            Source(descriptor: terminal.descriptor, events: isWriting ? POLLIN | POLLOUT : POLLIN)
        }

        /// Returns a source that is ready only when a terminal is closed.
        package static func end(of terminal: TTY) -> Source {
            Source(descriptor: terminal.descriptor, events: 0)
        }
    }

    /// Waits until one of the sources is ready or the time has passed; -1 waits without limit.
    ///
    /// - Returns: for each source, true if there are bytes to read, or if it has ended.
    @discardableResult
    package static func wait(for sources: [Source], milliseconds: Int) -> [Bool] {
        var descriptors = sources.map {
            pollfd(fd: $0.descriptor, events: Int16($0.events), revents: 0)
        }
        poll(&descriptors, nfds_t(descriptors.count), Int32(milliseconds))
        return descriptors.map { $0.revents & ~Int16(POLLOUT) != 0 }
    }
}

// These wrappers are needed because the class has methods of the same names.
private func systemRead(_ file: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(file, buffer, count)
}

private func systemWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(file, bytes, count)
}

package enum TTYFailure: Error, Hashable, Sendable {
    case noTerminal
}
