internal import Localization

/// The hints for the first keys to learn, shown with the first photo of the session.
struct BeginnerHints: Hashable, Sendable {
    private static let duration = Duration.seconds(5)

    private enum Stage { case before, named, over }

    private var stage = Stage.before
    private var number = 0

    var areNamed: Bool { stage == .named }

    /// Shows the hints, unless they have already been shown or ended.
    mutating func begin() -> [Effect] {
        guard stage == .before else { return [] }
        stage = .named
        return countDown()
    }

    /// Restarts the timer of the hints, if they are shown, after a notice that hid them.
    mutating func show() -> [Effect] { areNamed ? countDown() : [] }

    mutating func woke(_ timer: TimerRequest) {
        if timer == TimerRequest(.firstKeys, number) { stage = .over }
    }

    /// Ends the hints; a user who has zoomed does not need them.
    mutating func end() { stage = .over }

    private mutating func countDown() -> [Effect] {
        number += 1
        return [.wake(TimerRequest(.firstKeys, number), after: Self.duration)]
    }
}
