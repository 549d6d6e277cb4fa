/// How fast the terminal takes frames, from the first byte to the answer behind the last.
struct LineSpeed {
    /// Below this a moving frame of 300 kB takes most of a second: blocks are sent while moving.
    ///
    /// Real terminals took 11 MB a second and more (facts/terminals.md §5).
    private static let slowBytesPerSecond = 500_000
    /// Smaller frames say nothing.
    private static let measurableBytes = 4_000
    /// Of smaller ones a busy terminal's delay is most of the time.
    private static let tellingBytes = 64_000
    /// No terminal seen was busy for so long with a few small pictures: xterm took 80 ms for one.
    private static let tellingDelay = 250

    private(set) var bytesPerSecond: Int?

    var isSlow: Bool { bytesPerSecond.map { $0 < Self.slowBytesPerSecond } ?? false }

    /// So slow that an answer would come after the program has left.
    var isCrawling: Bool { bytesPerSecond.map { $0 < Self.crawlingBytesPerSecond } ?? false }

    // At 2 kB a second, what stands in the kernel's buffer takes seconds.
    private static let crawlingBytesPerSecond = 10_000

    /// How long so many bytes take; nil where nothing is known.
    func milliseconds(for bytes: Int) -> Clock.Milliseconds? {
        bytesPerSecond.map { bytes * 1000 / max(1, $0) }
    }

    mutating func measured(_ bytes: Int, in milliseconds: Clock.Milliseconds) {
        guard bytes >= Self.measurableBytes else { return }
        let speed = bytes * 1000 / max(1, milliseconds)
        let isTelling = bytes >= Self.tellingBytes || milliseconds >= Self.tellingDelay
        // A small frame only shows how fast the line is at least.
        if isTelling || bytesPerSecond.map({ $0 < speed }) == true { bytesPerSecond = speed }
    }
}
