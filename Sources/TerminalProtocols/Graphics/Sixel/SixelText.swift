import Imaging

/// The position of a band's next text, and the column at which it begins.
struct SixelPen {
    var target: UnsafeMutableRawPointer
    var column = 0

    init(at start: UnsafeMutablePointer<UInt8>) { target = UnsafeMutableRawPointer(start) }

    /// Writes up to seven bytes: the first is the lowest byte, their number is the highest byte.
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

/// Up to seven bytes of text packed into a number: the first is the lowest byte, their number is
/// the highest byte.
struct PackedText {
    private(set) var bits: UInt64 = 0

    init() {}

    /// Writes a number in decimal digits, followed by a sign.
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

/// The text that selects each register: `#` and its number, in the form of `SixelPen`.
struct SixelSelections {
    let texts: WorkingMemory<UInt64>

    /// The longest of them, and the carriage return that may precede it.
    static let longest = 6

    /// - Precondition: there are at most 10 000 registers.
    init(upTo count: Int) {
        precondition(count <= 10_000, "a register has at most four digits")
        texts = WorkingMemory((0..<count).map { PackedText(number: $0).preceded(by: "#").bits })
    }
}

/// The text that repeats a sixel, for each count, packed into a number.
///
/// Up to three sixels are written out, more as `!count` and the sixel.
struct SixelRuns {
    /// The text of `count` empty sixels packed into a number: up to seven bytes, the first lowest;
    /// the highest byte is their number.
    let empty: WorkingMemory<UInt64>
    /// The factor by which a sixel's pixels are multiplied, and added to `empty`, to give the text
    /// of their run.
    let places: WorkingMemory<UInt64>

    /// The longest run with a text of seven bytes.
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
