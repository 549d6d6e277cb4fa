import Dispatch
import Files
import Foundation
import Imaging
import Synchronization
import TestSupport
import Testing
import Waiting

@testable import Sandbox

/// The time-outs of workers: both ends of a connection, with a clock that stops until the session
/// waits.
@Suite(.enabled(if: ConnectedPair.isSupported, "no such connections on this system"))
struct WatchdogTests {
    /// Triggers a check of a watchdog, and waits for its end.
    private final class Ticks: Sendable {
        private let next = DispatchSemaphore(value: 0)
        private let looked = DispatchSemaphore(value: 0)
        private let isOver = Atomic(false)

        func start(_ watchdog: Watchdog) {
            Thread.detachNewThread { watchdog.run { nil } }
            looked.wait()
        }

        func pass() {
            next.signal()
            looked.wait()
        }

        func end() {
            isOver.store(true, ordering: .relaxed)
            next.signal()
        }

        func wait() -> Bool {
            looked.signal()
            next.wait()
            return !isOver.load(ordering: .relaxed)
        }
    }

    /// A worker whose watchdog checks once for each second that the session waits.
    private final class Stage: Sendable {
        struct State {
            var now = SuspendingClock.now
            var seconds = 0
            var processorSeconds = 0.0
        }

        let pair: ConnectedPair
        let state = Mutex(State())
        private let ticks = Ticks()
        /// The worker's actions in a second; its processor time grows by the result.
        private let second: @Sendable (Stage, _ number: Int) -> Double

        init(_ second: @escaping @Sendable (Stage, _ number: Int) -> Double) throws {
            pair = try ConnectedPair()
            self.second = second
        }

        var seconds: Int { state.withLock(\.seconds) }

        func send(_ message: Message) { pair.worker.send(message) }

        func answer() {
            send(WorkerAnswer(.answered(true), ImageSourceStatus()).message(for: 1))
        }

        /// The session's clock: while there is no message, a second passes for the worker.
        var clock: WorkerConnection.Clock {
            WorkerConnection.Clock(
                now: { [self] in state.withLock(\.now) },
                waitForInput: { [self] socket, milliseconds in
                    guard !socket.waitForInput(within: 0) else { return true }
                    pass(min(1, Double(milliseconds) / 1000))
                    return socket.waitForInput(within: 0)
                })
        }

        private func pass(_ seconds: Double) {
            let number = state.withLock { state in
                state.now += .seconds(seconds)
                state.seconds += 1
                return state.seconds
            }
            let spent = second(self, number)
            state.withLock { $0.processorSeconds += spent }
            ticks.pass()
        }

        /// Runs the worker's watchdog, with one open call; it checks once per second.
        func watch(limitSeconds: Int) {
            let watchdog = Watchdog(limitSeconds: limitSeconds, clock: watchClock) { [self] in
                send(Message(kind: .alive, call: 0))
            }
            watchdog.begin()
            ticks.start(watchdog)
        }

        private var watchClock: Watchdog.Clock {
            Watchdog.Clock(
                waitOneSecond: { [ticks] in ticks.wait() },
                processorSeconds: { [self] in state.withLock(\.processorSeconds) })
        }

        func end() { ticks.end() }
    }

    /// Returns the outcome of one call, and the seconds until it arrived.
    private func outcome(
        of stage: Stage, _ limits: WorkerLimits = WorkerLimits(memoryBytes: 1, fileBytes: 1),
        fetch: @escaping RangeFetch = { $1(false) }
    ) throws -> (answer: Result<WorkerAnswer.Outcome, DecodingFailure>, seconds: Int) {
        let connection = WorkerConnection(stage.pair.session, within: limits, clock: stage.clock) {}
        stage.watch(limitSeconds: limits.processorSeconds)
        defer { stage.end() }
        let services = HostServices(
            spill: { .failure(.noRoom(byteCount: $1)) }, loadIndex: { nil }, storeIndex: { _ in },
            fetch: fetch)
        let file = try #require(OpenFile([0]))
        let answer = waitForResult { done in
            connection.call(.isReady, [], done)
            connection.listen(for: WorkerInput(file, services: services))
        }
        return (answer.map(\.outcome), stage.seconds)
    }

    @Test func aDecoderThatIsSlowAndAtWorkIsNotGivenUp() throws {
        let stage = try Stage { stage, second in
            if second == 18 { stage.answer() }
            return 0.9
        }
        let (answer, seconds) = try outcome(of: stage)
        #expect(answer == .success(.answered(true)))
        // The clock continues until the test checks.
        #expect(seconds >= 18)
    }

    @Test func aDecoderThatIsSilentIsGivenUpAtItsLimit() throws {
        let (answer, seconds) = try outcome(of: Stage { _, _ in 0 })
        #expect(answer == .failure(.decoderStalled))
        #expect(seconds == 10)
    }

    /// A slow server decides when its bytes are there, not the decoder.
    @Test func aDecoderThatWaitsForRangesIsNotGivenUp() throws {
        let done = Mutex<(@Sendable (Bool) -> Void)?>(nil)
        let stage = try Stage { stage, second in
            switch second {
            case 1: stage.send(Message(kind: .wantsRange, call: 1, numbers: [0, 1]))
            case 60: done.withLock { $0.take() }?(true)
            case 65: stage.answer()
            default: break
            }
            return 0
        }
        let (answer, seconds) = try outcome(of: stage) { _, answer in
            done.withLock { $0 = answer }
        }
        #expect(answer == .success(.answered(true)))
        #expect(seconds >= 65)
    }

    @Test func aDecoderThatIsSilentWithItsRangesIsGivenUp() throws {
        let stage = try Stage { stage, second in
            if second == 1 {
                stage.send(Message(kind: .wantsRange, call: 1, numbers: [0, 1]))
            }
            return 0
        }
        let (answer, seconds) = try outcome(of: stage) { $1(true) }
        #expect(answer == .failure(.decoderStalled))
        #expect((10...12).contains(seconds), "\(seconds)")
    }

    /// 20 s of processor time without a result, and 10 s of silence.
    @Test func aDecoderThatSpinsIsGivenUpWhenItsTimeIsSpent() throws {
        let (answer, seconds) = try outcome(of: Stage { _, _ in 1 })
        #expect(answer == .failure(.decoderStalled))
        #expect((29...31).contains(seconds), "\(seconds)")
    }

    /// A hostile file may cause this: the session counts on its own.
    @Test func aDecoderThatSaysForEverThatItIsAliveIsGivenUp() throws {
        let stage = try Stage { stage, _ in
            stage.send(Message(kind: .alive, call: 0))
            return 0
        }
        let (answer, seconds) = try outcome(of: stage)
        #expect(answer == .failure(.decoderStalled))
        #expect((600...602).contains(seconds), "\(seconds)")
    }

    @Test(arguments: [
        Message(kind: .alive, call: 0),
        WorkerAnswer(.answered(true), ImageSourceStatus()).message(for: 99),
    ])
    func aWorkerThatSaysNothingElseWithoutEndIsHungUpOn(message: Message) throws {
        let stage = try Stage { stage, _ in
            for _ in 0..<100 { stage.send(message) }
            return 0
        }
        let (answer, seconds) = try outcome(of: stage)
        #expect(answer == .failure(.decoderCrashed))
        #expect(seconds < 30)
    }

    /// Reports that arrived while this process was stopped are read.
    @Test func manyReportsAtOnceAreNoReason() throws {
        let stage = try Stage { stage, second in
            if second == 1 { for _ in 0..<200 { stage.send(Message(kind: .alive, call: 0)) } }
            if second == 2 { stage.answer() }
            return 0.5
        }
        #expect(try outcome(of: stage).answer == .success(.answered(true)))
    }
}
