internal import Dispatch
internal import Files
internal import Localization
internal import PhotoCodec
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The checks for resources that the system must grant before the program starts anything.
///
/// Without threads, libdispatch retries forever, once a second. Without a descriptor for a file in
/// /proc, libdispatch traps. Neither can be reported later.
enum SystemLimits {
    /// The number of descriptors that must be free.
    ///
    /// A session with a list of 200 by 50 cells had up to 49 descriptors open for photos, each in a
    /// separate process, and for thumbnails in transfer. Some of them are already in use at the
    /// time of this check.
    private static let descriptors = 56
    /// The soft limit of descriptors to set; programs started by this one may use `select`, which
    /// supports no more.
    private static let softDescriptors: rlim_t = 1024
    /// The memory needed besides the threads' stacks, in bytes: for libraries that are loaded
    /// later, a photo, and its picture.
    private static let addressBytes = 128 << 20
    /// The number of threads beyond libdispatch's one per core: curl's, and those that wait for a
    /// decoder.
    private static let ownThreads = 8

    /// Opens closed standard streams, so that no other file or socket gets their descriptor
    /// numbers.
    ///
    /// The null device is opened in the wrong direction, so that reading input and writing output
    /// still fail.
    static func holdClosedStreams() {
        for stream: Int32 in 0...2 where fcntl(stream, F_GETFD) < 0 {
            _ = open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY)
        }
    }

    /// Raises the limits as far as allowed.
    ///
    /// - Returns: a sentence about a missing resource other than threads; `nil` if there are enough
    ///   resources.
    static func shortage(_ words: ProgramStrings) -> SafeText? {
        raiseDescriptors()
        if let needed = neededDescriptors { return words.fewDescriptors(needed) }
        #if canImport(Glibc)
        return canWatchThreads ? addressShortage(words) : words.noProc
        #else
        return nil
        #endif
    }

    /// The number of threads that a command needs at once: a thread that waits for a worker, the
    /// watchdog of signals, the threads of libdispatch and the task pool, and a few threads for
    /// work.
    private static let threads = 6

    /// True if the system provides all necessary threads at the same time.
    ///
    /// The test takes 0.2 ms, and the memory of the threads' stacks is reused.
    static var canHaveThreads: Bool {
        guard hasRoomForThreads else { return false }
        let gate = DispatchSemaphore(value: 0)
        let made = (0..<threads).compactMap { _ in SystemThread { gate.wait() } }
        for _ in made { gate.signal() }
        for thread in made { thread.join() }
        return made.count == threads
    }

    private static func raiseDescriptors() {
        var limit = Self.limit(RLIMIT_NOFILE)
        let wished = min(limit.rlim_max, softDescriptors)
        guard limit.rlim_cur < wished else { return }
        limit.rlim_cur = wished
        #if canImport(Glibc)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #else
        setrlimit(RLIMIT_NOFILE, &limit)
        #endif
    }

    /// The limit of descriptors that would suffice, including those in use; `nil` if enough are
    /// free.
    private static var neededDescriptors: Int? {
        let limit = Int(clamping: Self.limit(RLIMIT_NOFILE).rlim_cur)
        let free = freeDescriptors(below: limit, atMost: descriptors)
        return free < descriptors ? limit - free + descriptors : nil
    }

    /// Returns how many descriptors below the limit are free, because some may have been open before
    /// the start.
    private static func freeDescriptors(below limit: Int, atMost count: Int) -> Int {
        var free = 0
        var number = 0
        while number < limit, free < count {
            if fcntl(Int32(number), F_GETFD) < 0 { free += 1 }
            number += 1
        }
        return free
    }

    #if canImport(Glibc)
    /// The memory needed besides stacks if the system limits written memory, in bytes: for a
    /// photo's picture, libraries, and their data.
    private static let dataBytes = 16 << 20
    /// The size of a small stack in bytes, as on Darwin.
    ///
    /// This size suffices because photos are decoded in other processes.
    private static let smallStackBytes = 512 << 10

    /// True if the limit of data memory leaves enough memory besides the threads' stacks.
    ///
    /// The stacks are made small if there is a limit.
    private static var hasRoomForThreads: Bool {
        guard limit(RLIMIT_DATA).rlim_cur != rlim_t.max else { return true }
        ThreadCreation.limitStacks(toBytes: smallStackBytes)
        let bytes = dataBytes + (WorkThread.coreCount + ownThreads) * smallStackBytes
        return canReserve(bytes, PROT_READ | PROT_WRITE)
    }

    /// True if a worker can pass its pixels, whose shared memory counts as a file.
    static var letFilesGrow: Bool { limit(RLIMIT_FSIZE).rlim_cur >= sharedPixelBytes }

    /// The number of bytes of a screen of 4096 by 4096 pixels, with four bytes for each pixel.
    private static let sharedPixelBytes: rlim_t = 64 << 20

    private static func limit(_ resource: __rlimit_resource) -> rlimit {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
        return limit
    }

    /// Returns a sentence if a limit leaves too few addresses; otherwise `nil`.
    private static func addressShortage(_ words: ProgramStrings) -> SafeText? {
        guard limit(RLIMIT_AS).rlim_cur != rlim_t.max else { return nil }
        allocateFromOneArena()
        let bytes = addressBytes + (WorkThread.coreCount + ownThreads) * stackBytes
        return canReserve(bytes) ? nil : words.littleMemory(neededAddresses(for: bytes) >> 20)
    }

    /// Returns the limit of addresses that leaves this number of bytes free; the bytes in use are
    /// the present limit minus those that can be reserved.
    private static func neededAddresses(for bytes: Int) -> Int {
        var (free, tooMany) = (0, bytes)
        while tooMany - free > addressStep {
            let middle = (free + tooMany) / 2
            if canReserve(middle) { free = middle } else { tooMany = middle }
        }
        let used = Int(clamping: limit(RLIMIT_AS).rlim_cur) - free
        return used + bytes + addressMargin
    }

    /// The precision of the search in bytes; the result is reported in megabytes.
    private static let addressStep = 1 << 18
    /// The margin in bytes for differences between starts in the loader's mappings, and for
    /// rounding to a megabyte.
    private static let addressMargin = 4 << 20

    /// True if a thread's file in /proc can be opened; libdispatch checks its threads there once a
    /// second, and traps on failure.
    private static var canWatchThreads: Bool {
        let file = open("/proc/\(getpid())/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        close(file)
        return true
    }

    /// Makes all threads share one arena: separate arenas would take 64 MB of addresses each, and
    /// leave no addresses for further stacks.
    ///
    /// The function is found by name, because Swift's Glibc module lacks it, and other C libraries
    /// have no arenas.
    private static func allocateFromOneArena() {
        guard let function = dlsym(nil, "mallopt") else { return }
        typealias Mallopt = @convention(c) (CInt, CInt) -> CInt
        let arenaMax: CInt = -8  // M_ARENA_MAX in malloc.h.
        _ = unsafeBitCast(function, to: Mallopt.self)(arenaMax, 1)
    }

    /// Returns true if this number of bytes can be reserved; only writable memory counts as data.
    private static func canReserve(_ byteCount: Int, _ access: Int32 = PROT_NONE) -> Bool {
        let memory = mmap(nil, byteCount, access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let memory, memory != MAP_FAILED else { return false }
        munmap(memory, byteCount)
        return true
    }

    private static var stackBytes: Int {
        // `pthread_attr_t()` does not work: the compiler takes it for the type of CSystem, which
        // includes the same header.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        pthread_attr_init(attributes)
        defer { pthread_attr_destroy(attributes) }
        var size = 0
        pthread_attr_getstacksize(attributes, &size)
        return size
    }
    #else
    static let letFilesGrow = true

    private static let hasRoomForThreads = true

    private static func limit(_ resource: Int32) -> rlimit {
        var limit = rlimit()
        getrlimit(resource, &limit)
        return limit
    }
    #endif
}

/// The peak resident memory of the program and of its largest decoding process, both including
/// shared memory.
enum PeakMemory {
    /// The sum of both peaks, in megabytes.
    ///
    /// - Precondition: the decoding processes have ended.
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
