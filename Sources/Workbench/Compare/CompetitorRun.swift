internal import FoundationEssentials

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// One run of another program: what it wrote, and what it took.
struct CompetitorRun {
    let output: [UInt8]
    let nanoseconds: UInt64
    let processorNanoseconds: UInt64

    /// Runs a program to its end, its output into the file at `path`; nil where it is not installed
    /// or fails.
    init?(_ words: [String], outputAt path: String) {
        // A shell sets the streams: the way to spawn with streams of one's own differs by system.
        let script = """
            export TERM=xterm-256color COLORTERM=truecolor LC_ALL=C.UTF-8
            file=$1; shift; exec "$@" </dev/null >"$file" 2>/dev/null
            """
        let arguments = ["sh", "-c", script, "sh", path] + words
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var identifier: pid_t = 0
        let start = BenchClock.now
        guard posix_spawn(&identifier, "/bin/sh", nil, nil, &pointers, environ) == 0 else {
            return nil
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(identifier, &status, 0, &usage) < 0 { guard errno == EINTR else { return nil } }
        nanoseconds = BenchClock.now - start
        guard status == 0, let data = FileManager.default.contents(atPath: path), !data.isEmpty
        else { return nil }
        output = Array(data)
        processorNanoseconds = Self.nanoseconds(usage.ru_utime) + Self.nanoseconds(usage.ru_stime)
    }

    private static func nanoseconds(_ time: timeval) -> UInt64 {
        UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_usec) * 1000
    }
}
