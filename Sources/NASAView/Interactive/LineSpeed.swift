/// How fast the terminal takes frames, from the first byte to the answer behind the last.
struct LineSpeed {
    /// Below this a moving frame of 300 kB takes most of a second: blocks are sent while moving.
    ///
    /// Real terminals took 11 MB a second and more (facts/terminals.md §5).
    private static let slowBytesPerSecond = 500_000
    /// Smaller frames measure the delay of the line, not its width.
    private static let measurableBytes = 8_000

    private(set) var bytesPerSecond: Int?

    var isSlow: Bool { bytesPerSecond.map { $0 < Self.slowBytesPerSecond } ?? false }

    /// So slow that an answer would come after the program has left.
    var isCrawling: Bool { bytesPerSecond.map { $0 < Self.crawlingBytesPerSecond } ?? false }

    // At 2 kB a second, what stands in the kernel's buffer takes seconds.
    private static let crawlingBytesPerSecond = 10_000

    mutating func measured(_ bytes: Int, in milliseconds: Clock.Milliseconds) {
        guard bytes >= Self.measurableBytes else { return }
        bytesPerSecond = bytes * 1000 / max(1, milliseconds)
    }
}
