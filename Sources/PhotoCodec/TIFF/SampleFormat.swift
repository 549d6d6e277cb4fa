/// The format of measured samples, such as heights, whose range depends on the picture.
enum SampleFormat: Sendable, Equatable {
    case signed8, signed16, signed32, signed64
    case unsigned8, unsigned16, unsigned32, unsigned64
    case half, float, double
    /// Complex numbers, whose magnitude is shown.
    case complex16, complex32, complexFloat, complexDouble

    var byteCount: Int { isComplex ? 2 * partBytes : partBytes }

    var isComplex: Bool {
        switch self {
        case .complex16, .complex32, .complexFloat, .complexDouble: true
        default: false
        }
    }

    /// The size, in bytes, of the unit with a byte order: a sample, or a part of a complex sample.
    var partBytes: Int {
        switch self {
        case .signed8, .unsigned8: 1
        case .signed16, .unsigned16, .half, .complex16: 2
        case .signed32, .unsigned32, .float, .complex32, .complexFloat: 4
        case .signed64, .unsigned64, .double, .complexDouble: 8
        }
    }

    /// Returns the sample at an index in memory; samples have this machine's byte order.
    @inline(__always)
    func load(_ index: Int, from row: UnsafeRawPointer) -> Float {
        self == .float
            ? row.loadUnaligned(fromByteOffset: index &* 4, as: Float.self)
            : Float(loadDouble(index, from: row))
    }

    @inline(__always)
    func loadDouble(_ index: Int, from row: UnsafeRawPointer) -> Double {
        let offset = index &* byteCount
        return switch self {
        case .signed8: Double(row.loadUnaligned(fromByteOffset: offset, as: Int8.self))
        case .signed16: Double(row.loadUnaligned(fromByteOffset: offset, as: Int16.self))
        case .signed32: Double(row.loadUnaligned(fromByteOffset: offset, as: Int32.self))
        case .signed64: Double(row.loadUnaligned(fromByteOffset: offset, as: Int64.self))
        case .unsigned8: Double(row.loadUnaligned(fromByteOffset: offset, as: UInt8.self))
        case .unsigned16: Double(row.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
        case .unsigned32: Double(row.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
        case .unsigned64: Double(row.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        case .half:
            Double(HalfFloat.value(row.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
        case .float: Double(row.loadUnaligned(fromByteOffset: offset, as: Float.self))
        case .double: row.loadUnaligned(fromByteOffset: offset, as: Double.self)
        case .complex16: magnitude(.signed16, index, row)
        case .complex32: magnitude(.signed32, index, row)
        case .complexFloat: magnitude(.float, index, row)
        case .complexDouble: magnitude(.double, index, row)
        }
    }

    private func magnitude(
        _ part: SampleFormat, _ index: Int, _ row: UnsafeRawPointer
    ) -> Double {
        let real = part.loadPart(2 &* index, from: row)
        let imaginary = part.loadPart(2 &* index &+ 1, from: row)
        return (real * real + imaginary * imaginary).squareRoot()
    }

    private func loadPart(_ index: Int, from row: UnsafeRawPointer) -> Double {
        switch self {
        case .signed16: Double(row.loadUnaligned(fromByteOffset: 2 &* index, as: Int16.self))
        case .signed32: Double(row.loadUnaligned(fromByteOffset: 4 &* index, as: Int32.self))
        case .float: Double(row.loadUnaligned(fromByteOffset: 4 &* index, as: Float.self))
        default: row.loadUnaligned(fromByteOffset: 8 &* index, as: Double.self)
        }
    }

    /// Returns a number in the precision of this format, for comparison with samples.
    func rounded(_ number: Double) -> Double {
        switch self {
        case .half: HalfFloat.rounded(number)
        case .float: Double(Float(number))
        default: number
        }
    }
}

/// A converter of half-precision numbers (IEEE 754 binary16), which Swift lacks on some platforms.
enum HalfFloat {
    private static let greatest = 65504.0
    private static let leastNormalExponent = -14
    private static let fractionBits = 10

    /// Returns the nearest half-precision number, or infinity for a number that is too large.
    static func rounded(_ number: Double) -> Double {
        guard number.isFinite, number != 0 else { return number }
        let exponent = max(Int(number.exponent), leastNormalExponent)
        let unit = Double(sign: .plus, exponent: exponent - fractionBits, significand: 1)
        let nearest = (number / unit).rounded(.toNearestOrEven) * unit
        guard abs(nearest) <= greatest else { return number < 0 ? -.infinity : .infinity }
        return nearest
    }

    @inline(__always)
    static func value(_ bits: UInt16) -> Float {
        let sign = UInt32(bits & 0x8000) << 16
        let exponent = UInt32(bits >> 10 & 0x1F)
        let fraction = UInt32(bits & 0x3FF)
        switch exponent {
        case 0:
            // 2^-24 is the smallest number above zero.
            let magnitude = Float(fraction) / 16_777_216
            return sign == 0 ? magnitude : -magnitude
        case 31: return Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
        default: return Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
        }
    }
}

/// The range of samples that is shown from black to white.
struct IntensityRange: Sendable, Equatable {
    let black: Float
    let white: Float

    /// The range from 0 to 1, for pictures whose samples are unknown.
    static let unit = IntensityRange(black: 0, white: 1)

    init(black: Float, white: Float) {
        self.black = black
        self.white = white
    }

    /// Creates the range of samples, except for half a percent of them at each end.
    ///
    /// Otherwise, a few wrong pixels or the value for "no data" would make all other pixels gray.
    /// If all remaining samples are equal, the range contains all samples; without finite
    /// samples, it is `unit`.
    ///
    /// - Parameter values: samples of the picture; values that are not finite are ignored.
    init(of values: [Float]) {
        let sorted = values.filter(\.isFinite).sorted()
        guard let first = sorted.first, let last = sorted.last else {
            self = .unit
            return
        }
        let black = sorted[(sorted.count - 1) * 5 / 1000]
        let white = sorted[sorted.count - 1 - (sorted.count - 1) * 5 / 1000]
        self.init(black: black < white ? black : first, white: black < white ? white : last)
    }

    /// The range as a curve for 16-bit samples.
    var curve: ToneCurve { ToneCurve((0...UInt16.max).map { code(Float($0)) }) }

    /// Returns a number's position in the range, from 0 to 65535; 0 for NaN.
    @inline(__always)
    func code(_ number: Float) -> UInt16 {
        let share = (number - black) / max(white - black, .leastNormalMagnitude)
        return share > 0 ? UInt16(min(share, 1) * 65535 + 0.5) : 0
    }
}
