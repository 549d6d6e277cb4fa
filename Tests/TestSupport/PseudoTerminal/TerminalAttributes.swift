#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// All that `tcgetattr` tells of a terminal, to be compared.
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

    /// Whether lines are edited, and echoed, by the system: not where a program is in charge.
    package var isLineByLine: Bool { modes[3] & UInt(ICANON | ECHO) != 0 }

    /// Makes a terminal's attributes these; false where the system refuses.
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
