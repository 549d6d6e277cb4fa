internal import Imaging

/// Which of a file's pictures is shown: the frames of an animation follow each other, others are gone
/// through by keys.
struct Playback: Hashable, Sendable {
    let parts: PageSet
    private(set) var part = 0
    private(set) var isPaused = false
    /// The number of times that the last frame has been shown.
    private var rounds = 0

    init(_ parts: PageSet) { self.parts = parts }

    /// True if frames follow each other until a key, or the animation's end.
    var isRunning: Bool { parts.animation != nil && !isPaused && !hasEnded }

    /// For how long the frame is shown.
    var delay: Duration { .milliseconds(parts.animation?.delays[part] ?? 0) }

    private var hasEnded: Bool { parts.animation?.plays.map { rounds >= $0 } ?? false }

    /// Stops, or goes on; an animation that has ended begins again.
    mutating func togglePause() {
        guard parts.animation != nil else { return }
        if hasEnded {
            (part, rounds, isPaused) = (0, 0, false)
        } else {
            isPaused.toggle()
        }
    }

    /// Goes forward or back by some pictures, round and round; an animation pauses.
    mutating func step(by count: Int) {
        guard parts.count > 1 else { return }
        isPaused = parts.animation != nil
        rounds = 0
        part = (part + count % parts.count + parts.count) % parts.count
    }

    /// Shows one of the pictures, if there is one of that number; an animation pauses at another frame.
    mutating func go(to number: Int) {
        if number != part, number < parts.count { step(by: number - part) }
    }

    /// The time of a frame is over; the last one stays.
    mutating func advance() {
        if part + 1 == parts.count { rounds += 1 }
        if !hasEnded { part = (part + 1) % parts.count }
    }
}

/// When a frame's time is over; that is asked for once.
struct FrameTimer: Hashable, Sendable {
    private var isAwaited = false
    /// The requested number.
    private var count = 0

    mutating func start(_ delay: Duration) -> [Effect] {
        guard !isAwaited else { return [] }
        isAwaited = true
        count += 1
        return [.wake(TimerRequest(.frame, count), after: delay)]
    }

    /// True if this is the awaited timer, which is then no longer awaited.
    mutating func isOver(_ timer: TimerRequest) -> Bool {
        guard isAwaited, timer.number == count else { return false }
        isAwaited = false
        return true
    }

    mutating func cancel() { isAwaited = false }
}
