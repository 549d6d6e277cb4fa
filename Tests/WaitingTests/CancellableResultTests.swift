import Synchronization
import Testing
import Waiting

/// A resource that holds waiting tasks until they are woken or cancelled.
private final class Waited: Sendable {
    private struct State {
        var waiting: [Int: @Sendable (String) -> Void] = [:]
        var begun = 0
        var cancelled: [Int] = []
    }

    private let state = Mutex(State())
    private let (begins, beginning) = AsyncStream<Void>.makeStream()

    /// Waits until a task waits.
    func hasBegun() async {
        for await _ in begins { return }
    }

    var begun: Int { state.withLock(\.begun) }
    var cancelled: [Int] { state.withLock(\.cancelled) }

    /// `whileBeginning` is called when a wake-up is possible, before the waiting task is known.
    func result(whileBeginning: () -> Void = {}) async -> String {
        await cancellableResult(ifCancelledBefore: "cancelled before") { done in
            let number = state.withLock { state in
                state.begun += 1
                state.waiting[state.begun] = done
                return state.begun
            }
            whileBeginning()
            beginning.yield()
            return number
        } cancel: { number in
            self.state.withLock { $0.cancelled.append(number) }
            self.wake(number, with: "cancelled")
        }
    }

    func wake(_ number: Int, with result: String) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?(result)
    }
}

private func cancelThisTask() { withUnsafeCurrentTask { $0?.cancel() } }

@Suite(.timeLimit(.minutes(10)))
struct CancellableResultTests {
    @Test func whoIsWokenWhileItWaitsHasTheResult() async {
        let waited = Waited()
        let task = Task { await waited.result() }
        await waited.hasBegun()
        waited.wake(1, with: "woken")
        #expect(await task.value == "woken")
        #expect(waited.cancelled.isEmpty)
    }

    @Test func whoIsWokenBeforeItWaitsHasTheResult() async {
        let waited = Waited()
        let result = await waited.result { waited.wake(1, with: "woken") }
        #expect(result == "woken" && waited.cancelled.isEmpty)
    }

    @Test func whoWasCancelledBeforeItWaitsBeginsNothing() async {
        let waited = Waited()
        let task = Task {
            cancelThisTask()
            return await waited.result()
        }
        #expect(await task.value == "cancelled before")
        #expect(waited.begun == 0 && waited.cancelled.isEmpty)
    }

    @Test func whoIsCancelledAsItBeginsIsCancelledOnce() async {
        let waited = Waited()
        let task = Task { await waited.result(whileBeginning: cancelThisTask) }
        #expect(await task.value == "cancelled")
        #expect(waited.begun == 1 && waited.cancelled == [1])
    }

    @Test func whoIsCancelledWhileItWaitsIsCancelledOnce() async {
        let waited = Waited()
        let task = Task { await waited.result() }
        await waited.hasBegun()
        task.cancel()
        #expect(await task.value == "cancelled")
        #expect(waited.cancelled == [1])
    }

    @Test func whoIsCancelledAfterItWasWokenKeepsTheResult() async {
        let waited = Waited()
        let task = Task {
            await waited.result {
                waited.wake(1, with: "woken")
                cancelThisTask()
            }
        }
        #expect(await task.value == "woken")
        #expect(waited.cancelled == [1])
    }

    @Test("in any order, each of many has one result")
    func eachOfManyHasOneResult() async {
        let waited = Waited()
        await withTaskGroup(of: String.self) { group in
            for _ in 0..<200 { group.addTask { await waited.result() } }
            group.addTask {
                for number in 1...200 { waited.wake(number, with: "woken") }
                return "all"
            }
            await waited.hasBegun()
            group.cancelAll()
            var count = 0
            for await result in group {
                #expect(["woken", "cancelled", "cancelled before", "all"].contains(result))
                count += 1
            }
            #expect(count == 201)
        }
    }

    @Test func aThreadWaitsForAResultThatWasThereOrComesLater() {
        #expect(waitForResult { $0(7) } == 7)
        let executor = BlockingTaskExecutor.shared
        #expect(waitForResult { done in executor.run { done(8) } } == 8)
    }
}
