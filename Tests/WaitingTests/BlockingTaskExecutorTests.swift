import Dispatch
import Synchronization
import Testing
import Waiting

@Suite(.timeLimit(.minutes(10)))
struct BlockingTaskExecutorTests {
    /// Threads that are counted at their start and end, up to a maximum.
    private final class Threads: Sendable {
        let started = Atomic(0)
        let ended = Atomic(0)
        private let limit: Int

        init(limit: Int = .max) { self.limit = limit }

        func start(_ work: @escaping @Sendable () -> Void) -> Bool {
            guard started.load(ordering: .relaxed) < limit else { return false }
            started.add(1, ordering: .relaxed)
            DispatchQueue(label: "test").async {
                work()
                self.ended.add(1, ordering: .relaxed)
            }
            return true
        }
    }

    @Test func tasksThatBlockKeepNoOtherWaiting() async {
        let gate = DispatchSemaphore(value: 0)
        let threads = Threads()
        let executor = BlockingTaskExecutor { threads.start($0) }
        let blocked = (0..<20).map { _ in
            Task(executorPreference: executor) { Self.wait(for: gate) }
        }
        #expect(await Task(executorPreference: executor) { 7 }.value == 7)
        for _ in blocked { gate.signal() }
        for task in blocked { await task.value }
        #expect(threads.started.load(ordering: .relaxed) <= 21)
    }

    @Test func aThreadThatIsIdleTakesTheNextWork() {
        let threads = Threads(limit: 1)
        let executor = BlockingTaskExecutor { threads.start($0) }
        #expect(executor.startOne())
        let results = (0..<100).map { number in
            waitForResult { done in executor.run { done(number) } }
        }
        #expect(results == Array(0..<100) && threads.started.load(ordering: .relaxed) == 1)
    }

    @Test func withoutAFurtherThreadTheFirstDoesAll() {
        let threads = Threads(limit: 1)
        let executor = BlockingTaskExecutor { threads.start($0) }
        #expect(executor.startOne())
        let all = waitForResult { done in
            let results = Mutex<[Int]>([])
            for number in 0..<50 {
                executor.run {
                    let count = results.withLock { results in
                        results.append(number)
                        return results.count
                    }
                    if count == 50 { done(results.withLock { $0 }) }
                }
            }
        }
        #expect(all == Array(0..<50))
    }

    @Test func moreIdleThreadsThanTheLimitEnd() async {
        let threads = Threads()
        let executor = BlockingTaskExecutor(idleLimit: 0) { threads.start($0) }
        for _ in 0..<5 { await Task(executorPreference: executor) {}.value }
        while threads.ended.load(ordering: .relaxed) < threads.started.load(ordering: .relaxed) {
            await Task.yield()
        }
        #expect(threads.started.load(ordering: .relaxed) >= 1)
    }

    private static func wait(for gate: DispatchSemaphore) { gate.wait() }
}
