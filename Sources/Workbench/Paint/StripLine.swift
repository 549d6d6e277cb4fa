#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Makes the strips of a picture on all cores, and hands them over from the top.
///
/// Only a few are under way, so what is held does not grow with the picture.
struct StripLine<Strip: Sendable> {
    private let height: Int
    private let rowsPerStrip: Int
    private let make: @Sendable (Range<Int>) throws -> Strip
    private var underWay: [Task<Strip, any Error>] = []
    private var nextRow = 0

    // One more than there are cores: a core that is done early finds work while one strip is written.
    private let most = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 1

    init(
        height: Int, rowsPerStrip: Int, make: @escaping @Sendable (Range<Int>) throws -> Strip
    ) {
        self.height = height
        self.rowsPerStrip = rowsPerStrip
        self.make = make
    }

    /// The next strip, or nil after the last.
    mutating func next() async throws -> Strip? {
        fill()
        guard !underWay.isEmpty else { return nil }
        return try await underWay.removeFirst().value
    }

    private mutating func fill() {
        while underWay.count < most, nextRow < height {
            let rows = nextRow..<min(height, nextRow + rowsPerStrip)
            let make = make
            underWay.append(Task.detached { try make(rows) })
            nextRow = rows.upperBound
        }
    }
}
