internal import Dispatch
internal import Files
internal import Foundation

enum StandardOutput {
    /// Writes text immediately, without a buffer, because a parent process may be waiting for it
    /// on a pipe.
    static func write(_ text: String) { writeAll(Array(text.utf8), to: STDOUT_FILENO) }
    static func writeError(_ text: String) { writeAll(Array(text.utf8), to: STDERR_FILENO) }
}

/// Writes all bytes; stops without an error if the reader is gone.
func writeAll(_ bytes: [UInt8], to descriptor: Int32) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
    }
}

enum StandardInput {
    /// Exits successfully once the other end of standard input is closed.
    static func exitWhenItEnds() {
        DispatchQueue.global().async {
            var bytes = [UInt8](repeating: 0, count: 256)
            while read(STDIN_FILENO, &bytes, bytes.count) > 0 {}
            ProcessEnd.leave(0)
        }
    }
}

/// The memory usage of this process.
enum ProcessUsage {
    /// Resets the peak if the system can (Linux); elsewhere, the peak is that of the entire run.
    static func resetPeak() {
        let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        // "5" resets the peak and nothing else (proc_pid_clear_refs(5)).
        writeAll([UInt8(ascii: "5")], to: file)
        close(file)
    }

    /// The peak of resident memory since the last reset, in megabytes.
    static var peakMegabytes: Int {
        let status = FileManager.default.contents(atPath: "/proc/self/status") ?? Data()
        let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
            .first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split { !$0.isNumber }.first.flatMap { Int($0) }
        return kibibytes.map { $0 >> 10 } ?? usage.ru_maxrss >> 20  // bytes on Darwin
    }

    private static var usage: rusage {
        var usage = rusage()
        #if os(Linux)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        getrusage(RUSAGE_SELF, &usage)
        #endif
        return usage
    }
}
