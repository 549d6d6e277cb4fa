/// How fast the terminal takes frames, from the first byte to the answer behind the last.
struct LineSpeed {
    /// What is worth sending now.
    enum Pace {
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
    var rest: Clock.Milliseconds { isCrawling ? Deadlines.crawlingRest : Deadlines.rest }

    /// What to send while a hand moves.
    var movingPace: Pace { isCrawling ? .words : isSlow ? .coarse : .quick }

    /// What to send when no key has come for so long; `isNew` where nothing of the photo is shown.
    func pace(quietFor age: Clock.Milliseconds, isNew: Bool) -> Pace {
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
        bytesPerSecond.map { bytes > $0 * Deadlines.patienceSeconds } ?? false
    }
}
