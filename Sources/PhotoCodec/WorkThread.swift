internal import Dispatch
internal import Files
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Threads for decoding.
///
/// libdispatch cannot be used in a sandbox. On Linux, libdispatch reads /proc once a second to find
/// out whether its threads are busy, and ends the program if reading is forbidden.
package enum WorkThread {
    /// The size of a thread's stack in bytes, enough for the libraries' tables of a few kB.
    private static let stackBytes = 2 << 20
    /// The number of processors that this process may use.
    ///
    /// The number is read once, before a worker enters the sandbox.
    package static let coreCount = Processors.count ?? max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

    /// Runs `body` on a new thread, which the caller must join.
    ///
    /// Returns `nil`, without running `body`, if the system provides no thread.
    static func run(_ body: @escaping @Sendable () -> Void) -> SystemThread? {
        SystemThread(stackBytes: stackBytes, body)
    }

    /// Runs `body` on a new thread, or on this thread if the system provides no thread.
    package static func start(_ body: @escaping @Sendable () -> Void) {
        if !startElsewhere(body) { body() }
    }

    /// Runs `body` on a new thread; returns false without running it if no thread is available.
    package static func startElsewhere(_ body: @escaping @Sendable () -> Void) -> Bool {
        guard let thread = run(body) else { return false }
        thread.detach()
        return true
    }

    /// Calls `body` for each number below `iterations`, on all cores, and waits for all calls.
    ///
    /// At most `limit` threads are used.
    static func concurrentPerform(
        iterations: Int, atOnce limit: Int = coreCount, _ body: @Sendable (Int) -> Void
    ) {
        let next = Atomic(0)
        withoutActuallyEscaping(body) { body in
            // All threads are joined, so captured values outlive `body`.
            let share: @Sendable () -> Void = {
                while true {
                    let number = next.wrappingAdd(1, ordering: .relaxed).oldValue
                    guard number < iterations else { return }
                    body(number)
                }
            }
            let count = max(1, min(iterations, coreCount, limit))
            let helpers = (1..<count).compactMap { _ in run(share) }
            share()
            for helper in helpers { helper.join() }
        }
    }

    /// Returns a number of equal parts, at most `parts`, that keeps all cores busy to the end.
    ///
    /// With five parts on two cores, one core is idle for a sixth of the time.
    static func evenly(_ parts: Int) -> Int {
        parts < coreCount ? parts : parts / coreCount * coreCount
    }

    /// Calls `body` for adjacent bands of rows, on all cores.
    static func performInBands(
        of rows: Int, rowBytes: Int, _ body: @Sendable (Range<Int>) -> Void
    ) {
        let bands = max(1, min(rows, rows * rowBytes / bandBytes))
        concurrentPerform(iterations: bands) { band in
            body((rows * band / bands)..<(rows * (band + 1) / bands))
        }
    }

    /// The minimum size of a band in bytes; copying it takes as long as starting a thread.
    private static let bandBytes = 1 << 18

    /// Lowers the priority of this thread, so that other threads precede it; may have no effect.
    fileprivate static func giveWay() {
        #if canImport(Glibc)
        // Linux has a priority for each thread (setpriority(2), "C library/kernel differences").
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #else
        pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0)
        #endif
    }
}

/// A serial queue for work that is not urgent, on a thread that exists while there is work.
///
/// If the system provides no thread, the caller of `async` does the work.
final class WorkQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isAtWork = false
    }

    private let state = Mutex(State())

    func async(_ work: @escaping @Sendable () -> Void) {
        let isIdle = state.withLock { state in
            state.waiting.append(work)
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        guard isIdle else { return }
        let isElsewhere = WorkThread.startElsewhere { [self] in
            WorkThread.giveWay()
            workAll()
        }
        if !isElsewhere { workAll() }
    }

    private func workAll() {
        while let work = next() { work() }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.isAtWork = !state.waiting.isEmpty
            return state.isAtWork ? state.waiting.removeFirst() : nil
        }
    }
}

/// A few blocks of memory that circulate between a producer and a consumer.
///
/// `@unchecked Sendable`: a block belongs to one of the two, and semaphores transfer it.
final class BoundedBuffer: @unchecked Sendable {
    /// The number of blocks; with two blocks, both sides waited more often and took 6 % longer.
    private static let blockCount = 4

    private let memory: UnsafeMutableRawPointer
    private let blockBytes: Int
    /// The number of bytes in each block.
    private let counts = UnsafeMutablePointer<Int>.allocate(capacity: blockCount)
    /// The number of blocks that can be filled.
    ///
    /// The semaphores start at 0, because libdispatch aborts if a semaphore is destroyed below its
    /// initial value.
    private let room = DispatchSemaphore(value: 0)
    /// The number of blocks that can be read.
    private let ready = DispatchSemaphore(value: 0)
    private let isLeft = Atomic(false)
    /// The number of blocks that were filled.
    ///
    /// This number and `givenBack` order memory accesses like the semaphores, which sanitizers do
    /// not understand.
    private let filled = Atomic(0)
    /// The number of blocks that the consumer has returned.
    private let givenBack = Atomic(0)
    private var taken = 0
    private var isOver = false

    init(blockBytes: Int) {
        self.blockBytes = blockBytes
        memory = .allocate(byteCount: blockBytes * Self.blockCount, alignment: 64)
        for _ in 0..<Self.blockCount { room.signal() }
    }

    deinit {
        memory.deallocate()
        counts.deallocate()
    }

    /// Calls `write` to fill the producer's next block; returns false if the consumer has left.
    ///
    /// `write` returns the number of bytes, 0 at the end.
    func fill(_ write: (UnsafeMutableRawBufferPointer) -> Int) -> Bool {
        room.wait()
        guard !isLeft.load(ordering: .acquiring) else { return false }
        _ = givenBack.load(ordering: .acquiring)
        let number = filled.load(ordering: .relaxed) % Self.blockCount
        counts[number] = write(
            UnsafeMutableRawBufferPointer(start: memory + number * blockBytes, count: blockBytes))
        filled.add(1, ordering: .releasing)
        ready.signal()
        return true
    }

    /// Returns the consumer's next block, valid until the next call; empty at the end.
    func next() -> UnsafeRawBufferPointer {
        if isOver { return UnsafeRawBufferPointer(start: nil, count: 0) }
        if taken > 0 { giveBack() }
        ready.wait()
        _ = filled.load(ordering: .acquiring)
        let number = taken % Self.blockCount
        taken += 1
        isOver = counts[number] == 0
        return UnsafeRawBufferPointer(start: memory + number * blockBytes, count: counts[number])
    }

    private func giveBack() {
        givenBack.add(1, ordering: .releasing)
        room.signal()
    }

    /// Ends the consumer's reading; the producer's next `fill` returns false.
    func leave() {
        isLeft.store(true, ordering: .releasing)
        room.signal()
    }
}
