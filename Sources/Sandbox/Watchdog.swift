internal import Imaging
internal import Synchronization

/// A watchdog that reports to the session once a second if the work makes progress.
///
/// The work itself cannot report, because a library may run for seconds; reports by a timer alone
/// would hide a hang. Therefore, progress is a result or, for a limited time, the use of CPU time.
final class Watchdog: Sendable {
    /// The clock of a watchdog.
    struct Clock: Sendable {
        /// Waits for a second; returns false to end the watch.
        var waitOneSecond: @Sendable () -> Bool
        /// Returns the CPU time of all threads of this process, in seconds.
        var processorSeconds: @Sendable () -> Double

        static let system = Clock(
            waitOneSecond: {
                SystemCalls.sleepOneSecond()
                return true
            },
            processorSeconds: { SystemCalls.processorSeconds })
    }

    private struct State {
        var underWay = 0
        var finished = 0
    }

    /// The maximum CPU time of the checks, in seconds per second.
    ///
    /// A check takes about 0.1 ms; work takes more than this limit.
    private static let restSeconds = 0.002

    private let limitSeconds: Double
    private let clock: Clock
    private let report: @Sendable () -> Void
    private let state = Mutex(State())

    /// Creates a watchdog; `limitSeconds` is the maximum CPU time without a result.
    ///
    /// `report` is called once a second during progress.
    init(limitSeconds: Int, clock: Clock = .system, report: @escaping @Sendable () -> Void) {
        self.limitSeconds = Double(limitSeconds)
        self.clock = clock
        self.report = report
    }

    func begin() { state.withLock { $0.underWay += 1 } }

    func end() {
        state.withLock { state in
            state.underWay -= 1
            state.finished += 1
        }
    }

    /// Checks once a second until the process ends.
    ///
    /// - Precondition: `statistics` does not wait for a decoder, because the wait would look like a
    ///   hang of the work.
    func run(statistics: () -> DecodeStatistics?) {
        var mark = Mark(finished: 0, statistics: nil)
        var (marked, last) = (0.0, 0.0)
        while clock.waitOneSecond() {
            let state = state.withLock { $0 }
            let now = Mark(finished: state.finished, statistics: statistics())
            let spent = clock.processorSeconds()
            if now != mark || state.underWay == 0 { (mark, marked) = (now, spent) }
            // A deadlocked process uses no more CPU time than the checks.
            let isAtWork = spent - last > Self.restSeconds && spent - marked < limitSeconds
            last = spent
            if state.underWay > 0, isAtWork { report() }
        }
    }

    private struct Mark: Equatable {
        let finished: Int
        let statistics: DecodeStatistics?
    }
}
