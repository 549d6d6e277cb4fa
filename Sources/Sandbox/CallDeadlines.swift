/// Limits for the session's wait for a worker: on the worker's silence, on the age of its calls,
/// and on the rate of messages that reply to no call.
struct CallDeadlines {
    typealias Instant = SuspendingClock.Instant

    /// The maximum number of messages without a call that are read in a burst.
    ///
    /// A busy worker sends one message each second, and the messages queue while this process is
    /// stopped: a connection holds some 300 of them.
    private static let mostReports = 1000.0
    /// The number of further messages without a call that are read per second.
    private static let reportsPerSecond = 10.0

    private struct Call {
        let begun: Instant
        /// The time for which the call has been open while this process was listening.
        var age = Duration.zero

        func aged(by time: Duration, until now: Instant) -> Call {
            Call(begun: begun, age: age + min(time, now - begun))
        }
    }

    private let limits: WorkerLimits
    private var calls: [Int: Call] = [:]
    private var lastHeard: Instant
    private var lastLook: Instant
    private var reportsLeft = CallDeadlines.mostReports
    private var lastReport: Instant

    init(_ limits: WorkerLimits, at now: Instant) {
        self.limits = limits
        (lastHeard, lastLook, lastReport) = (now, now, now)
    }

    mutating func begin(_ call: Int, at now: Instant) { calls[call] = Call(begun: now) }
    mutating func end(_ call: Int) { calls[call] = nil }
    mutating func hear(at now: Instant) { lastHeard = now }

    /// Counts a message that replies to no call; returns false for more messages than a worker of
    /// this program sends.
    mutating func allowsReport(at now: Instant) -> Bool {
        let earned = (now - lastReport) / .seconds(1) * Self.reportsPerSecond
        lastReport = now
        reportsLeft = min(Self.mostReports, reportsLeft + max(0, earned)) - 1
        return reportsLeft >= 0
    }

    /// Adds the time since the last check to the age of each call; returns true if a call is open
    /// for longer than allowed, regardless of the worker's reports.
    ///
    /// Time during which this process was stopped does not count.
    mutating func isOverdue(at now: Instant) -> Bool {
        let passed = min(now - lastLook, .seconds(limits.silentSeconds))
        lastLook = now
        calls = calls.mapValues { $0.aged(by: passed, until: now) }
        return calls.values.contains { $0.age > .seconds(limits.callSeconds) }
    }

    /// Returns the time in milliseconds for which the worker may still be silent.
    func silenceLeftMilliseconds(at now: Instant) -> Int32 {
        let oldest = calls.values.map(\.begun).min()
        let silence = oldest.map { now - max($0, lastHeard) } ?? .zero
        let left = limits.silentSeconds - silence / .seconds(1)
        return Int32(max(0, (left * 1000).rounded(.up)))
    }
}
