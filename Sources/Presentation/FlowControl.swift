internal import TerminalProtocols

/// Decides when what may be written: one frame in flight, quick ones while keys come.
package struct FlowControl {
    package private(set) var acknowledgement = FrameAcknowledgement()
    package private(set) var line = ThroughputEstimator()
    /// The quality of moving frames.
    private(set) var rate = RateControl()
    private(set) var now = 0
    /// When a key was pressed, or the mouse.
    package var lastTouch = Int.min / 2 { didSet { touched(after: lastTouch - oldValue) } }
    /// The longest time between two of the last keys, if they follow each other; 0 if they do not.
    private var keyInterval = 0
    /// Whether the moving frame that was sent last was scrolled.
    private var wasScrolled = false
    /// When the terminal had worked through the last moving frame.
    private var lastDrain = Int.min / 2
    /// When the frame that is made was asked for.
    private var lastRequest: Clock.Milliseconds?
    /// What is sent before that says nothing about the line.
    private var measurableFrom = Int.min / 2
    private var sent: Flight?
    /// A frame is being written; its acknowledgement counts from its last byte.
    private var isWriting = false

    /// A frame on its way to the terminal.
    private struct Flight {
        let bytes: Int
        let at: Clock.Milliseconds
        let quality: RenderQuality
        /// Of a moving frame.
        let movingQuality: MovingQuality?
        /// When it could have been begun.
        let due: Clock.Milliseconds
        /// Whether it follows another moving frame: the first waits for much else.
        let isFollowing: Bool
        /// Whether this is the first frame of the photo.
        let isNew: Bool
        /// Whether the terminal moves the rest of it itself.
        let isScrolled: Bool
        /// The bytes per second to assume if the terminal does not acknowledge it.
        let speed: Int?
    }

    /// Whether the terminal has worked through the last frame.
    var isOpen: Bool { acknowledgement.isOpen && !isWriting }
    /// Whether a moving frame may be made: by the time it is there, the terminal has drawn the last one.
    var mayMakeNext: Bool { isOpen || makingTime.map { now >= $0 } ?? false }

    /// Making takes less than the time of a frame; earlier, and it would show what is long past.
    private var makingTime: Clock.Milliseconds? {
        guard let sent, !isOpen, sent.speed == nil,
            let time = line.milliseconds(for: sent.bytes)
        else { return nil }
        return sent.at + time - Int(RateControl.frameMilliseconds)
    }

    /// Whether a key was pressed just now, and another may follow.
    var isMoving: Bool { now < quietSince + keyRest }

    /// How long no key must have come for a fine frame.
    ///
    /// Keys that are held down come at uneven times on a busy machine: a fine frame in between keeps xterm
    /// from the next ones for a quarter of a second. What was scrolled is fine but for its strips, so it can
    /// wait until a key would have begun to repeat.
    private var keyRest: Clock.Milliseconds {
        max(
            wasScrolled ? Timeouts.scrolledRest : Timeouts.rest,
            min(Self.keyIntervals * keyInterval, Timeouts.longestKeyRest))
    }

    /// So many keys in a row may be late.
    private static let keyIntervals = 3

    private mutating func touched(after interval: Clock.Milliseconds) {
        guard interval != 0 else { return }
        let follows = (1...Timeouts.repeatedKey).contains(interval)
        keyInterval = follows ? max(interval, keyInterval * 3 / 4) : 0
    }

    /// Since when a key could have come and none has.
    ///
    /// xterm reads its keyboard only after it has drawn: while it takes 245 ms for a frame, keys wait,
    /// and the acknowledgement comes before them.
    private var quietSince: Clock.Milliseconds { max(lastTouch, lastDrain) }

    /// What is worth sending now; `isNew` if nothing of the photo is shown.
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
        if let deadline = acknowledgement.deadline { deadlines.append(deadline) }
        let rests = [quietSince + keyRest, lastTouch + line.rest]
        deadlines += rests.filter { now < $0 }
        if let lateness, now < lateness { deadlines.append(lateness) }
        if let makingTime, now < makingTime { deadlines.append(makingTime) }
        return deadlines
    }

    /// It is `now`, and so many bytes wait to be written.
    mutating func advance(to now: Clock.Milliseconds, waiting: Int) {
        self.now = now
        acknowledgement.expire(at: now)
        if acknowledgement.isOpen, !isWriting, sent?.speed != nil { drained(at: now) }
        // The acknowledgement counts from the last byte of the frame.
        guard waiting == 0, isWriting else { return }
        isWriting = false
        if let sent, let speed = sent.speed {
            acknowledgement.expect(at: now + sent.bytes * 1000 / speed)
        } else {
            acknowledgement.ask(at: now)
        }
    }

    /// A frame is asked for; if the terminal is drawing another it is made meanwhile.
    mutating func request() { lastRequest = now }

    /// A frame of so many bytes is on its way; the terminal acknowledges it, unless a speed is assumed,
    /// in bytes per second.
    ///
    /// `movingQuality` is that of a moving frame of pixels.
    mutating func send(
        _ bytes: Int, _ quality: RenderQuality = .atRest, movingQuality: MovingQuality? = nil,
        isNew: Bool = false, isScrolled: Bool = false, assuming speed: Int? = nil
    ) {
        isWriting = true
        wasScrolled = isScrolled && quality == .moving
        let due = due
        lastRequest = nil
        sent = Flight(
            bytes: bytes, at: now, quality: quality, movingQuality: movingQuality, due: due,
            isFollowing: due - lastDrain < Timeouts.movement,
            isNew: isNew, isScrolled: isScrolled, speed: speed)
    }

    /// When a frame that is sent now could have been begun: as soon as the one before was drawn, or a
    /// key came.
    private var due: Clock.Milliseconds {
        guard let lastRequest else { return now }
        let isNext = lastRequest - lastDrain < Self.keyDelay
        return isNext ? min(lastDrain, now) : lastRequest
    }

    /// A key that waited while a terminal was drawing comes within so many milliseconds after it.
    private static let keyDelay = 10

    /// The window has another size: what iTerm2 and Contour do meanwhile is no measure of the line.
    package mutating func resized(at now: Clock.Milliseconds) {
        measurableFrom = now + Timeouts.unmeasuredAfterResize
    }

    mutating func acknowledged(at now: Clock.Milliseconds) {
        acknowledgement.received()
        // This frame is not written yet: an earlier one is acknowledged.
        guard !isWriting else { return }
        if let sent, sent.at >= measurableFrom { measured(sent, at: now) }
        drained(at: now)
    }

    private mutating func measured(_ sent: Flight, at now: Clock.Milliseconds) {
        // How long a terminal scrolls says nothing about the line.
        if !sent.isScrolled { line.measured(sent.bytes, in: now - sent.at) }
        guard let quality = sent.movingQuality, sent.isFollowing else { return }
        rate.drew(
            sent.bytes, as: quality, isWhole: !sent.isScrolled, in: Double(now - sent.due))
    }

    private mutating func drained(at now: Clock.Milliseconds) {
        // A key that came meanwhile is as young as if it came now.
        if let sent, sent.quality == .moving || lastTouch > sent.at { lastDrain = now }
        sent = nil
    }

    /// Everything is drawn again: an acknowledgement that is lost must not delay it for long.
    mutating func hurry() { acknowledgement.hurry() }

    /// Measures the frame in flight, and returns whether a slow line may be interrupted in it.
    ///
    /// xterm takes up to half a second for the first strip after a rest: a held key then panned in blocks, which
    /// took it as long each.
    mutating func observe(waiting: Int, at now: Clock.Milliseconds) -> Bool {
        guard let sent, isWriting, !sent.isScrolled, waiting > 0,
            now - sent.at > Timeouts.interruption,
            sent.at >= measurableFrom
        else { return false }
        line.observed(sent.bytes - waiting, in: now - sent.at)
        return true
    }

    /// Whether nothing would be seen of the photo for long.
    func isTooLong(waiting: Int) -> Bool {
        guard let sent, sent.isNew else { return false }
        return now - sent.at > Timeouts.answered && line.isLong(waiting)
    }

    /// The frame was interrupted.
    mutating func interrupted() {
        sent = nil
        isWriting = false
    }

    /// The terminal is no longer ours: nothing is in flight.
    package mutating func suspend() {
        interrupted()
        acknowledgement.forget()
    }
}

/// Keeps one frame in flight: the next may start when the terminal has worked through the last one.
package struct FrameAcknowledgement {
    private enum State {
        case open
        case asked(since: Clock.Milliseconds, isHurried: Bool)
        /// Not asked: a terminal of usual speed is ready by then.
        case expected(at: Clock.Milliseconds)
    }

    /// After so many missing acknowledgements in a row a terminal is no longer asked, until it answers.
    private static let missedLimit = 2

    private var state = State.open
    private var missed = 0
    private var hasAnswered = false

    /// Whether to ask at all.
    var isWorthAsking: Bool { missed < Self.missedLimit }

    package var isOpen: Bool {
        if case .open = state { return true }
        return false
    }

    /// When to give up waiting.
    var deadline: Clock.Milliseconds? {
        switch state {
        case .open: nil
        case .asked(let since, let isHurried):
            since + (isHurried ? min(timeout, Timeouts.answered) : timeout)
        case .expected(let time): time
        }
    }

    private var timeout: Clock.Milliseconds {
        hasAnswered ? Timeouts.acknowledgement : Timeouts.firstAcknowledgement
    }

    mutating func ask(at now: Clock.Milliseconds) { state = .asked(since: now, isHurried: false) }

    /// Waits no longer than for any other answer, because everything is drawn again.
    ///
    /// The answer may be lost, or an earlier one may have come from something other than the terminal.
    mutating func hurry() {
        guard case .asked(let since, _) = state else { return }
        state = .asked(since: since, isHurried: true)
    }

    /// Waits for no answer, only as long as the frame probably takes.
    mutating func expect(at time: Clock.Milliseconds) { state = .expected(at: time) }

    mutating func received() {
        state = .open
        hasAnswered = true
        missed = 0
    }

    /// Stops waiting, without counting the answer as missed.
    mutating func forget() { state = .open }

    mutating func expire(at now: Clock.Milliseconds) {
        guard let deadline, now >= deadline else { return }
        if case .asked = state { missed += 1 }
        state = .open
    }
}

/// How fast the terminal takes frames, from the first byte to the acknowledgement.
package struct ThroughputEstimator {
    /// What is worth sending now.
    enum PacingStep {
        /// The picture in final quality.
        case fine
        /// The picture, made in less time: the next is wanted soon.
        case quick
        /// Blocks in its place, a twentieth of the bytes.
        case coarse
        /// Nothing but the bar while a frame is displayed, else blocks: even those come late.
        case words
    }

    /// Below this a moving frame of 300 kB takes most of a second: blocks are sent while moving.
    ///
    /// Real terminals took 11 MB a second and more (facts/terminals.md §5).
    private static let slowBytesPerSecond = 500_000
    /// Below this even blocks (16 to 60 kB) take many seconds, and an answer would come after the
    /// program has left.
    private static let crawlingBytesPerSecond = 10_000
    /// What Linux buffers for a pseudo-terminal that is not read: written, but not sent.
    private static let bufferedBytes = 13_824
    /// Smaller frames show nothing.
    private static let measurableBytes = 4_000
    /// For smaller ones most of the time is the delay of a busy terminal.
    private static let tellingBytes = 64_000
    /// No known terminal was busy for so long with a few small pictures: xterm took 80 ms for one.
    private static let tellingDelay = 250
    /// For a terminal that cannot be asked: xterm took 245 ms for a fine frame of 1.7 MB at 250x70;
    /// others are quicker.
    package static let usualBytesPerSecond = 7_000_000
    /// The same over ssh: eight megabits, which most lines have.
    package static let usualRemoteBytesPerSecond = 1_000_000

    private(set) var bytesPerSecond: Int?

    var isSlow: Bool { bytesPerSecond.map { $0 < Self.slowBytesPerSecond } ?? false }
    package var isCrawling: Bool {
        bytesPerSecond.map { $0 < Self.crawlingBytesPerSecond } ?? false
    }
    /// How long after the last key the fine picture is sent.
    var rest: Clock.Milliseconds { isCrawling ? Timeouts.crawlingRest : Timeouts.rest }
    /// What to send while keys come.
    var movingPace: PacingStep { isCrawling ? .words : isSlow ? .coarse : .quick }

    /// What to send if no key has come for so long; `isNew` if nothing of the photo is shown.
    func pace(quietFor age: Clock.Milliseconds, isNew: Bool) -> PacingStep {
        age < rest || isSlow && isNew ? .coarse : .fine
    }

    /// How long so many bytes take; `nil` if that is not known.
    func milliseconds(for bytes: Int) -> Clock.Milliseconds? {
        bytesPerSecond.map { bytes * 1000 / max(1, $0) }
    }

    /// A frame was taken completely.
    mutating func measured(_ bytes: Int, in milliseconds: Clock.Milliseconds) {
        guard bytes >= Self.measurableBytes else { return }
        let speed = bytes * 1000 / max(1, milliseconds)
        let isTelling = bytes >= Self.tellingBytes || milliseconds >= Self.tellingDelay
        // A small frame shows only a lower bound.
        if isTelling || bytesPerSecond.map({ $0 < speed }) == true { bytesPerSecond = speed }
    }

    /// So much of a frame was taken so far, and no more just now.
    ///
    /// A terminal may be busy for a moment: no line crawls before a second has passed.
    mutating func observed(_ bytes: Int, in milliseconds: Clock.Milliseconds) {
        let rate = max(0, bytes - Self.bufferedBytes) * 1000 / max(1, milliseconds)
        bytesPerSecond = milliseconds < 1000 ? max(rate, Self.crawlingBytesPerSecond) : rate
    }

    /// Whether the rest of a frame takes so long that something should be shown before it.
    func isLong(_ bytes: Int) -> Bool {
        bytesPerSecond.map { bytes > $0 * Timeouts.firstPictureSeconds } ?? false
    }
}
