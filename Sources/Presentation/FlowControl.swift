internal import TerminalProtocols

/// The flow control of frames: at most one frame is being sent or drawn, and its quality is low
/// while keys arrive.
package struct FlowControl {
    package private(set) var acknowledgement = FrameAcknowledgement()
    package private(set) var line = ThroughputEstimator()
    /// The control of the quality of frames while a photo moves.
    private(set) var rate = RateControl()
    private(set) var now = 0
    /// The time of the last key or mouse event.
    package var lastTouch = Int.min / 2 { didSet { touched(after: lastTouch - oldValue) } }
    /// The longest interval, in milliseconds, between recent keys of one series; 0 outside a
    /// series.
    private var keyInterval = 0
    /// True if the last moving frame was scrolled.
    private var wasScrolled = false
    /// The time at which the terminal finished the last moving frame.
    private var lastDrain = Int.min / 2
    /// The time at which the frame being rendered was requested.
    private var lastRequest: Clock.Milliseconds?
    /// The time from which sent frames are measured.
    private var measurableFrom = Int.min / 2
    private var sent: Flight?
    /// True while a frame is being written; the wait for the acknowledgement begins at the frame's
    /// last byte.
    private var isWriting = false

    /// A frame that is being sent or drawn.
    private struct Flight {
        let bytes: Int
        let at: Clock.Milliseconds
        let quality: RenderQuality
        /// The quality of a moving frame of pixels; `nil` for other frames.
        let movingQuality: MovingQuality?
        /// The earliest time at which the terminal can have started to draw the frame.
        let due: Clock.Milliseconds
        /// True if the frame follows another moving frame; the first moving frame also waits for
        /// other work of the terminal.
        let isFollowing: Bool
        /// True if this is the first frame of the photo.
        let isNew: Bool
        /// True if the terminal scrolls most of the picture.
        let isScrolled: Bool
        /// The bytes per second to assume if the terminal does not acknowledge the frame; otherwise
        /// `nil`.
        let speed: Int?
    }

    /// True if the terminal has processed the last frame.
    var isOpen: Bool { acknowledgement.isOpen && !isWriting }
    /// True if a moving frame may be rendered, because the terminal will have drawn the last frame
    /// when the new one is ready.
    var mayMakeNext: Bool { isOpen || makingTime.map { now >= $0 } ?? false }

    /// The earliest time to render the next frame; `nil` unless the end of the current frame can be
    /// predicted.
    ///
    /// A frame that is rendered earlier would be outdated when it is drawn.
    private var makingTime: Clock.Milliseconds? {
        guard let sent, !isOpen, sent.speed == nil,
            let time = line.milliseconds(for: sent.bytes)
        else { return nil }
        return sent.at + time - Int(RateControl.frameMilliseconds)
    }

    /// True if a key was pressed just now, so that another key may follow.
    var isMoving: Bool { now < quietSince + keyRest }

    /// The time without a key after which a fine frame is drawn.
    ///
    /// On a busy machine, held keys arrive at irregular intervals; a fine frame between them delays
    /// xterm's next keys by a quarter of a second. A scrolled frame is fine except for its strips,
    /// so the fine frame can wait until a key would have started to repeat.
    private var keyRest: Clock.Milliseconds {
        max(
            wasScrolled ? Timeouts.scrolledRest : Timeouts.rest,
            min(Self.keyIntervals * keyInterval, Timeouts.longestKeyRest))
    }

    /// The number of usual intervals between keys after which a held key counts as released.
    private static let keyIntervals = 3

    private mutating func touched(after interval: Clock.Milliseconds) {
        guard interval != 0 else { return }
        let follows = (1...Timeouts.repeatedKey).contains(interval)
        keyInterval = follows ? max(interval, keyInterval * 3 / 4) : 0
    }

    /// The start of the current time without keys.
    ///
    /// xterm reads its keyboard only after drawing: while it draws a frame in 245 ms, keys wait,
    /// and the acknowledgement arrives before them.
    private var quietSince: Clock.Milliseconds { max(lastTouch, lastDrain) }

    /// Returns the quality worth sending now; `isNew` is true if nothing of the photo is visible.
    func pace(isNew: Bool) -> ThroughputEstimator.PacingStep {
        isMoving ? line.movingPace : line.pace(quietFor: now - lastTouch, isNew: isNew)
    }

    /// True if the current frame takes so long that text is sent without pictures.
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

    /// Sets the time, and the number of bytes that have not been written yet.
    mutating func advance(to now: Clock.Milliseconds, waiting: Int) {
        self.now = now
        acknowledgement.expire(at: now)
        if acknowledgement.isOpen, !isWriting, sent?.speed != nil { drained(at: now) }
        // The acknowledgement is awaited from the last byte of the frame on.
        guard waiting == 0, isWriting else { return }
        isWriting = false
        if let sent, let speed = sent.speed {
            acknowledgement.expect(at: now + sent.bytes * 1000 / speed)
        } else {
            acknowledgement.ask(at: now)
        }
    }

    /// Records a request for a frame, which is rendered while the terminal draws another frame.
    mutating func request() { lastRequest = now }

    /// Records a sent frame, which the terminal acknowledges unless `speed`, in bytes per second,
    /// is given.
    ///
    /// `movingQuality` is the quality of a moving frame of pixels.
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

    /// The earliest time at which a frame sent now could have started: when the previous frame was
    /// drawn, or a key arrived.
    private var due: Clock.Milliseconds {
        guard let lastRequest else { return now }
        let isNext = lastRequest - lastDrain < Self.keyDelay
        return isNext ? min(lastDrain, now) : lastRequest
    }

    /// The maximum delay of a key that waited while the terminal was drawing, in milliseconds.
    private static let keyDelay = 10

    /// Ignores measurements after a resize, while iTerm2 and Contour are busy.
    package mutating func resized(at now: Clock.Milliseconds) {
        measurableFrom = now + Timeouts.unmeasuredAfterResize
    }

    mutating func acknowledged(at now: Clock.Milliseconds) {
        acknowledgement.received()
        // An earlier frame is acknowledged; this one is not completely written yet.
        guard !isWriting else { return }
        if let sent, sent.at >= measurableFrom { measured(sent, at: now) }
        drained(at: now)
    }

    private mutating func measured(_ sent: Flight, at now: Clock.Milliseconds) {
        // The time of a scroll does not measure the speed of the line.
        if !sent.isScrolled { line.measured(sent.bytes, in: now - sent.at) }
        guard let quality = sent.movingQuality, sent.isFollowing else { return }
        rate.drew(
            sent.bytes, as: quality, isWhole: !sent.isScrolled, in: Double(now - sent.due))
    }

    private mutating func drained(at now: Clock.Milliseconds) {
        // A key that arrived while the terminal was drawing counts as arriving now.
        if let sent, sent.quality == .moving || lastTouch > sent.at { lastDrain = now }
        sent = nil
    }

    /// Shortens the wait during a full redraw, which a lost acknowledgement must not delay for
    /// long.
    mutating func hurry() { acknowledgement.hurry() }

    /// Measures the current frame, and returns true if the frame may be interrupted on a slow line.
    ///
    /// Scrolled frames are not measured: after a rest, xterm takes up to half a second for the
    /// first strip. When this time was measured, a held key panned in blocks, each of which took as
    /// long.
    mutating func observe(waiting: Int, at now: Clock.Milliseconds) -> Bool {
        guard let sent, isWriting, !sent.isScrolled, waiting > 0,
            now - sent.at > Timeouts.interruption,
            sent.at >= measurableFrom
        else { return false }
        line.observed(sent.bytes - waiting, in: now - sent.at)
        return true
    }

    /// Returns true if the photo would stay completely invisible for too long.
    func isTooLong(waiting: Int) -> Bool {
        guard let sent, sent.isNew else { return false }
        return now - sent.at > Timeouts.answered && line.isLong(waiting)
    }

    /// Records that the frame was interrupted.
    mutating func interrupted() {
        sent = nil
        isWriting = false
    }

    /// Forgets the current frame when the program is suspended.
    package mutating func suspend() {
        interrupted()
        acknowledgement.forget()
    }
}

/// A gate for frames: the next frame may start once the terminal has processed the last one.
package struct FrameAcknowledgement {
    private enum State {
        case open
        case asked(since: Clock.Milliseconds, isFast: Bool)
        /// No acknowledgement was requested; a terminal of usual speed is ready at this time.
        case expected(at: Clock.Milliseconds)
    }

    /// The number of consecutive missing acknowledgements after which no more are requested until
    /// the terminal replies.
    private static let missedLimit = 2

    private var state = State.open
    private var missed = 0
    private var hasAnswered = false

    /// True if acknowledgements are worth requesting.
    var isWorthAsking: Bool { missed < Self.missedLimit }

    package var isOpen: Bool {
        if case .open = state { return true }
        return false
    }

    /// The time at which waiting ends; `nil` while no frame is awaited.
    var deadline: Clock.Milliseconds? {
        switch state {
        case .open: nil
        case .asked(let since, let isFast):
            since + (isFast ? min(timeout, Timeouts.answered) : timeout)
        case .expected(let time): time
        }
    }

    private var timeout: Clock.Milliseconds {
        hasAnswered ? Timeouts.acknowledgement : Timeouts.firstAcknowledgement
    }

    mutating func ask(at now: Clock.Milliseconds) { state = .asked(since: now, isFast: false) }

    /// Shortens the wait to the time for other replies, because everything is redrawn.
    ///
    /// The acknowledgement may be lost, or an earlier one may not have come from the terminal.
    mutating func hurry() {
        guard case .asked(let since, _) = state else { return }
        state = .asked(since: since, isFast: true)
    }

    /// Waits until the expected end of the frame, not for a reply.
    mutating func expect(at time: Clock.Milliseconds) { state = .expected(at: time) }

    mutating func received() {
        state = .open
        hasAnswered = true
        missed = 0
    }

    /// Stops waiting, without counting the reply as missing.
    mutating func forget() { state = .open }

    mutating func expire(at now: Clock.Milliseconds) {
        guard let deadline, now >= deadline else { return }
        if case .asked = state { missed += 1 }
        state = .open
    }
}

/// An estimate of the speed at which the terminal processes frames, from the first byte to the
/// acknowledgement.
package struct ThroughputEstimator {
    /// The content worth sending now.
    enum PacingStep {
        /// The picture in final quality.
        case fine
        /// The picture in reduced quality, because the next picture is needed soon.
        case quick
        /// Block characters, which take a twentieth of the bytes of pixels.
        case coarse
        /// Only the bar, because even blocks arrive late; but blocks if no frame is displayed.
        case words
    }

    /// The rate below which a moving frame of 300 kB takes more than half a second, so that blocks
    /// are sent instead.
    ///
    /// Real terminals processed several megabytes per second.
    private static let slowBytesPerSecond = 500_000
    /// The rate below which even blocks (16 to 60 kB) take seconds, and a reply would arrive after
    /// the program has ended.
    private static let crawlingBytesPerSecond = 10_000
    /// The number of bytes that Linux buffers for a pseudo-terminal whose reader has not read them.
    private static let bufferedBytes = 13_824
    /// The minimum size in bytes of a frame that is measured.
    private static let measurableBytes = 4_000
    /// The minimum size in bytes of a frame that reveals the rate; smaller frames mostly measure
    /// the delay of a busy terminal.
    private static let tellingBytes = 64_000
    /// The minimum time, in milliseconds, that reveals the rate even for a small frame.
    ///
    /// No known terminal took so long for a few small pictures; xterm took 80 ms for one.
    private static let tellingDelay = 250
    /// The assumed rate of a terminal that cannot be queried: xterm took 245 ms for a fine frame of
    /// 1.7 MB at 250x70; other terminals are faster.
    package static let usualBytesPerSecond = 7_000_000
    /// The assumed rate of a terminal over ssh that cannot be queried: 8 Mbit/s, which most lines
    /// exceed.
    package static let usualRemoteBytesPerSecond = 1_000_000

    private(set) var bytesPerSecond: Int?

    var isSlow: Bool { bytesPerSecond.map { $0 < Self.slowBytesPerSecond } ?? false }
    package var isCrawling: Bool {
        bytesPerSecond.map { $0 < Self.crawlingBytesPerSecond } ?? false
    }
    /// The time after the last key at which the fine picture is sent.
    var rest: Clock.Milliseconds { isCrawling ? Timeouts.crawlingRest : Timeouts.rest }
    /// The content to send while keys arrive.
    var movingPace: PacingStep { isCrawling ? .words : isSlow ? .coarse : .quick }

    /// Returns the content to send if the last key was pressed `age` ago; `isNew` is true if
    /// nothing of the photo is visible.
    func pace(quietFor age: Clock.Milliseconds, isNew: Bool) -> PacingStep {
        age < rest || isSlow && isNew ? .coarse : .fine
    }

    /// Returns the time for sending this many bytes; `nil` if the rate is unknown.
    func milliseconds(for bytes: Int) -> Clock.Milliseconds? {
        bytesPerSecond.map { bytes * 1000 / max(1, $0) }
    }

    /// Updates the estimate from a frame that was processed completely.
    mutating func measured(_ bytes: Int, in milliseconds: Clock.Milliseconds) {
        guard bytes >= Self.measurableBytes else { return }
        let speed = bytes * 1000 / max(1, milliseconds)
        let isTelling = bytes >= Self.tellingBytes || milliseconds >= Self.tellingDelay
        // A small frame only shows a lower bound.
        if isTelling || bytesPerSecond.map({ $0 < speed }) == true { bytesPerSecond = speed }
    }

    /// Updates the estimate from a frame of which the terminal has accepted `bytes` so far.
    ///
    /// A terminal may be busy for a moment, so no line counts as crawling within the first second.
    mutating func observed(_ bytes: Int, in milliseconds: Clock.Milliseconds) {
        let rate = max(0, bytes - Self.bufferedBytes) * 1000 / max(1, milliseconds)
        bytesPerSecond = milliseconds < 1000 ? max(rate, Self.crawlingBytesPerSecond) : rate
    }

    /// Returns true if the remaining bytes take so long that something else should be shown first.
    func isLong(_ bytes: Int) -> Bool {
        bytesPerSecond.map { bytes > $0 * Timeouts.firstPictureSeconds } ?? false
    }
}
