/// Keeps one frame in flight: the next may start when the terminal has worked through the last.
struct FrameFence {
    private enum State {
        case open
        case asked(since: Clock.Milliseconds)
        /// Not asked: a terminal of usual speed is done by then.
        case expected(at: Clock.Milliseconds)
    }

    /// After so many unanswered fences a terminal that never answered one is asked no more.
    private static let patience = 2

    private var state = State.open
    private var missed = 0
    private var hasAnswered = false

    /// Whether to ask at all.
    var isWorthAsking: Bool { hasAnswered || missed < Self.patience }

    var isOpen: Bool {
        if case .open = state { return true }
        return false
    }

    /// When to give up waiting.
    var deadline: Clock.Milliseconds? {
        switch state {
        case .open: nil
        case .asked(let since): since + (hasAnswered ? Deadlines.fence : Deadlines.firstFence)
        case .expected(let time): time
        }
    }

    mutating func ask(at now: Clock.Milliseconds) {
        state = .asked(since: now)
    }

    /// Waits for no answer, only so long as the frame probably takes.
    mutating func expect(at time: Clock.Milliseconds) {
        state = .expected(at: time)
    }

    mutating func answered() {
        state = .open
        hasAnswered = true
        missed = 0
    }

    /// Waits no more for the answer, and holds nothing against the terminal.
    mutating func forget() { state = .open }

    mutating func check(at now: Clock.Milliseconds) {
        guard let deadline, now >= deadline else { return }
        if case .asked = state { missed += 1 }
        state = .open
    }
}
