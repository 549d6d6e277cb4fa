#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An open file or socket; closed when the last holder goes.
package final class Descriptor: Sendable {
    package let number: Int32

    /// Takes over an open descriptor; nil for a number that is none.
    package init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// Hands the descriptor on to somebody who closes it himself; -1 where the system has no more.
    package func duplicate() -> Int32 { fcntl(number, F_DUPFD_CLOEXEC, 0) }

    deinit { close(number) }
}
