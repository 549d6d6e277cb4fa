import Imaging

/// The memory position of a band's next text, and the column at which this text begins.
struct SixelPen {
    var target: UnsafeMutableRawPointer
    var column = 0

    init(at start: UnsafeMutablePointer<UInt8>) { target = UnsafeMutableRawPointer(start) }

    /// Writes up to seven bytes of packed text: the lowest byte comes first, the highest byte is
    /// the length.
    @inline(__always)
    mutating func write(_ text: UInt64) {
        target.storeBytes(of: text.littleEndian, as: UInt64.self)
        target += Int(text &>> 56)
    }

    mutating func returnToLeftEdge() {
        target.storeBytes(of: Ascii.graphicsCarriageReturn, as: UInt8.self)
        target += 1
        column = 0
    }
}

/// Up to seven bytes of text packed into an integer.
///
/// The lowest byte comes first; the highest byte is the length.
struct PackedText {
    private(set) var bits: UInt64 = 0

    init() {}

    /// Creates the decimal digits of a number, followed by the character `sign`, if any.
    init(number: Int, before sign: Unicode.Scalar? = nil) {
        if let sign { self = preceded(by: sign) }
        var rest = UInt32(number)
        repeat {
            self = preceded(by: Unicode.Scalar(UInt8(ascii: "0") + UInt8(rest % 10)))
            rest /= 10
        } while rest > 0
    }

    func preceded(by sign: Unicode.Scalar) -> PackedText {
        let (count, text) = (bits >> 56, bits & 0xFF_FFFF_FFFF_FFFF)
        var longer = PackedText()
        longer.bits = text << 8 | UInt64(sign.value) | (count + 1) << 56
        return longer
    }
}

/// The text that selects each register: `#` and the register's number, packed as in `PackedText`.
struct SixelSelections {
    let texts: WorkingMemory<UInt64>

    /// The maximum length of a selection, including a carriage return that may precede it.
    static let longest = 6

    /// Creates the texts of the registers from 0 to `count` - 1.
    ///
    /// - Precondition: `count` is at most 10 000.
    init(upTo count: Int) {
        precondition(count <= 10_000, "a register has at most four digits")
        texts = WorkingMemory((0..<count).map { PackedText(number: $0).preceded(by: "#").bits })
    }
}

/// The packed text that repeats a sixel, for each number of repetitions.
///
/// Up to three sixels are written out; longer runs are `!`, the number and the sixel.
struct SixelRuns {
    /// The packed text of a run of empty sixels, for each length of the run.
    let empty: WorkingMemory<UInt64>
    /// The factor for each number of repetitions: a sixel's pixels, multiplied by the factor and
    /// added to `empty`, give the packed text of the sixel's run.
    let places: WorkingMemory<UInt64>

    /// The maximum number of repetitions; the text of such a run has seven bytes.
    static let longest = 65_535

    init(upTo count: Int) {
        precondition(count <= Self.longest, "a frame is at most 65535 pixels wide")
        let texts = (0...count).map(Self.text)
        empty = WorkingMemory(texts)
        places = WorkingMemory(texts.indices.map { Self.entry(count: $0, length: texts[$0] >> 56) })
    }

    private static func text(_ count: Int) -> UInt64 {
        let text =
            count < 4
            ? (0..<count).reduce(PackedText()) { text, _ in text.preceded(by: "?") }
            : PackedText(number: count, before: "?").preceded(by: "!")
        return text.bits
    }

    private static func entry(count: Int, length: UInt64) -> UInt64 {
        switch count {
        case 0: 0
        case 1..<4: 0x01_0101 >> (8 * UInt64(3 - count))
        default: 1 << (8 * (length - 1))
        }
    }
}
