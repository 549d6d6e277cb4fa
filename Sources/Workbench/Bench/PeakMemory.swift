internal import FoundationEssentials

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// The most memory this process has had resident.
enum PeakMemory {
    /// Forgets the peak so far, where the system can (Linux); elsewhere it is that of the whole run.
    static func reset() {
        let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        defer { close(file) }
        // "5" resets the peak and nothing else (proc_pid_clear_refs(5)).
        _ = write(file, "5", 1)
    }

    static var megabytes: String { "\(sinceReset ?? ofTheRun)" }

    private static var sinceReset: Int? {
        guard let status = FileManager.default.contents(atPath: "/proc/self/status") else {
            return nil
        }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        guard let line = lines.first(where: { $0.hasPrefix("VmHWM:") }) else { return nil }
        let kibibytes = line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
        return kibibytes.map { $0 >> 10 }
    }

    private static var ofTheRun: Int {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss >> 10  // KiB on Linux
        #else
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss >> 20  // bytes on Darwin
        #endif
    }
}
