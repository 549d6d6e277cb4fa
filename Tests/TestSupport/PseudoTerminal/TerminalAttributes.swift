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
            throw WorldFailure.call("tcgetattr", number: errno)
        }
        modes = [raw.c_iflag, raw.c_oflag, raw.c_cflag, raw.c_lflag].map { UInt($0) }
        characters = withUnsafeBytes(of: raw.c_cc) { Array($0) }
    }
}
