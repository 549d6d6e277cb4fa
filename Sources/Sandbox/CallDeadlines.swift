/// The limits of the session's wait for a worker.
///
/// The limits apply to the worker's silence, to the age of a call, and to the rate of messages that
/// reply to no call.
struct CallDeadlines {
    typealias Instant = SuspendingClock.Instant

    /// The maximum number of messages without a call in one burst.
    ///
    /// A busy worker sends one message each second. Up to 300 messages wait in the connection while
    /// this process is stopped.
    private static let mostReports = 1000.0
    /// The number of messages without a call that are allowed per second after a burst.
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

    /// Counts a message that replies to no call; returns false if a worker of this program would
    /// not send so many messages.
    mutating func allowsReport(at now: Instant) -> Bool {
        let earned = (now - lastReport) / .seconds(1) * Self.reportsPerSecond
        lastReport = now
        reportsLeft = min(Self.mostReports, reportsLeft + max(0, earned)) - 1
        return reportsLeft >= 0
    }

    /// Adds the time since the last check to the age of each call; returns true if a call is too
    /// old.
    ///
    /// Time during which this process was stopped does not count. The worker's reports have no
    /// influence.
    mutating func isOverdue(at now: Instant) -> Bool {
        let passed = min(now - lastLook, .seconds(limits.silentSeconds))
        lastLook = now
        calls = calls.mapValues { $0.aged(by: passed, until: now) }
        return calls.values.contains { $0.age > .seconds(limits.callSeconds) }
    }

    /// Returns the time for which the worker may still be silent, in milliseconds.
    func silenceLeftMilliseconds(at now: Instant) -> Int32 {
        let oldest = calls.values.map(\.begun).min()
        let silence = oldest.map { now - max($0, lastHeard) } ?? .zero
        let left = limits.silentSeconds - silence / .seconds(1)
        return Int32(max(0, (left * 1000).rounded(.up)))
    }
}
