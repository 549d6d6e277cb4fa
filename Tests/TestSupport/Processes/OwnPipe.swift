#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A pipe of which no program inherits more than it is given.
package final class OwnPipe: Sendable {
    package let reading: Int32
    package let writing: Int32

    package init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw TestEnvironmentError.call("pipe", number: errno) }
        (reading, writing) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(reading)
        close(writing)
    }
}
