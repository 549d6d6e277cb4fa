internal import Imaging

/// The visible page of a file: frames of an animation advance by themselves, other pages by keys.
struct Playback: Hashable, Sendable {
    let pages: PageSet
    private(set) var page = 0
    private(set) var isPaused = false
    /// The number of times that the last frame has been shown.
    private var rounds = 0

    init(_ pages: PageSet) { self.pages = pages }

    /// True if frames advance: a key has not paused the animation, and the animation has not ended.
    var isRunning: Bool { pages.animation != nil && !isPaused && !hasEnded }

    /// The duration of the visible frame; 0 for a file without an animation.
    var delay: Duration { .milliseconds(pages.animation?.delays[page] ?? 0) }

    private var hasEnded: Bool { pages.animation?.plays.map { rounds >= $0 } ?? false }

    /// Pauses or resumes; an animation that has ended starts again.
    mutating func togglePause() {
        guard pages.animation != nil else { return }
        if hasEnded {
            (page, rounds, isPaused) = (0, 0, false)
        } else {
            isPaused.toggle()
        }
    }

    /// Moves forward or back by `count` pages, cyclically, and pauses an animation.
    mutating func step(by count: Int) {
        guard pages.count > 1 else { return }
        isPaused = pages.animation != nil
        rounds = 0
        page = (page + count % pages.count + pages.count) % pages.count
    }

    /// Moves to a page, if the page exists; an animation pauses at another frame.
    mutating func go(to number: Int) {
        if number != page, number < pages.count { step(by: number - page) }
    }

    /// Advances at the end of a frame's duration; an animation that ends stays at the last frame.
    mutating func advance() {
        if page + 1 == pages.count { rounds += 1 }
        if !hasEnded { page = (page + 1) % pages.count }
    }
}

/// A timer, requested once for each frame, for the end of the frame's duration.
struct FrameTimer: Hashable, Sendable {
    private var isAwaited = false
    /// The number of the last request.
    private var count = 0

    mutating func start(_ delay: Duration) -> [Effect] {
        guard !isAwaited else { return [] }
        isAwaited = true
        count += 1
        return [.wake(TimerRequest(.frame, count), after: delay)]
    }

    /// Returns true if the timer is the awaited one, and then stops awaiting it.
    mutating func isOver(_ timer: TimerRequest) -> Bool {
        guard isAwaited, timer.number == count else { return false }
        isAwaited = false
        return true
    }

    mutating func cancel() { isAwaited = false }
}
