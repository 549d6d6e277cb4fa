/// Numbers of a measurement, such as heights or brightnesses, whose range only the picture tells.
enum MeasuredNumbers: Sendable, Equatable {
    case signed8, signed16, signed32, signed64, unsigned16, unsigned32, unsigned64
    case half, float, double

    var byteCount: Int {
        switch self {
        case .signed8: 1
        case .signed16, .unsigned16, .half: 2
        case .signed32, .unsigned32, .float: 4
        case .signed64, .unsigned64, .double: 8
        }
    }

    /// The number with an index in memory, in this machine's byte order.
    @inline(__always)
    func load(_ index: Int, from row: UnsafeRawPointer) -> Float {
        let offset = index &* byteCount
        return switch self {
        case .signed8: Float(row.loadUnaligned(fromByteOffset: offset, as: Int8.self))
        case .signed16: Float(row.loadUnaligned(fromByteOffset: offset, as: Int16.self))
        case .signed32: Float(row.loadUnaligned(fromByteOffset: offset, as: Int32.self))
        case .signed64: Float(row.loadUnaligned(fromByteOffset: offset, as: Int64.self))
        case .unsigned16: Float(row.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
        case .unsigned32: Float(row.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        case .unsigned64: Float(row.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        case .half:
            HalfFloat.value(row.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
        case .float: row.loadUnaligned(fromByteOffset: offset, as: Float.self)
        case .double: Float(row.loadUnaligned(fromByteOffset: offset, as: Double.self))
        }
    }
}

/// Numbers of half precision (IEEE 754 binary16), which not all of Swift's platforms have.
enum HalfFloat {
    @inline(__always)
    static func value(_ bits: UInt16) -> Float {
        let sign = UInt32(bits & 0x8000) << 16
        let exponent = UInt32(bits >> 10 & 0x1F)
        let fraction = UInt32(bits & 0x3FF)
        switch exponent {
        case 0:
            // 2 to the power of -24 is the smallest number above zero.
            let magnitude = Float(fraction) / 16_777_216
            return sign == 0 ? magnitude : -magnitude
        case 31: return Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
        default: return Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
        }
    }
}

/// The range of a picture's numbers that is shown from black to white.
struct StretchLimits: Sendable, Equatable {
    let black: Float
    let white: Float

    /// From 0 to 1; for pictures none of whose numbers are known.
    static let unit = StretchLimits(black: 0, white: 1)

    init(black: Float, white: Float) {
        self.black = black
        self.white = white
    }

    /// Half a per cent of the numbers lies below, and as many above: a few wrong pixels, or the value that
    /// stands for "no data", would make all others gray.
    ///
    /// - Parameter numbers: some of the picture's; those that are not finite do not count.
    init(of numbers: [Float]) {
        let sorted = numbers.filter(\.isFinite).sorted()
        guard let first = sorted.first, let last = sorted.last else {
            self = .unit
            return
        }
        let black = sorted[(sorted.count - 1) * 5 / 1000]
        let white = sorted[sorted.count - 1 - (sorted.count - 1) * 5 / 1000]
        self.init(black: black < white ? black : first, white: black < white ? white : last)
    }

    /// The same for numbers of 16 bits.
    var curve: ToneCurve { ToneCurve((0...UInt16.max).map { code(Float($0)) }) }

    /// The number's place, from 0 to 65535; numbers that are not finite are black.
    @inline(__always)
    func code(_ number: Float) -> UInt16 {
        let share = (number - black) / max(white - black, .leastNormalMagnitude)
        return share > 0 ? UInt16(min(share, 1) * 65535 + 0.5) : 0
    }
}
