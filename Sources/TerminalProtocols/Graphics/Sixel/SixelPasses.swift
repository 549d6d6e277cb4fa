import Imaging

/// A range of entries of one register that are written together.
///
/// The type is compact, because a band has thousands of segments.
struct SixelSegment: BitwiseCopyable {
    private let start: UInt32
    private let end: UInt32
    private let number: UInt32

    init(of register: Int, entries: Range<Int>) {
        number = UInt32(truncatingIfNeeded: register)
        start = UInt32(truncatingIfNeeded: entries.lowerBound)
        end = UInt32(truncatingIfNeeded: entries.upperBound)
    }

    var register: Int { Int(number) }
    var entries: Range<Int> { Int(start)..<Int(end) }
}

/// The segments of a band that are not yet written, indexed by the column in which each begins.
///
/// A segment to the right of the last written segment needs no carriage return and only a short
/// gap. Most of 1024 registers have only a few pixels in a band, so this order saves bytes.
final class SixelPasses {
    /// The index plus 1 of the first segment in each column; 0 for a column without segments.
    private let first: WorkingMemory<UInt32>
    private let segments: WorkingMemory<SixelSegment>
    /// The index plus 1 of the next segment in the same column, for each segment; 0 for the last.
    private let following: WorkingMemory<UInt32>
    /// A bit for each column, set if a segment begins in it.
    private let columns: WorkingMemory<UInt64>
    private var added = 0
    /// The number of segments that are not yet written.
    private var count = 0

    /// Creates an empty set of segments for bands of this width.
    ///
    /// - Precondition: a band has at most `segmentLimit` segments.
    init(width: Int, segmentLimit: Int) {
        first = WorkingMemory(zeros: width)
        segments = WorkingMemory(unwritten: segmentLimit)
        following = WorkingMemory(unwritten: segmentLimit)
        columns = WorkingMemory(zeros: (width + 63) / 64)
    }

    var isEmpty: Bool { count == 0 }

    /// Begins a band; all segments must have been removed before.
    func clear() { added = 0 }

    func add(_ segment: SixelSegment, at column: Int) {
        segments.base[added] = segment
        following.base[added] = first.base[column]
        added &+= 1
        first.base[column] = UInt32(truncatingIfNeeded: added)
        columns.base[column &>> 6] |= 1 &<< UInt64(column & 63)
        count &+= 1
    }

    /// Removes and returns the next segment that begins in `column` or to the right of it; `nil` if
    /// no such segment remains.
    func removeNext(from column: Int) -> SixelSegment? {
        var word = column &>> 6
        guard word < columns.count else { return nil }
        var bits = columns.base[word] & (.max &<< UInt64(column & 63))
        while bits == 0 {
            word &+= 1
            guard word < columns.count else { return nil }
            bits = columns.base[word]
        }
        return remove(at: word &<< 6 &+ bits.trailingZeroBitCount)
    }

    private func remove(at column: Int) -> SixelSegment {
        let segment = Int(first.base[column]) &- 1
        first.base[column] = following.base[segment]
        if first.base[column] == 0 { columns.base[column &>> 6] &= ~(1 &<< UInt64(column & 63)) }
        count &-= 1
        return segments.base[segment]
    }
}

/// The registers with the most entries, in descending order.
final class MostUsedRegisters {
    /// The sort keys: the count in the upper bits, and the register's complement in the lower bits.
    ///
    /// Registers with equal counts keep their order.
    private let keys: WorkingMemory<UInt32>
    private var filled = 0

    init(limit: Int) { keys = WorkingMemory(zeros: limit) }

    var registers: [Int] { (0..<filled).map { Self.register(keys.base[$0]) } }

    func clear() { filled = 0 }

    /// Inserts a register if it has enough entries; returns the register that is rejected or
    /// displaced, or `nil`.
    func insert(_ register: Int, count: Int) -> Int? {
        let key = UInt32(truncatingIfNeeded: count &<< 16 | (0xFFFF &- register))
        var rest: Int?
        if filled == keys.count {
            let least = keys.base[filled &- 1]
            guard key > least else { return register }
            rest = Self.register(least)
        } else {
            filled &+= 1
        }
        var offset = filled &- 1
        while offset > 0, keys.base[offset &- 1] < key {
            keys.base[offset] = keys.base[offset &- 1]
            offset &-= 1
        }
        keys.base[offset] = key
        return rest
    }

    private static func register(_ key: UInt32) -> Int { 0xFFFF &- Int(key & 0xFFFF) }
}
