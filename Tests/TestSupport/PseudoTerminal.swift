internal import Foundation
import Imaging

/// A pseudo-terminal: the emulator's end and the program's end.
///
/// The program's end stays open here too, so that its modes outlive the program and can be read.
package final class PseudoTerminal {
    package let path: String
    let emulatorEnd: Int32
    private let programEnd: Int32
    private var isOpen = true

    package init(_ geometry: TerminalGeometry) throws {
        emulatorEnd = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard emulatorEnd >= 0, let name = Self.unlock(emulatorEnd) else {
            throw TestEnvironmentError.call("open /dev/ptmx", number: errno)
        }
        path = name
        programEnd = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
        guard programEnd >= 0 else { throw TestEnvironmentError.call("open", number: errno) }
        _ = fcntl(emulatorEnd, F_SETFL, O_NONBLOCK)
        try setSize(geometry)
    }

    /// Sets the kernel's size; it sends SIGWINCH to the program if the size has changed.
    package func setSize(_ geometry: TerminalGeometry) throws {
        let pixels = geometry.tellsPixels ? geometry.pixels : PixelSize(width: 0, height: 0)
        var size = winsize(
            ws_row: UInt16(geometry.cells.rows), ws_col: UInt16(geometry.cells.columns),
            ws_xpixel: UInt16(pixels.width), ws_ypixel: UInt16(pixels.height))
        guard ioctl(emulatorEnd, UInt(TIOCSWINSZ), &size) == 0 else {
            throw TestEnvironmentError.call("TIOCSWINSZ", number: errno)
        }
    }

    package func attributes() throws -> TerminalAttributes {
        try TerminalAttributes(of: programEnd)
    }

    /// Sets the modes, like a shell that takes the terminal back.
    func set(_ attributes: TerminalAttributes) throws {
        guard attributes.set(on: programEnd) else {
            throw TestEnvironmentError.call("tcsetattr", number: errno)
        }
    }

    /// Stops programs' output, like Ctrl-S, or continues it.
    package func holdOutput(_ isHeld: Bool) { tcflow(programEnd, isHeld ? TCOOFF : TCOON) }

    /// True if sent bytes are unread; the query makes the kernel deliver bytes it still holds.
    var hasUnreadInput: Bool {
        var wait = pollfd(fd: programEnd, events: Int16(POLLIN), revents: 0)
        return poll(&wait, 1, 0) == 1 && wait.revents & Int16(POLLIN) != 0
    }

    /// Returns the number of bytes sent to the program and never read.
    ///
    /// Makes the terminal raw to count them, so call it last.
    package func unreadByteCount() throws -> Int {
        var raw = termios()
        guard tcgetattr(programEnd, &raw) == 0 else {
            throw TestEnvironmentError.call("tcgetattr", number: errno)
        }
        // In line mode, the kernel does not count a line without an end.
        cfmakeraw(&raw)
        tcsetattr(programEnd, TCSANOW, &raw)
        var count: Int32 = 0
        guard ioctl(programEnd, UInt(FIONREAD), &count) == 0 else {
            throw TestEnvironmentError.call("FIONREAD", number: errno)
        }
        return Int(count)
    }

    /// Returns up to `limit` bytes of the program's output, after at most `milliseconds`.
    func read(atMost limit: Int, within milliseconds: Int32) -> [UInt8] {
        var wait = pollfd(fd: emulatorEnd, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, milliseconds) == 1 else { return [] }
        let end = emulatorEnd
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, systemRead(end, buffer.baseAddress, limit))
        }
    }

    /// Sends as much as the kernel accepts now, and returns the number of bytes.
    func write(_ bytes: [UInt8]) -> Int {
        max(0, bytes.withUnsafeBytes { systemWrite(emulatorEnd, $0.baseAddress, $0.count) })
    }

    /// Makes the program's end usable, and returns its path.
    private static func unlock(_ descriptor: Int32) -> String? {
        #if os(Linux)
        // Swift's Glibc has no unlockpt and ptsname: these are the calls they make (tty_ioctl(4)).
        let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        var (isLocked, number): (Int32, Int32) = (0, 0)
        guard ioctl(descriptor, setLock, &isLocked) == 0,
            ioctl(descriptor, getNumber, &number) == 0
        else { return nil }
        return "/dev/pts/\(number)"
        #else
        guard grantpt(descriptor) == 0, unlockpt(descriptor) == 0, let name = ptsname(descriptor)
        else { return nil }
        return String(cString: name)
        #endif
    }

    /// Closes the terminal for all its users.
    package func hangUp() {
        guard isOpen else { return }
        isOpen = false
        close(programEnd)
        close(emulatorEnd)
    }

    deinit { hangUp() }
}

// The class has verbs of the same names.
private let systemRead = read
private let systemWrite = write

/// All attributes reported by `tcgetattr`, for comparison.
package struct TerminalAttributes: Hashable, Sendable {
    package let modes: [UInt]
    package let characters: [UInt8]

    init(of descriptor: Int32) throws {
        var raw = termios()
        guard tcgetattr(descriptor, &raw) == 0 else {
            throw TestEnvironmentError.call("tcgetattr", number: errno)
        }
        modes = [raw.c_iflag, raw.c_oflag, raw.c_cflag, raw.c_lflag].map { UInt($0) }
        characters = withUnsafeBytes(of: raw.c_cc) { Array($0) }
    }

    /// True if the system edits and echoes lines, which a full-screen program turns off.
    package var isLineByLine: Bool { modes[3] & UInt(ICANON | ECHO) != 0 }

    /// Sets a terminal's attributes; `false` if the system refuses.
    func set(on descriptor: Int32) -> Bool {
        var raw = termios()
        guard tcgetattr(descriptor, &raw) == 0 else { return false }
        raw.c_iflag = tcflag_t(modes[0])
        raw.c_oflag = tcflag_t(modes[1])
        raw.c_cflag = tcflag_t(modes[2])
        raw.c_lflag = tcflag_t(modes[3])
        withUnsafeMutableBytes(of: &raw.c_cc) { $0.copyBytes(from: characters) }
        return tcsetattr(descriptor, TCSANOW, &raw) == 0
    }
}
