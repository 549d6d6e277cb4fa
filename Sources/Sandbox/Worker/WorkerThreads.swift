internal import Dispatch
internal import Synchronization

/// Threads for what is asked of a worker: as many as there are calls under way, kept for the next ones.
///
/// They run tasks too, whose usual threads are libdispatch's, which looks into /proc.
final class WorkerThreads: TaskExecutor {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var idle = 0
    }

    private let state = Mutex(State())
    private let work = DispatchSemaphore(value: 0)
    private let start: @Sendable (@escaping @Sendable () -> Void) -> Void

    init(start: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) { self.start = start }

    func run(_ body: @escaping @Sendable () -> Void) {
        let isSomebodyFree = state.withLock { state in
            state.waiting.append(body)
            guard state.idle > 0 else { return false }
            state.idle -= 1
            return true
        }
        if isSomebodyFree { work.signal() } else { start { [self] in serve() } }
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        run { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func serve() {
        while true {
            while let body = next() { body() }
            work.wait()
        }
    }

    /// Who gets nil is counted as idle.
    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.idle += 1
            return nil
        }
    }
}
