/// The description of a picture's colours in the picture's file.
enum ColourDescription: Hashable, Sendable {
    case profile([UInt8])
    /// A space with known primaries and a known transfer function.
    case space(RGBSpace)

    /// True for a known space, which can be converted in more than 8 bits per sample.
    var isSpace: Bool { if case .space = self { true } else { false } }

    /// The matrix from linear light to linear sRGB.
    ///
    /// The value is `nil` if a profile has no such matrix, or a space has the primaries of sRGB.
    var toSRGB: ColourMatrix? {
        switch self {
        case .profile(let bytes): ICCProfile(bytes)?.toSRGB
        case .space(let space): space.primaries.areSRGB ? nil : space.primaries.toSRGB
        }
    }

    /// Adobe RGB, which cameras declare in Exif, without a profile (DCF 2.0, 4.4).
    static let adobeRGB = ColourDescription.space(
        RGBSpace(primaries: .adobeRGB, curve: .power(563.0 / 256)))
}

/// An RGB colour space: its primaries and its transfer function.
struct RGBSpace: Hashable, Sendable {
    let primaries: ColourPrimaries
    let curve: TransferCurve
    /// True if 8-bit samples range from 16 (black) to 235 (white), as in video.
    var isNarrow = false

    init(primaries: ColourPrimaries, curve: TransferCurve, isNarrow: Bool = false) {
        (self.primaries, self.curve, self.isNarrow) = (primaries, curve, isNarrow)
    }

    /// Creates a space from code points of ITU-T H.273; `nil` if a code point is not supported.
    init?(primaries: Int, transfer: Int, isNarrow: Bool = false) {
        guard let primaries = ColourPrimaries(codePoint: primaries),
            let curve = TransferCurve(codePoint: transfer)
        else { return nil }
        self.init(primaries: primaries, curve: curve, isNarrow: isNarrow)
    }

    var isSRGB: Bool { primaries.areSRGB && curve == .sRGB && !isNarrow }

    /// True if the space encodes light brighter than white.
    var hasHighRange: Bool { curve == .pq || curve == .hlg }

    /// Returns the luminance of a pixel on a display, in cd/m²; `nil` if the space ends at white.
    ///
    /// - Precondition: `numbers` is one gray sample or red, green and blue, each at most `most`.
    func luminance(of numbers: [Int], most: Int) -> Double? {
        guard hasHighRange, let shares = primaries.luminance else { return nil }
        let light = numbers.map { self.light(of: $0, most: most) }
        let sum = light.count == 1 ? light[0] : (shares * SIMD3(light[0], light[1], light[2])).sum()
        // Primaries outside the range of real displays can result in any sum.
        return min(curve.luminance(ofLight: max(0, sum)), TransferCurve.highestLuminance)
    }

    /// Returns the linear light of a sample from 0 to `most`, on the scale of `curve`.
    func light(of number: Int, most: Int) -> Double {
        let share = Double(number) / Double(most)
        // ITU-R BT.2100, table 9: for 8 bits, black is 16 and white is 219 above black.
        let scale = Double(most + 1) / 256
        let narrow = (Double(number) - 16 * scale) / (219 * scale)
        return curve.light(of: isNarrow ? min(max(narrow, 0), 1) : share)
    }
}
