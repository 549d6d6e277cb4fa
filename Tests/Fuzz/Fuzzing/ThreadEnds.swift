#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Waits for the threads of the last tries before the program looks for leaks.
///
/// A thread that was still reading a photo held its levels by an enum of two classes. Swift keeps which
/// one it is in spare bits of the pointer, so the sanitizer did not recognise the pointer and reported
/// the pixels behind it as lost: 3 of 100 runs ended so.
enum ThreadEnds {
    /// Before the first try: libFuzzer's own.
    private static let threadsBefore = threadCount

    /// To be called before the first try; does nothing later.
    static let areAwaited: Void = {
        _ = threadsBefore
        // The sanitizer asked first to be called at the end, so it is called last.
        atexit { ThreadEnds.wait() }
    }()

    /// Ten seconds at most: a thread that hangs is a find.
    private static func wait() {
        for _ in 0..<1000 where threadCount > threadsBefore { usleep(10_000) }
    }

    /// Zero where there is no /proc; leaks are looked for on Linux only.
    private static var threadCount: Int {
        guard let folder = opendir("/proc/self/task") else { return 0 }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        return count
    }
}
