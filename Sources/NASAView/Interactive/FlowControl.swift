internal import TerminalProtocols

/// When what may be written: one frame in flight, quick ones while a hand moves.
struct FlowControl {
    private(set) var fence = FrameAcknowledgement()
    private(set) var line = ThroughputEstimator()
    private(set) var now = 0
    private var lastTouch = Int.min / 2
    /// When the terminal had worked through the last moving frame.
    private var lastDrain = Int.min / 2
    private var sent: Flight?
    /// A frame is being written whose fence counts from its last byte.
    private var isWriting = false

    /// A frame on its way to the terminal.
    private struct Flight {
        let bytes: Int
        let at: Clock.Milliseconds
        let quality: RenderQuality
        /// Nothing of the photo is shown before it.
        let isNew: Bool
        /// Bytes a second, where the terminal is not asked if it has worked through it.
        let speed: Int?
    }

    /// Whether the terminal has worked through the last frame.
    var isOpen: Bool { fence.isOpen && !isWriting }

    /// A key was pressed just now, and another may follow.
    var isMoving: Bool { now < quietSince + Timeouts.rest }

    /// Since when a key could have come and none has.
    ///
    /// xterm reads its keyboard only after it has drawn: while it takes 245 ms for a frame, a key that is
    /// held down is not heard, and the answer to the fence comes before the keys that wait.
    private var quietSince: Clock.Milliseconds { max(lastTouch, lastDrain) }

    /// What is worth sending now; `isNew` where nothing of the photo is shown.
    func pace(isNew: Bool) -> ThroughputEstimator.PacingStep {
        isMoving ? line.movingPace : line.pace(quietFor: now - lastTouch, isNew: isNew)
    }

    /// Whether the frame in flight takes so long that text goes on without pictures.
    var isLate: Bool { lateness.map { now >= $0 } ?? false }

    private var lateness: Clock.Milliseconds? {
        isOpen ? nil : sent.map { $0.at + Timeouts.textBehindPictures }
    }

    var deadlines: [Clock.Milliseconds] {
        var deadlines: [Clock.Milliseconds] = []
        if let deadline = fence.deadline { deadlines.append(deadline) }
        let rests = [quietSince + Timeouts.rest, lastTouch + line.rest]
        deadlines += rests.filter { now < $0 }
        if let lateness, now < lateness { deadlines.append(lateness) }
        return deadlines
    }

    /// The clock has gone on, and so many bytes wait to be written.
    mutating func turned(to now: Clock.Milliseconds, waiting: Int) {
        expire(at: now)
        wroteOut(waiting == 0, at: now)
    }

    mutating func touched(at now: Clock.Milliseconds) { lastTouch = now }

    mutating func expire(at now: Clock.Milliseconds) {
        self.now = now
        fence.check(at: now)
        guard fence.isOpen, !isWriting, sent?.speed != nil else { return }
        drained(at: now)
    }

    /// A frame of so many bytes is on its way, with a question behind it; with none where a speed is
    /// taken for granted, in bytes a second.
    mutating func send(
        _ bytes: Int, _ quality: RenderQuality = .atRest, isNew: Bool = false,
        assuming speed: Int? = nil
    ) {
        isWriting = true
        sent = Flight(bytes: bytes, at: now, quality: quality, isNew: isNew, speed: speed)
    }

    /// The fence counts from when the last byte of the frame was written.
    mutating func wroteOut(_ isEmpty: Bool, at now: Clock.Milliseconds) {
        guard isEmpty, isWriting else { return }
        isWriting = false
        guard let sent, let speed = sent.speed else { return fence.ask(at: now) }
        fence.expect(at: now + sent.bytes * 1000 / speed)
    }

    mutating func fenceAnswered(at now: Clock.Milliseconds) {
        fence.answered()
        // The question behind this frame is not asked yet: the answer is to one before it.
        guard !isWriting else { return }
        if let sent { line.measured(sent.bytes, in: now - sent.at) }
        drained(at: now)
    }

    private mutating func drained(at now: Clock.Milliseconds) {
        if sent?.quality == .moving { lastDrain = now }
        sent = nil
    }

    /// All is to be drawn again: an answer that is lost does not delay it for long.
    mutating func hurry() { fence.hurry() }

    /// Looks how fast the frame in flight is taken.
    ///
    /// - Returns: whether a slow line is still taking it, so that it may be broken off.
    mutating func observe(waiting: Int, at now: Clock.Milliseconds) -> Bool {
        guard let sent, isWriting, waiting > 0, now - sent.at > Timeouts.breakOff else {
            return false
        }
        line.observed(sent.bytes - waiting, in: now - sent.at)
        return true
    }

    /// Whether nothing would be seen of the photo for long.
    func isTooLong(waiting: Int, at now: Clock.Milliseconds) -> Bool {
        guard let sent, sent.isNew else { return false }
        return now - sent.at > Timeouts.answered && line.isLong(waiting)
    }

    /// The frame was broken off.
    mutating func brokeOff() {
        sent = nil
        isWriting = false
    }

    /// The terminal was left: nothing is in flight any more.
    mutating func left() {
        brokeOff()
        fence.forget()
    }
}

/// Keeps one frame in flight: the next may start when the terminal has worked through the last.
struct FrameAcknowledgement {
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
            since + (isHurried ? min(usualPatience, Timeouts.answered) : usualPatience)
        case .expected(let time): time
        }
    }

    private var usualPatience: Clock.Milliseconds {
        hasAnswered ? Timeouts.fence : Timeouts.firstFence
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

/// How fast the terminal takes frames, from the first byte to the answer behind the last.
struct ThroughputEstimator {
    /// What is worth sending now.
    enum PacingStep {
        /// All the picture can be.
        case fine
        /// The same, made in less time: the next is wanted soon.
        case quick
        /// Blocks in its place, a twentieth of the bytes.
        case coarse
        /// Only the status line: even blocks would come too late to be wanted.
        case words
    }

    /// Below this a moving frame of 300 kB takes most of a second: blocks are sent while moving.
    ///
    /// Real terminals took 11 MB a second and more (facts/terminals.md §5).
    private static let slowBytesPerSecond = 500_000
    /// Below this even blocks (16 to 60 kB) take many seconds, and an answer would come after the
    /// program has left.
    private static let crawlingBytesPerSecond = 10_000
    /// What Linux takes into a pseudo-terminal that nobody reads: written, but not sent.
    private static let bufferedBytes = 13_824
    /// Smaller frames say nothing.
    private static let measurableBytes = 4_000
    /// Of smaller ones a busy terminal's delay is most of the time.
    private static let tellingBytes = 64_000
    /// No terminal seen was busy for so long with a few small pictures: xterm took 80 ms for one.
    private static let tellingDelay = 250

    /// What a terminal takes that cannot be asked: xterm took 245 ms for a fine frame of 1.7 MB at
    /// 250x70; others are quicker.
    static let usualBytesPerSecond = 7_000_000
    /// The same beyond ssh: eight megabits, which most lines have.
    static let usualRemoteBytesPerSecond = 1_000_000

    private(set) var bytesPerSecond: Int?

    var isSlow: Bool { bytesPerSecond.map { $0 < Self.slowBytesPerSecond } ?? false }
    var isCrawling: Bool { bytesPerSecond.map { $0 < Self.crawlingBytesPerSecond } ?? false }

    /// How long no key must have come before the fine picture is sent.
    var rest: Clock.Milliseconds { isCrawling ? Timeouts.crawlingRest : Timeouts.rest }

    /// What to send while a hand moves.
    var movingPace: PacingStep { isCrawling ? .words : isSlow ? .coarse : .quick }

    /// What to send when no key has come for so long; `isNew` where nothing of the photo is shown.
    func pace(quietFor age: Clock.Milliseconds, isNew: Bool) -> PacingStep {
        age < rest || isSlow && isNew ? .coarse : .fine
    }

    /// How long so many bytes take; nil where nothing is known.
    func milliseconds(for bytes: Int) -> Clock.Milliseconds? {
        bytesPerSecond.map { bytes * 1000 / max(1, $0) }
    }

    /// A frame was taken whole.
    mutating func measured(_ bytes: Int, in milliseconds: Clock.Milliseconds) {
        guard bytes >= Self.measurableBytes else { return }
        let speed = bytes * 1000 / max(1, milliseconds)
        let isTelling = bytes >= Self.tellingBytes || milliseconds >= Self.tellingDelay
        // A small frame only shows how fast the line is at least.
        if isTelling || bytesPerSecond.map({ $0 < speed }) == true { bytesPerSecond = speed }
    }

    /// So much of a frame was taken from us so far, and no more is wanted just now.
    ///
    /// A terminal may be busy for a moment: nothing crawls before a second has passed.
    mutating func observed(_ bytes: Int, in milliseconds: Clock.Milliseconds) {
        let rate = max(0, bytes - Self.bufferedBytes) * 1000 / max(1, milliseconds)
        bytesPerSecond =
            milliseconds < 1000 ? max(rate, Self.crawlingBytesPerSecond) : rate
    }

    /// Whether the rest of a frame takes so long that something should be shown before it.
    func isLong(_ bytes: Int) -> Bool {
        bytesPerSecond.map { bytes > $0 * Timeouts.patienceSeconds } ?? false
    }
}
