#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The transfer function of a colour space.
enum TransferCurve: Hashable, Sendable {
    case sRGB
    /// The curve of television cameras (ITU-R BT.709).
    case bt709
    /// A power function with this exponent, from encoded values to linear light.
    case power(Double)
    /// The PQ curve, which encodes display light up to 10,000 cd/m² (SMPTE ST 2084, ITU-R BT.2100).
    case pq
    /// The HLG curve, which encodes scene light (ITU-R BT.2100).
    case hlg

    /// Creates the curve of a code point of ITU-T H.273, table 3; "unspecified" is sRGB.
    ///
    /// The result is `nil` if the code point is not supported.
    init?(codePoint: Int) {
        switch codePoint {
        case 1, 6, 14, 15: self = .bt709
        case 2, 13: self = .sRGB
        case 4: self = .power(2.2)
        case 5: self = .power(2.8)
        case 8: self = .power(1)
        case 16: self = .pq
        case 18: self = .hlg
        default: return nil
        }
    }

    /// The luminance of white in HDR pictures (ITU-R BT.2408, 2.2), in cd/m².
    static let whiteLuminance = 203.0

    /// Returns the linear light of an encoded value from 0 to 1.
    ///
    /// White is 1, except that `.pq` returns up to 49 and `.hlg` returns scene light, at most 1.
    func light(of number: Double) -> Double {
        switch self {
        case .sRGB:
            number <= 0.04045 ? number / 12.92 : pow((number + 0.055) / 1.055, 2.4)
        case .bt709:
            // With these digits, the two segments of the curve are continuous (H.273, 8.2).
            number < 4.5 * 0.018053968510807
                ? number / 4.5 : pow((number + 0.099296826809442) / 1.099296826809442, 1 / 0.45)
        case .power(let exponent): pow(number, exponent)
        case .pq: Self.pq(number)
        case .hlg: Self.hlg(number)
        }
    }

    /// Returns the luminance of linear light on a display, in cd/m².
    ///
    /// For HLG, the display has a peak of 1,000 cd/m² and a black of 0 (ITU-R BT.2100).
    func luminance(ofLight light: Double) -> Double {
        self == .hlg
            ? Self.peakLuminance * pow(light, Self.systemGamma) : light * Self.whiteLuminance
    }

    /// The highest luminance that PQ can encode, in cd/m².
    static let highestLuminance = 10_000.0

    /// The peak, in cd/m², of the display assumed for HLG (ITU-R BT.2100, table 5).
    static let peakLuminance = 1000.0
    /// The system gamma of the display assumed for HLG (ITU-R BT.2100, table 5).
    static let systemGamma = 1.2

    private static func pq(_ number: Double) -> Double {
        let root = pow(number, 32.0 / 2523)
        let above = max(root - 3424.0 / 4096, 0)
        let share = pow(above / (2413.0 / 128 - 2392.0 / 128 * root), 16384.0 / 2610)
        return share * highestLuminance / whiteLuminance
    }

    private static func hlg(_ number: Double) -> Double {
        let a = 0.17883277
        guard number > 0.5 else { return number * number / 3 }
        return (exp((number - 0.55991073) / a) + 1 - 4 * a) / 12
    }
}
