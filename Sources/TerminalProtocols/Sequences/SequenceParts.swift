/// Bytes cut into parts of a bounded length, between two escape sequences where that is possible.
struct SequenceParts: Sequence, IteratorProtocol {
    private var rest: ArraySlice<UInt8>
    private let limit: Int

    /// - Precondition: a part can hold something.
    init(_ bytes: [UInt8], limit: Int) {
        precondition(limit > 0, "a part has room")
        rest = bytes[...]
        self.limit = limit
    }

    mutating func next() -> ArraySlice<UInt8>? {
        guard !rest.isEmpty else { return nil }
        let part = rest.prefix(cut)
        rest = rest.dropFirst(part.count)
        return part
    }

    /// The length of the next part: to the last start of a sequence within the limit, else the limit.
    private var cut: Int {
        guard rest.count > limit else { return rest.count }
        var place = rest.startIndex + limit
        while place > rest.startIndex {
            if rest[place] == Ascii.escape, !isTerminator(at: place) {
                return place - rest.startIndex
            }
            place -= 1
        }
        return limit
    }

    /// Whether the escape at a place is the first half of ST.
    private func isTerminator(at place: Int) -> Bool {
        place + 1 < rest.endIndex && rest[place + 1] == Ascii.backslash
    }
}
