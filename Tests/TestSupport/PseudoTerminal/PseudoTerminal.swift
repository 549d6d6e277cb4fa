import Imaging

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

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

    /// Tells the kernel the size; it sends SIGWINCH to the program when the size is another.
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

    /// Sets the modes, as a shell does that has the terminal back.
    func set(_ attributes: TerminalAttributes) throws {
        guard attributes.set(on: programEnd) else {
            throw TestEnvironmentError.call("tcsetattr", number: errno)
        }
    }

    /// Stops what programs write, as Ctrl-S does, or lets it go on.
    package func holdOutput(_ isHeld: Bool) { tcflow(programEnd, isHeld ? TCOOFF : TCOON) }

    /// How many bytes were sent to the program and never read.
    ///
    /// Makes the terminal raw to see them: ask it last.
    package func unreadByteCount() throws -> Int {
        var raw = termios()
        guard tcgetattr(programEnd, &raw) == 0 else {
            throw TestEnvironmentError.call("tcgetattr", number: errno)
        }
        // Line by line, the kernel does not count a line that has no end yet.
        cfmakeraw(&raw)
        tcsetattr(programEnd, TCSANOW, &raw)
        var count: Int32 = 0
        guard ioctl(programEnd, UInt(FIONREAD), &count) == 0 else {
            throw TestEnvironmentError.call("FIONREAD", number: errno)
        }
        return Int(count)
    }

    /// Up to `limit` bytes that the program wrote, after at most `milliseconds`.
    func read(atMost limit: Int, within milliseconds: Int32) -> [UInt8] {
        var wait = pollfd(fd: emulatorEnd, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, milliseconds) == 1 else { return [] }
        let end = emulatorEnd
        return [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            count = max(0, systemRead(end, buffer.baseAddress, limit))
        }
    }

    /// Sends as much as the kernel takes now, and says how much that was.
    func write(_ bytes: [UInt8]) -> Int {
        max(0, bytes.withUnsafeBytes { systemWrite(emulatorEnd, $0.baseAddress, $0.count) })
    }

    /// Makes the program's end usable, and gives its path.
    private static func unlock(_ descriptor: Int32) -> String? {
        #if canImport(Glibc)
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

    /// Takes the terminal away from whoever uses it; nothing can be asked of it then.
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
