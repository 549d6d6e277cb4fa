import Imaging

/// The text that repeats a sixel, for each count, ready to be stored as one number.
///
/// Up to three sixels stand for themselves, more are `!count` and the sixel.
struct SixelRuns {
    /// For `count` empty sixels: up to seven bytes of text from the lowest byte up, and in the
    /// highest byte how many there are.
    let empty: WorkingMemory<UInt64>
    /// What the six pixels of a sixel must be multiplied by before they are added to `empty`.
    let places: WorkingMemory<UInt64>

    /// The longest run whose text has seven bytes.
    static let longest = 65_535

    init(upTo count: Int) {
        precondition(count <= Self.longest, "a frame is at most 65535 pixels wide")
        let texts = (0...count).map(Self.text)
        empty = WorkingMemory(texts)
        places = WorkingMemory(
            texts.indices.map { Self.place(count: $0, length: texts[$0] >> 56) })
    }

    private static func text(_ count: Int) -> UInt64 {
        let plain = String(repeating: "?", count: min(count, 3))
        let bytes = Array((count < 4 ? plain : "!\(count)?").utf8)
        let packed = bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        return packed | UInt64(bytes.count) << 56
    }

    private static func place(count: Int, length: UInt64) -> UInt64 {
        switch count {
        case 0: 0
        case 1..<4: 0x01_0101 >> (8 * UInt64(3 - count))
        default: 1 << (8 * (length - 1))
        }
    }
}
