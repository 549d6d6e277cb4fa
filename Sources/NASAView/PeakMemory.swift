#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The most memory the program has had resident: its own process, and the largest of those that
/// decoded photos for it, each with what they share.
enum PeakMemory {
    /// - Precondition: the processes that decode have been waited for.
    static var megabytes: Int {
        #if canImport(Glibc)
        (peak(RUSAGE_SELF.rawValue) + peak(RUSAGE_CHILDREN.rawValue)) >> 10  // KiB on Linux
        #else
        peak(RUSAGE_SELF) >> 20  // bytes on Darwin
        #endif
    }

    private static func peak(_ who: Int32) -> Int {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(__rusage_who_t(who), &usage)
        #else
        getrusage(who, &usage)
        #endif
        return usage.ru_maxrss
    }
}
