/// Keeps one frame in flight: the next may start when the terminal has worked through the last.
struct FrameFence {
    private enum State {
        case open
        case asked(since: Clock.Milliseconds, isHurried: Bool)
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
        guard case .asked(let since, let isHurried) = state else { return nil }
        let usual = hasAnswered ? Deadlines.fence : Deadlines.firstFence
        return since + (isHurried ? min(usual, Deadlines.answered) : usual)
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

    mutating func answered() {
        state = .open
        hasAnswered = true
        missed = 0
    }

    /// Waits no more for the answer, and holds nothing against the terminal.
    mutating func forget() { state = .open }

    mutating func check(at now: Clock.Milliseconds) {
        guard let deadline, now >= deadline else { return }
        state = .open
        missed += 1
    }
}
