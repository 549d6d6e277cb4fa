internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Files that are being written, and what is left of them when their program was ended.
enum Leftover {
    private static let count = Atomic<Int>(0)

    /// A name nobody else writes to: that of the process, and a number.
    static var name: String {
        "\(prefix)\(getpid())-\(count.add(1, ordering: .relaxed).newValue)"
    }

    /// Whether it is one, and the program that wrote it is gone.
    static func isAbandoned(_ name: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        guard let process = name.dropFirst(prefix.count).split(separator: "-").first,
            let identifier = pid_t(process), identifier > 0
        else { return true }
        return identifier != getpid() && kill(identifier, 0) != 0 && errno == ESRCH
    }

    private static let prefix = "writing-"
}
