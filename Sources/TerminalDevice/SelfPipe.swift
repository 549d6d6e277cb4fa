#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A pipe that wakes a thread in `poll`; never blocks at either end.
package final class SelfPipe: Sendable {
    package let readingEnd: Int32
    let writingEnd: Int32

    package init() throws(TTYFailure) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .noTerminal }
        readingEnd = ends[0]
        writingEnd = ends[1]
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
    }

    deinit {
        close(readingEnd)
        close(writingEnd)
    }

    /// Wakes the reader; a full pipe has woken it already.
    package func wake() {
        var byte: UInt8 = 0
        write(writingEnd, &byte, 1)
    }

    package func drain() -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 256)
        while true {
            let count = read(readingEnd, &buffer, buffer.count)
            guard count > 0 else { return all }
            all.append(contentsOf: buffer.prefix(count))
        }
    }
}
