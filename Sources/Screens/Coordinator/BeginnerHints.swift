internal import Localization

/// The first keys to learn, which are named while the first photo is new.
struct BeginnerHints: Hashable, Sendable {
    private static let duration = Duration.seconds(5)

    private enum Stage { case before, named, over }

    private var stage = Stage.before
    private var number = 0

    var areNamed: Bool { stage == .named }

    /// The first photo has arrived.
    mutating func begin() -> [Effect] {
        guard stage == .before else { return [] }
        stage = .named
        return countDown()
    }

    /// A notice no longer hides them: their time begins again.
    mutating func show() -> [Effect] { areNamed ? countDown() : [] }

    mutating func woke(_ timer: TimerRequest) {
        if timer == TimerRequest(.firstKeys, number) { stage = .over }
    }

    /// A user who has zoomed needs no hint.
    mutating func end() { stage = .over }

    private mutating func countDown() -> [Effect] {
        number += 1
        return [.wake(TimerRequest(.firstKeys, number), after: Self.duration)]
    }
}
