/// The meaning of a picture's samples, as its file describes it.
enum ColourDescription: Hashable, Sendable {
    case profile([UInt8])
    /// Red, green and blue of known primaries, coded by a known curve.
    case space(RGBSpace)

    /// True if samples of more than 8 bits can be converted pixel by pixel.
    var isSpace: Bool { if case .space = self { true } else { false } }

    /// The matrix from its linear light to that of sRGB; `nil` if that is the same, or there is none.
    var toScreen: ColourMatrix? {
        switch self {
        case .profile(let bytes): ICCProfile(bytes)?.toScreen
        case .space(let space): space.primaries.areScreens ? nil : space.primaries.toScreen
        }
    }

    /// The colours that cameras mean by Exif alone (DCF 2.0, 4.4: an optional colour space).
    static let adobeRGB = ColourDescription.space(
        RGBSpace(primaries: .adobeRGB, curve: .power(563.0 / 256)))
}

/// An RGB colour space: its primaries and its curve.
struct RGBSpace: Hashable, Sendable {
    let primaries: ColourPrimaries
    let curve: TransferCurve
    /// True if black is 16 and white 235 of 255, as in video.
    var isNarrow = false

    init(primaries: ColourPrimaries, curve: TransferCurve, isNarrow: Bool = false) {
        (self.primaries, self.curve, self.isNarrow) = (primaries, curve, isNarrow)
    }

    /// Colours by coding-independent code points; `nil` for ones that are not converted.
    init?(primaries: Int, transfer: Int, isNarrow: Bool = false) {
        guard let primaries = ColourPrimaries(codePoint: primaries),
            let curve = TransferCurve(codePoint: transfer)
        else { return nil }
        self.init(primaries: primaries, curve: curve, isNarrow: isNarrow)
    }

    /// True if the space is sRGB.
    var isScreens: Bool { primaries.areScreens && curve == .sRGB && !isNarrow }

    /// True if its light exceeds white.
    var hasHighRange: Bool { curve == .pq || curve == .hlg }

    /// Returns the luminance of a pixel's samples on a display, in cd/m²; `nil` if no light exceeds
    /// white.
    ///
    /// - Precondition: there is one sample, or red, green and blue, each at most `most`.
    func luminance(of numbers: [Int], most: Int) -> Double? {
        guard hasHighRange, let shares = primaries.luminance else { return nil }
        let light = numbers.map { self.light(of: $0, most: most) }
        let sum = light.count == 1 ? light[0] : (shares * SIMD3(light[0], light[1], light[2])).sum()
        // Primaries outside the range of real displays may give any sum.
        return min(curve.luminance(ofLight: max(0, sum)), TransferCurve.highestLuminance)
    }

    /// Returns the linear light of a sample from 0 to `most`; 1 is white.
    func light(of number: Int, most: Int) -> Double {
        let share = Double(number) / Double(most)
        // ITU-R BT.2100, table 9: 16 and 219 for 8 bits, scaled for more bits.
        let scale = Double(most + 1) / 256
        let narrow = (Double(number) - 16 * scale) / (219 * scale)
        return curve.light(of: isNarrow ? min(max(narrow, 0), 1) : share)
    }
}
