internal import Files

#if os(Linux)
internal import CSandbox
internal import Glibc
#else
internal import Darwin
#endif

/// The walls around a process: what it cannot reach, and how much it may take.
enum SandboxPolicy {
    /// Where the one descriptor is that a process keeps.
    private static let kept: Int32 = 3

    #if os(Linux)
    /// Leaves the session's terminal, streams and signals, and all its descriptors but one.
    ///
    /// - Parameters:
    ///   - end: what is kept.
    ///   - nothing: what the streams are from then on. Not /dev/null, which cannot be opened everywhere
    ///     and always: they would still be the terminal then.
    /// - Returns: what is kept, by its number from then on.
    static func leaveTheSession(keeping end: Descriptor, streams nothing: Descriptor) -> Descriptor
    {
        setsid()
        csandbox_reset_signals()
        for stream in 0...2 as ClosedRange<Int32> { dup2(nothing.number, stream) }
        // Closed with all else.
        _ = Unmanaged.passRetained(nothing)
        csandbox_set_name("nasa-view zygote")
        return keepOnly(end)
    }

    /// Closes all descriptors but the standard streams and one.
    static func keepOnly(_ end: Descriptor) -> Descriptor {
        if end.number != kept { dup2(end.number, kept) }
        csandbox_close_from(kept + 1)
        // Closed above, and whoever holds the object must not close what bears its number later.
        _ = Unmanaged.passRetained(end)
        guard let descriptor = Descriptor(kept) else { preconditionFailure("it is open") }
        return descriptor
    }

    /// Goes in; false where the session has gone meanwhile, or the system has walls but not for this one.
    static func enter(_ limits: WorkerLimits, parent: pid_t) -> Bool {
        csandbox_set_name("nasa-view photo")
        guard csandbox_die_with_parent(parent) != 0 else { return false }
        volunteer()
        limit(RLIMIT_DATA, to: limits.memoryBytes + heldBytes)
        limit(RLIMIT_FSIZE, to: limits.fileBytes)
        limit(RLIMIT_NOFILE, to: WorkerLimits.descriptors)
        limit(RLIMIT_CORE, to: 0)
        // A kernel without filters: a crash still costs no more than a photo. One that has them and refuses
        // (it may lack the memory) is another matter: the session says that photos are fenced in.
        return csandbox_enter() != 0 || csandbox_has_filters() == 0
    }

    private static func limit(_ resource: __rlimit_resource, to most: Int) {
        var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }

    /// Where the machine runs out of memory, this process is to end, not the session.
    private static func volunteer() {
        let file = open("/proc/self/oom_score_adj", O_WRONLY)
        guard file >= 0 else { return }
        write(file, "500", 3)
        close(file)
    }

    /// The memory that counts as data already; under a sanitizer that is terabytes of addresses.
    private static var heldBytes: Int {
        let file = open("/proc/self/statm", O_RDONLY)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        let text = String(unsafeUninitializedCapacity: 128) {
            max(0, read(file, $0.baseAddress, 128))
        }
        let numbers = text.split(whereSeparator: \.isWhitespace).map { Int($0) ?? 0 }
        // The sixth is data and stack, in pages (proc_pid_statm(5)).
        guard numbers.count > 5 else { return 0 }
        return numbers[5] * sysconf(Int32(_SC_PAGESIZE))
    }
    #else
    static func leaveTheSession(keeping end: Descriptor, streams nothing: Descriptor) -> Descriptor
    { end }

    static func keepOnly(_ end: Descriptor) -> Descriptor { end }

    static func enter(_ limits: WorkerLimits, parent: pid_t) -> Bool { false }
    #endif
}
