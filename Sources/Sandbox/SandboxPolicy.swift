internal import Files
package import Imaging
internal import SystemPackage

#if os(Linux)
internal import CSandbox
internal import Glibc
#else
internal import Darwin
#endif

/// The restrictions of a worker: descriptors, resource limits, and a filter of system calls.
enum SandboxPolicy {
    /// The number of the only descriptor that stays open, besides the standard streams.
    private static let kept: Int32 = 3

    #if os(Linux)
    /// Releases the session's terminal, streams and signals, and all its descriptors except one,
    /// which is returned under its new number.
    ///
    /// The streams become `nothing` instead of /dev/null, because opening /dev/null may fail, and
    /// the streams would then remain the terminal.
    static func leaveTheSession(keeping end: Descriptor, streams nothing: Descriptor) -> Descriptor
    {
        setsid()
        csandbox_reset_signals()
        for stream in 0...2 as ClosedRange<Int32> { dup2(nothing.number, stream) }
        // The descriptor is closed with all others.
        _ = Unmanaged.passRetained(nothing)
        csandbox_set_name("nasa-view zygote")
        return keepOnly(end)
    }

    /// Closes all descriptors except the standard streams and one.
    static func keepOnly(_ end: Descriptor) -> Descriptor {
        if end.number != kept { dup2(end.number, kept) }
        csandbox_close_from(kept + 1)
        // The descriptor is already closed, and the object must not close a later one of the same
        // number.
        _ = Unmanaged.passRetained(end)
        guard let descriptor = Descriptor(kept) else { preconditionFailure("it is open") }
        return descriptor
    }

    /// Enters the sandbox; returns false if the session has ended meanwhile, or the system refuses
    /// the filters.
    static func enter(_ limits: WorkerLimits, parent: pid_t) -> Bool {
        csandbox_set_name("nasa-view photo")
        guard csandbox_die_with_parent(parent) != 0 else { return false }
        raiseOutOfMemoryScore()
        limit(RLIMIT_DATA, to: limits.memoryBytes + heldBytes)
        limit(RLIMIT_FSIZE, to: limits.fileBytes)
        limit(RLIMIT_NOFILE, to: WorkerLimits.descriptors)
        limit(RLIMIT_CORE, to: 0)
        // Without filters, a crash still costs only one photo. If a kernel that has filters refuses
        // them, perhaps for lack of memory, the worker must not start, because the session reports
        // that photos are sandboxed.
        return csandbox_enter() != 0 || csandbox_has_filters() == 0
    }

    private static func limit(_ resource: __rlimit_resource, to most: Int) {
        var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }

    /// Makes the system end this process rather than the session when memory runs out.
    private static func raiseOutOfMemoryScore() {
        let file = try? Descriptor(opening: "/proc/self/oom_score_adj", .writeOnly)
        try? file?.append(Array("500".utf8))
    }

    /// The bytes of memory that already count as data: with a sanitizer, terabytes of addresses.
    private static var heldBytes: Int {
        let file = try? Descriptor(opening: "/proc/self/statm", .readOnly)
        let text = String(decoding: (try? file?.readToEnd(atMost: 128)) ?? [], as: UTF8.self)
        let numbers = text.split(whereSeparator: \.isWhitespace).map { Int($0) ?? 0 }
        // The sixth number is the size of data and stack, in pages (proc_pid_statm(5)).
        guard numbers.count > 5 else { return 0 }
        return numbers[5] * MappedMemory.pageBytes
    }
    #else
    static func leaveTheSession(keeping end: Descriptor, streams nothing: Descriptor) -> Descriptor
    { end }

    static func keepOnly(_ end: Descriptor) -> Descriptor { end }
    static func enter(_ limits: WorkerLimits, parent: pid_t) -> Bool { false }
    #endif
}

/// The abilities of this process, determined by trying; in the sandbox all of them are false.
package enum ProcessRights {
    package static var canOpenFiles: Bool { Descriptor(open("/", O_RDONLY)) != nil }

    package static var canUseNetwork: Bool {
        #if os(Linux)
        let stream = Int32(SOCK_STREAM.rawValue)
        #else
        let stream = SOCK_STREAM
        #endif
        return Descriptor(socket(AF_INET, stream, 0)) != nil
    }

    package static var canSignalProcesses: Bool { kill(getppid(), 0) == 0 }
}

/// The decoding functions and the limits of workers, fixed before the zygote is forked.
package struct WorkerConfiguration: Sendable {
    /// A function that runs the work on a new thread; it returns false, without running the work,
    /// if the system provides no thread.
    package typealias StartThread = @Sendable (_ work: @escaping @Sendable () -> Void) -> Bool

    /// Opens a photo; returns `nil` for an arriving photo that cannot be read before it is
    /// complete.
    package var open: @Sendable (WorkerInput) throws(DecodingFailure) -> (any ImageSource)?
    /// Returns the metadata of the photo's file.
    package var facts: @Sendable (WorkerInput) throws(DecodingFailure) -> [FileFact]
    /// Returns the bytes of the photo's file with the photo rotated; `nil` if that would lose
    /// information.
    ///
    /// The last argument is the number of a method.
    package var turn: @Sendable (WorkerInput, Orientation, Int) throws(DecodingFailure) -> [UInt8]?
    package var startThread: StartThread
    /// Loads the libraries for all photos, and those for a kind of photo, before the sandbox is
    /// entered.
    package var loadLibraries: @Sendable (FileKind?) -> Void
    /// Throws if there is not enough memory for pixels of the first size; the second is the photo's
    /// size.
    package var checkMemory: @Sendable (PixelSize, PixelSize) throws(DecodingFailure) -> Void
    package var limits: WorkerLimits

    package init(
        limits: WorkerLimits,
        open: @escaping @Sendable (WorkerInput) throws(DecodingFailure) -> (any ImageSource)?,
        facts: @escaping @Sendable (WorkerInput) throws(DecodingFailure) -> [FileFact],
        turn:
            @escaping @Sendable (WorkerInput, Orientation, Int) throws(DecodingFailure) ->
            [UInt8]? = { _, _, _ in nil },
        startThread: @escaping StartThread,
        loadLibraries: @escaping @Sendable (FileKind?) -> Void = { _ in },
        checkMemory: @escaping @Sendable (PixelSize, PixelSize) throws(DecodingFailure) -> Void
    ) {
        self.limits = limits
        self.open = open
        self.facts = facts
        self.turn = turn
        self.startThread = startThread
        self.loadLibraries = loadLibraries
        self.checkMemory = checkMemory
    }
}

/// The resource limits of a worker.
package struct WorkerLimits: Sendable {
    /// The bytes of memory beyond the initial use, including the stacks of threads.
    package var memoryBytes: Int
    /// The maximum size of a file that the worker may write, which is a spilled photo, in bytes.
    package var fileBytes: Int
    /// The CPU time allowed without a result; the largest picture decoded in one piece takes 5 s.
    package var processorSeconds = 20
    /// The time for which the worker may be silent during a call; a worker reports progress every
    /// second.
    package var silentSeconds = 10.0
    /// The time for which a call may be open, measured by the session.
    ///
    /// A hostile file may control the worker, so its own reports do not count. A call waits for at
    /// most a quarter of a photo to be read, which took 7 s for a PNG of 2 gigapixels; another
    /// machine may be eighty times slower.
    package var callSeconds = 600.0

    /// The maximum number of descriptors: the socket, the photo, a spill file, and one for each
    /// open call.
    static let descriptors = 64

    package init(memoryBytes: Int, fileBytes: Int) {
        self.memoryBytes = memoryBytes
        self.fileBytes = fileBytes
    }
}
