internal import Dispatch
internal import Synchronization

/// Threads for what may wait for a decoder: one for each that waits.
///
/// Those that all tasks share are as many as there are cores: as many photos whose decoders hang would
/// stop everything, the network's answers and keys too, until these are given up.
final class BlockingTaskExecutor: TaskExecutor {
    static let shared = BlockingTaskExecutor()

    /// Six small pictures that are fetched, a picture, and its palette: more are rarely busy at once, and
    /// what hangs is not idle.
    private static let idleLimit = 8

    /// The system has a thread for each queue that is busy.
    private let idle = Mutex<[DispatchQueue]>([])

    private init() {}

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let queue = idle.withLock { $0.popLast() } ?? DispatchQueue(label: "decoding")
        queue.async { [self] in
            job.runSynchronously(on: asUnownedTaskExecutor())
            idle.withLock { if $0.count < Self.idleLimit { $0.append(queue) } }
        }
    }
}

/// Parts of a picture that are made at the same time: they wait for nothing.
enum Parallel {
    /// One for each core of a small machine.
    ///
    /// More than two gain little before the terminal takes longer than all of it.
    static let strips = 2

    /// What comes of each part, in order.
    @discardableResult
    static func map<Part: Sendable, Result: Sendable>(
        _ parts: [Part], _ work: @Sendable (Part) -> Result
    ) -> [Result] {
        guard parts.count > 1 else { return parts.map(work) }
        let results = Mutex([Result?](repeating: nil, count: parts.count))
        DispatchQueue.concurrentPerform(iterations: parts.count) { number in
            let result = work(parts[number])
            results.withLock { $0[number] = result }
        }
        return results.withLock { $0.compactMap(\.self) }
    }
}
