internal import Files
package import Imaging
internal import SystemPackage

#if os(Linux)
internal import CSandbox
internal import Glibc
#else
internal import Darwin
#endif

/// The restrictions of a worker: open descriptors, resource limits, and system call filters.
enum SandboxPolicy {
    /// The number of the only descriptor that stays open in addition to the standard streams.
    private static let kept: Int32 = 3

    #if os(Linux)
    /// Closes the session's descriptors except one, and detaches the process from the session's
    /// terminal, streams and signals.
    ///
    /// The remaining descriptor is returned under its new number. The streams are replaced by
    /// `nothing` instead of /dev/null: opening /dev/null may fail, and the streams would still be
    /// the terminal's.
    static func leaveTheSession(keeping end: Descriptor, streams nothing: Descriptor) -> Descriptor
    {
        setsid()
        csandbox_reset_signals()
        for stream in 0...2 as ClosedRange<Int32> { dup2(nothing.number, stream) }
        // The call below closes the descriptor, so the object must not close it again.
        _ = Unmanaged.passRetained(nothing)
        csandbox_set_name("nasa-view zygote")
        return keepOnly(end)
    }

    /// Closes all descriptors except the standard streams and `end`.
    static func keepOnly(_ end: Descriptor) -> Descriptor {
        if end.number != kept { dup2(end.number, kept) }
        csandbox_close_from(kept + 1)
        // The descriptor is already closed, and the object must not close a later descriptor with
        // the same number.
        _ = Unmanaged.passRetained(end)
        guard let descriptor = Descriptor(kept) else { preconditionFailure("it is open") }
        return descriptor
    }

    /// Enters the sandbox; returns false if the zygote has ended or the system rejects the filters.
    static func enter(_ limits: WorkerLimits, parent: pid_t) -> Bool {
        csandbox_set_name("nasa-view photo")
        guard csandbox_die_with_parent(parent) != 0 else { return false }
        raiseOutOfMemoryScore()
        limit(RLIMIT_DATA, to: limits.memoryBytes + heldBytes)
        limit(RLIMIT_FSIZE, to: limits.fileBytes)
        limit(RLIMIT_NOFILE, to: WorkerLimits.descriptors)
        limit(RLIMIT_CORE, to: 0)
        // On a kernel without filters, a crash still affects only one photo. If a kernel with
        // filters rejects them, perhaps for lack of memory, the worker must not start, because the
        // session reports that photos are sandboxed.
        return csandbox_enter() != 0 || csandbox_has_filters() == 0
    }

    private static func limit(_ resource: __rlimit_resource, to most: Int) {
        var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
        setrlimit(__rlimit_resource_t(resource.rawValue), &limit)
    }

    /// Makes the system kill this process instead of the session if memory runs out.
    private static func raiseOutOfMemoryScore() {
        let file = try? Descriptor(opening: "/proc/self/oom_score_adj", .writeOnly)
        try? file?.append(Array("500".utf8))
    }

    /// The number of bytes that count as data already; with a sanitizer, these are terabytes of
    /// addresses.
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

/// The rights of this process, which are tested by trying; in the sandbox, all of them are false.
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

/// The decoding functions and the limits of workers, which are set before the zygote is forked.
package struct WorkerConfiguration: Sendable {
    /// A function that runs work on a new thread.
    ///
    /// The function returns false, without running the work, if the system allows no more threads.
    package typealias StartThread = @Sendable (_ work: @escaping @Sendable () -> Void) -> Bool

    /// Opens a photo; returns `nil` for an arriving photo in a format that cannot be read before
    /// all bytes have arrived.
    package var open: @Sendable (WorkerInput) throws(DecodingFailure) -> (any ImageSource)?
    /// Returns the metadata of the photo's file.
    package var facts: @Sendable (WorkerInput) throws(DecodingFailure) -> [FileFact]
    /// Returns the photo's file with the photo rotated; `nil` if the rotation would lose
    /// information.
    ///
    /// The last argument is the number of a rotation method.
    package var turn: @Sendable (WorkerInput, Orientation, Int) throws(DecodingFailure) -> [UInt8]?
    package var startThread: StartThread
    /// Loads the libraries for all photos and for one kind of photo, before the process enters the
    /// sandbox.
    package var loadLibraries: @Sendable (FileKind?) -> Void
    /// Throws if there is too little memory for pixels of the first size; the second size is the
    /// photo's.
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
    /// The maximum number of bytes in addition to the initial use, including the stacks of threads.
    package var memoryBytes: Int
    /// The maximum size of a file that the worker may write, in bytes; the file is a spilled photo.
    package var fileBytes: Int
    /// The maximum CPU time without a result, in seconds; the largest picture decoded in one piece
    /// takes 5 s.
    package var processorSeconds = 20
    /// The maximum silence of a worker during a call, in seconds; a worker reports progress every
    /// second.
    package var silentSeconds = 10.0
    /// The maximum duration of a call, in seconds, measured by the session.
    ///
    /// A malicious file may control the worker, so the worker's reports do not extend the duration.
    /// A call waits for at most a quarter of a photo, which took 7 s for a PNG of 2 gigapixels;
    /// another machine may be eighty times slower.
    package var callSeconds = 600.0

    /// The maximum number of descriptors: for the socket, the photo, a spill file, and each open
    /// call.
    static let descriptors = 64

    package init(memoryBytes: Int, fileBytes: Int) {
        self.memoryBytes = memoryBytes
        self.fileBytes = fileBytes
    }
}
