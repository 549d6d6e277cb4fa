/// Keeps one frame in flight: the next may start when the terminal has worked through the last.
struct FrameFence {
    private enum State {
        case open
        case asked(since: Clock.Milliseconds, isHurried: Bool)
        /// Not asked: a terminal of usual speed is done by then.
        case expected(at: Clock.Milliseconds)
    }

    /// After so many unanswered fences in a row a terminal is asked no more, until it answers.
    private static let patience = 2

    private var state = State.open
    private var missed = 0
    private var hasAnswered = false

    /// Whether to ask at all.
    var isWorthAsking: Bool { missed < Self.patience }

    var isOpen: Bool {
        if case .open = state { return true }
        return false
    }

    /// When to give up waiting.
    var deadline: Clock.Milliseconds? {
        switch state {
        case .open: nil
        case .asked(let since, let isHurried):
            since + (isHurried ? min(usualPatience, Deadlines.answered) : usualPatience)
        case .expected(let time): time
        }
    }

    private var usualPatience: Clock.Milliseconds {
        hasAnswered ? Deadlines.fence : Deadlines.firstFence
    }

    mutating func ask(at now: Clock.Milliseconds) {
        state = .asked(since: now, isHurried: false)
    }

    /// Waits no longer for the answer than for any other: all is to be drawn again.
    ///
    /// The answer may be lost, or an earlier one was invented by something else than the terminal.
    mutating func hurry() {
        guard case .asked(let since, _) = state else { return }
        state = .asked(since: since, isHurried: true)
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
