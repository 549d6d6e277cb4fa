#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The most memory the program has had resident.
enum PeakMemory {
    static var megabytes: Int {
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
