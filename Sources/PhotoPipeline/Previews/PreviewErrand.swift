/// A photo on its way for a small picture, through all tries.
struct PreviewErrand: Sendable {
    enum State: Sendable {
        case fetching(Task<Void, Never>)
        /// Until the next try.
        case resting(Task<Void, Never>)
        /// The next try may begin.
        case due
        case gaveUp
    }

    /// Tells it from an earlier errand for the same photo, whose answer may still come.
    let ticket: Int
    var state = State.due
    private var failures = 0

    init(ticket: Int) { self.ticket = ticket }

    /// The seconds until the next try, three times longer each time; nil after so many tries.
    ///
    /// 0.2 s, 0.6 s, 1.8 s, 5.4 s: what an iPhone's browsers of photos do.
    mutating func pauseAfterFailure() -> Double? {
        guard failures < Self.retries else { return nil }
        defer { failures += 1 }
        return (0..<failures).reduce(0.2) { seconds, _ in seconds * 3 }
    }

    private static let retries = 4

    func cancel() {
        switch state {
        case .fetching(let task), .resting(let task): task.cancel()
        case .due, .gaveUp: break
        }
    }

    var isFetching: Bool { if case .fetching = state { true } else { false } }

    var isDue: Bool { if case .due = state { true } else { false } }

    var isGivenUp: Bool { if case .gaveUp = state { true } else { false } }
}
