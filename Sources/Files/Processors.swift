#if os(Linux)
internal import CFiles
#endif

/// The processors that this process may use, which `taskset` and containers may limit.
///
/// Supported only on Linux.
package enum Processors {
    /// The size of a processor set in bytes: one bit for each of 8192 processors, Linux's maximum.
    private static let setBytes = 1024

    /// The number of usable processors; `nil` if the system does not report it.
    package static var count: Int? { allowed?.reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Limits the process to `count` processors; returns false if the process may use fewer, or if
    /// the call fails.
    ///
    /// - Precondition: the process has one thread.
    package static func limit(to count: Int) -> Bool {
        guard var set = allowed else { return false }
        var left = count
        for byte in set.indices {
            for bit in 0..<8 where set[byte] & 1 << bit != 0 {
                if left == 0 { set[byte] &= ~(1 << bit) } else { left -= 1 }
            }
        }
        return left == 0 && use(set)
    }

    #if os(Linux)
    /// The set of usable processors, with one bit for each; `nil` if the system does not report it.
    private static var allowed: [UInt8]? {
        var set = [UInt8](repeating: 0, count: setBytes)
        let count = set.withUnsafeMutableBytes { cfiles_get_processors($0.baseAddress, $0.count) }
        return count > 0 ? set : nil
    }

    private static func use(_ set: [UInt8]) -> Bool {
        set.withUnsafeBytes { cfiles_set_processors($0.baseAddress, $0.count) } == 0
    }
    #else
    private static var allowed: [UInt8]? { nil }
    private static func use(_ set: [UInt8]) -> Bool { false }
    #endif
}
