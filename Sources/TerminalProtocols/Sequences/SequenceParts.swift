/// Bytes cut into parts of a bounded length, each of whole escape sequences.
///
/// What is placed by a cursor move stays with it. A sequence longer than the limit is left out: half
/// of it would be shown as text.
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
        while !rest.isEmpty {
            let end = endOfPart
            let part = rest[..<end]
            rest = rest[end...]
            if part.count <= limit { return part }
        }
        return nil
    }

    /// The last place to cut within the limit, else the first behind it.
    private var endOfPart: Int {
        guard rest.count > limit else { return rest.endIndex }
        let first = rest.startIndex + 1
        return (first...rest.startIndex + limit).last(where: mayCut)
            ?? (rest.startIndex + limit..<rest.endIndex).first(where: mayCut) ?? rest.endIndex
    }

    /// Whether a sequence begins at a place, and not behind the cursor move that places it.
    private func mayCut(at place: Int) -> Bool {
        rest[place] == Ascii.escape && rest[place - 1] != UInt8(ascii: "H")
            && !isTerminator(at: place)
    }

    /// Whether the escape at a place is the first half of ST.
    private func isTerminator(at place: Int) -> Bool {
        place + 1 < rest.endIndex && rest[place + 1] == Ascii.backslash
    }
}
