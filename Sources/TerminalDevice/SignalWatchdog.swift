internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A watchdog that ends the program for a signal that the event loop does not handle because the
/// loop, or a library, is computing.
///
/// The watchdog's thread waits in `poll` from the start, and neither allocates memory nor takes a
/// lock. So it works while another thread holds the allocator, or memory and threads have run out.
enum SignalWatchdog {
    /// The time that the event loop has to check its signals.
    private static let answerMilliseconds = 600
    /// The time that the program has to end after the event loop's check, including all waits for
    /// replies of a slow terminal.
    private static let endMilliseconds = 5000
    private static let stepMilliseconds = 20

    /// Starts the watchdog's thread on the first call; later calls have no effect.
    static func prepare() { _ = isPrepared }

    private static let isPrepared: Bool = {
        guard let pipe = try? SelfPipe() else { return false }
        // The pipe is never closed, because a handler on another thread may be about to write to
        // its number.
        _ = Unmanaged.passRetained(pipe)
        watchdogInput = pipe.readingEnd
        guard startThread() else { return false }
        watchdogPipe = pipe.writingEnd
        return true
    }()

    /// Records that the event loop has seen all signals so far, and is ending.
    static func loopHasAnswered() { hasAnswered.store(true, ordering: .relaxed) }

    /// Stops watching the signals received so far, because the event loop handles them itself.
    static func standDown() {
        var number: UInt8 = 0
        while read(watchdogInput, &number, 1) == 1 {}
        hasAnswered.store(false, ordering: .relaxed)
        standDowns.add(1, ordering: .sequentiallyConsistent)
    }

    #if canImport(Glibc)
    private static func startThread() -> Bool {
        var thread = pthread_t()
        guard pthread_create(&thread, nil, { _ in SignalWatchdog.wait() }, nil) == 0 else {
            return false
        }
        pthread_detach(thread)
        return true
    }
    #else
    private static func startThread() -> Bool {
        var thread: pthread_t?
        guard pthread_create(&thread, nil, { _ in SignalWatchdog.wait() }, nil) == 0, let thread
        else {
            return false
        }
        pthread_detach(thread)
        return true
    }
    #endif

    private static func wait() -> Never {
        while true {
            var input = pollfd(fd: watchdogInput, events: Int16(POLLIN), revents: 0)
            poll(&input, 1, -1)
            let standing = standDowns.load(ordering: .sequentiallyConsistent)
            var number: UInt8 = 0
            guard read(watchdogInput, &number, 1) == 1, isNeeded(while: standing) else {
                continue
            }
            CrashHandler.end(by: Int32(number))
        }
    }

    /// Waits for the end of the program; returns true if the program does not end in time, and
    /// false if the watchdog stands down.
    private static func isNeeded(while standing: Int) -> Bool {
        // Steps are counted, instead of reading a clock, so that time during which the process was
        // stopped does not count.
        var (passed, answered) = (0, 0)
        while passed - answered < (answered > 0 ? endMilliseconds : answerMilliseconds) {
            poll(nil, 0, Int32(stepMilliseconds))
            guard standDowns.load(ordering: .sequentiallyConsistent) == standing else {
                return false
            }
            passed += stepMilliseconds
            if answered == 0, hasAnswered.load(ordering: .relaxed) { answered = passed }
        }
        return true
    }
}

private let hasAnswered = Atomic(false)
/// The number of calls of `standDown`.
private let standDowns = Atomic(0)
// The descriptors are written before the handlers are installed, always with the same values.
nonisolated(unsafe) private var watchdogInput: Int32 = -1
nonisolated(unsafe) var watchdogPipe: Int32 = -1
