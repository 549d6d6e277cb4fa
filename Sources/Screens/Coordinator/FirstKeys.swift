/// The keys to begin with, which are named while the first photo is new.
struct FirstKeys: Hashable, Sendable {
    private static let duration = Duration.seconds(5)

    private enum Stage: Hashable { case toCome, named, over }

    private var stage = Stage.toCome
    private var number = 0

    var areNamed: Bool { stage == .named }

    /// The first photo is there.
    mutating func begin() -> [Effect] {
        guard stage == .toCome else { return [] }
        stage = .named
        return countDown()
    }

    /// Something stood where they are named: the time begins again.
    mutating func show() -> [Effect] { areNamed ? countDown() : [] }

    mutating func woke(_ alarm: Alarm) {
        if alarm == Alarm(.firstKeys, number) { stage = .over }
    }

    /// What they would teach has been done.
    mutating func used(_ action: Action) {
        if action == .toggleZoom { stage = .over }
    }

    private mutating func countDown() -> [Effect] {
        number += 1
        return [.wake(Alarm(.firstKeys, number), after: Self.duration)]
    }
}
