internal import ArgumentParser

/// Two numbers as in 80x24.
struct Extent: ExpressibleByArgument, Hashable {
    /// Larger boxes than this are mistakes, and their pictures would not fit in memory.
    static let limit = 16_384

    let width: Int
    let height: Int

    init?(argument: String) {
        let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
            (1...Self.limit).contains(width), (1...Self.limit).contains(height)
        else { return nil }
        self.width = width
        self.height = height
    }
}
