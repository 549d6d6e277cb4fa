internal import Dispatch
internal import Synchronization

/// An executor that runs each task that may block on a thread of its own; threads are reused.
///
/// The cooperative pool has one thread per core. If that many decoders hung, they would stop
/// everything else, including network replies and keys, until their time-outs.
package final class BlockingTaskExecutor: TaskExecutor {
    /// A function that runs the work on a new thread; it returns false, without running the work,
    /// if the system provides no thread.
    package typealias StartThread = @Sendable (_ work: @escaping @Sendable () -> Void) -> Bool

    private struct State {
        var waiting: [@Sendable () -> Void] = []
        /// The number of threads that wait for work.
        var idle = 0
    }

    private enum Next { case work(@Sendable () -> Void), wait, end }

    /// The executor on libdispatch's threads, one for each busy queue.
    ///
    /// Its idle threads suffice for six thumbnails, a picture and its palette: more tasks are
    /// rarely busy at once, and threads of hung tasks are not idle.
    package static let shared = BlockingTaskExecutor(idleLimit: 8) { work in
        DispatchQueue(label: "blocking").async(execute: work)
        return true
    }

    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)
    private let idleLimit: Int
    private let start: StartThread

    /// Runs work that may wait for a decoder, on a thread where no other work waits.
    package nonisolated(nonsending) static func run<Result: Sendable, Failure: Error>(
        _ work: @Sendable () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        try await withTaskExecutorPreference(shared) {
            () async throws(Failure) in try await work()
        }
    }

    /// Creates an executor with at most this many idle threads.
    package init(idleLimit: Int = .max, start: @escaping StartThread) {
        self.idleLimit = idleLimit
        self.start = start
    }

    /// Starts the first thread, which runs work when no other thread can be started; returns false
    /// if the system provides no thread.
    package func startOne() -> Bool {
        state.withLock { $0.idle = 1 }
        return start { [self] in
            work.wait()
            serve()
        }
    }

    package func run(_ body: @escaping @Sendable () -> Void) {
        let hasIdleThread = state.withLock { state in
            state.waiting.append(body)
            guard state.idle > 0 else { return false }
            state.idle -= 1
            return true
        }
        if hasIdleThread { work.signal() } else { _ = start { [self] in serve() } }
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        run { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func serve() {
        while true {
            switch next() {
            case .work(let body): body()
            case .wait: work.wait()
            case .end: return
            }
        }
    }

    private func next() -> Next {
        state.withLock { state in
            guard state.waiting.isEmpty else { return .work(state.waiting.removeFirst()) }
            guard state.idle < idleLimit else { return .end }
            state.idle += 1
            return .wait
        }
    }
}
