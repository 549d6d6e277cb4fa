internal import CLCMS
internal import Imaging

/// A conversion of a photo's colours, as the file describes them, to sRGB.
struct ColourConversion: Sendable {
    private enum Table {
        case cube(ColourCube)
        case curve(GrayCurve)
        case light(LightConversion)
        /// No table: the 8-bit codes come from 16-bit samples that are already converted.
        case done
    }

    private let table: Table
    /// The curve applied to 16-bit samples before they become 8-bit codes; `nil` for no curve.
    let curve16: ToneCurve?
    /// The conversion of 16-bit samples before they become 8-bit codes; `nil` for no conversion.
    let light16: LightConversion?
    /// The colour space if its range exceeds white; otherwise `nil`.
    private let highRange: RGBSpace?

    /// Creates a conversion; `nil` if the colours are sRGB or their description cannot be used.
    ///
    /// `isHighBitDepth` is true for 16 bits per channel.
    init?(_ description: ColourDescription?, isGray: Bool, isHighBitDepth: Bool) {
        switch description {
        case nil: return nil
        case .profile(let profile):
            self.init(profile, isGray: isGray, isHighBitDepth: isHighBitDepth)
        case .space(let space): self.init(space, isHighBitDepth: isHighBitDepth)
        }
    }

    private init?(_ profile: [UInt8], isGray: Bool, isHighBitDepth: Bool) {
        guard let profile = ICCProfile(profile) else { return nil }
        switch profile.channels {
        case .gray where isGray: break
        case .colour: if Self.isSRGB(profile) { return nil }
        // A profile for another kind of pixels is an error in the file.
        case .gray, .cmyk: return nil
        }
        let scale = ToneScale(profile, isHighBitDepth: isHighBitDepth)
        table =
            profile.channels == .gray
            ? .curve(GrayCurve(profile, on: scale)) : .cube(ColourCube(profile, on: scale))
        curve16 = isHighBitDepth ? scale.curve : nil
        (light16, highRange) = (nil, nil)
    }

    private init?(_ space: RGBSpace, isHighBitDepth: Bool) {
        guard !space.isSRGB, let light = LightConversion(space, isHighBitDepth: isHighBitDepth)
        else {
            return nil
        }
        table = isHighBitDepth ? .done : .light(light)
        curve16 = nil
        light16 = isHighBitDepth ? light : nil
        highRange = space.hasHighRange ? space : nil
    }

    /// True if levels can show the range above white.
    var hasHighRange: Bool { highRange != nil && light16 != nil }

    /// Returns the conversion of 16-bit samples before `curve`, such as levels, is applied.
    ///
    /// With a curve, which needs the whole range of light, white is the peak luminance of a
    /// display. The result is `nil` if 16-bit samples need no conversion.
    func light16(under curve: ToneCurve?) -> LightConversion? {
        guard curve != nil, let highRange else { return light16 }
        return LightConversion(highRange, isHighBitDepth: true, white: TransferCurve.peakLuminance)
    }

    /// Returns the sample, with its luminance if the colour space has a range above white.
    func described(_ sample: PhotoSample) -> PhotoSample {
        let values = sample.values.compactMap {
            if case .integer(let code) = $0 { code } else { nil }
        }
        guard let highRange, values.count == 1 || values.count == 3, sample.bits <= 16 else {
            return sample
        }
        var described = sample
        described.luminance = highRange.luminance(of: values, most: 1 << sample.bits - 1)
        return described
    }

    /// Converts pixels on all cores, in place if the raster has no other owner.
    func converted(_ raster: consuming Raster) -> Raster {
        if case .done = table { return raster }
        let (size, isOpaque) = (raster.size, raster.isOpaque)
        var pixels = raster.pixels
        raster = Raster(size: PixelSize(width: 0, height: 0), pixels: [])
        pixels.withUnsafeMutableBufferPointer { convert($0) }
        return Raster(size: size, pixels: pixels, isOpaque: isOpaque)
    }

    private func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        // Bands do not overlap.
        nonisolated(unsafe) let pixels = pixels
        WorkThread.performInBands(of: pixels.count / 4, rowBytes: 4) { band in
            let bytes = (band.lowerBound * 4)..<(band.upperBound * 4)
            convertBand(UnsafeMutableBufferPointer(rebasing: pixels[bytes]))
        }
    }

    /// Converts pixels on this thread; alpha is unchanged.
    func convertBand(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        switch table {
        case .cube(let cube): cube.convert(pixels)
        case .curve(let curve): curve.convert(pixels)
        case .light(let light): light.convert(pixels)
        case .done: return
        }
    }

    /// True if the profile is a variant of sRGB, and so changes no code by more than `tolerance`.
    private static func isSRGB(_ profile: borrowing ICCProfile) -> Bool {
        let codes: [UInt16] = [0, 16, 48, 96, 144, 192, 224, 255]
        let colours = codes.flatMap { red in
            codes.flatMap { green in codes.flatMap { blue in [red, green, blue] } }
        }
        let shown = profile.codes(of: colours.map { $0 * 257 })
        return shown.enumerated().allSatisfy { index, code in
            (0..<3).allSatisfy { channel in
                let shown = min(max(code[channel], 0), 255)
                return abs(shown - Float(colours[index * 3 + channel])) <= tolerance
            }
        }
    }

    /// The largest difference, in codes, between versions of the sRGB profile.
    private static let tolerance: Float = 1.25
}

/// The conversion of a gray profile to sRGB: a table of the colours of 256 grays.
struct GrayCurve: Sendable {
    /// The colour of each gray code, with red in the lowest byte.
    private let colours: [UInt32]

    init(_ profile: borrowing ICCProfile, on scale: ToneScale) {
        colours = profile.codes(of: (0..<256).map(scale.number(ofCode:))).map { code in
            let code = (code + 0.5).clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
            return UInt32(code.x) | UInt32(code.y) << 8 | UInt32(code.z) << 16
        }
    }

    /// Replaces the colours of gray pixels; alpha is unchanged.
    func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        colours.withUnsafeBufferPointer { colours in
            for pixel in stride(from: 0, to: pixels.count &- 3, by: 4) {
                let colour = colours[Int(pixels[pixel])]
                pixels[pixel] = UInt8(truncatingIfNeeded: colour)
                pixels[pixel &+ 1] = UInt8(truncatingIfNeeded: colour >> 8)
                pixels[pixel &+ 2] = UInt8(truncatingIfNeeded: colour >> 16)
            }
        }
    }
}

/// A scale for a profile's grays, from 0 to 1, on which equal steps look about equal.
struct ToneScale {
    /// The positions, on the scale, of evenly spaced samples from 0 to 65535; in ascending order.
    private let places: [Float]
    /// True if the photo's codes are positions on this scale because `curve` was already applied.
    private let isHighBitDepth: Bool

    /// Creates the scale; `isHighBitDepth` is true for 16 bits per channel.
    init(_ profile: borrowing ICCProfile, isHighBitDepth: Bool) {
        self.isHighBitDepth = isHighBitDepth
        let steps = isHighBitDepth ? 4096 : 255
        let grays = (0...steps).flatMap { step in
            [UInt16](repeating: UInt16(step * 65535 / steps), count: profile.channels.rawValue)
        }
        let greens = profile.codes(of: grays).map(\.y)
        let (first, last) = (greens[0], greens[steps])
        let isRising = zip(greens, greens.dropFirst()).allSatisfy { $0 <= $1 } && first < last
        // The linear term keeps positions apart where the profile's curve is flat.
        places = greens.enumerated().map { step, green in
            let even = Float(step) / Float(steps)
            return isRising ? (green - first) / (last - first) * 0.95 + even * 0.05 : even
        }
    }

    /// Returns the position on the scale, from 0 to 1, of a photo's 8-bit code.
    func position(ofCode code: Int) -> Float { isHighBitDepth ? Float(code) / 255 : places[code] }

    /// Returns the profile's 16-bit sample for a photo's 8-bit code.
    func number(ofCode code: Int) -> UInt16 {
        isHighBitDepth ? number(at: Float(code) / 255) : UInt16(code * 257)
    }

    func number(at position: Float) -> UInt16 {
        var (low, high) = (0, steps)
        while high - low > 1 {
            let middle = (low + high) / 2
            if places[middle] <= position { low = middle } else { high = middle }
        }
        let share = (position - places[low]) / (places[high] - places[low])
        let step = Float(low) + min(max(share, 0), 1)
        return UInt16((step * 65535 / Float(steps)).rounded())
    }

    /// The curve from 16-bit samples to 16-bit positions on the scale.
    var curve: ToneCurve {
        ToneCurve((0...UInt16.max).map { UInt16((position(of: $0) * 65535).rounded()) })
    }

    private func position(of number: UInt16) -> Float {
        let step = Float(number) * Float(steps) / 65535
        let below = min(Int(step), steps - 1)
        return places[below] + (places[below + 1] - places[below]) * (step - Float(below))
    }

    private var steps: Int { places.count - 1 }
}

/// A map from 16-bit samples to 16-bit values, which then become 8-bit codes.
///
/// The map spaces codes evenly for the eye: with linear codes, the darkest 12 of 255 visually equal
/// steps would share one code.
struct ToneCurve: Sendable {
    /// The 65,536 values, in ascending order.
    let table: [UInt16]

    init(_ table: [UInt16]) {
        precondition(table.count == 1 << 16, "one for each number")
        self.table = table
    }
}

/// A converter of a photo's CMYK to sRGB.
enum CMYKConverter: Sendable {
    /// A conversion without a profile: the light of each ink, multiplied by the light of black.
    case multiplied(isInverted: Bool)
    case profile(CMYKProfile)

    /// Creates a converter from a JPEG's profile; `.multiplied` if there is no valid profile.
    ///
    /// `isInverted` is true if 255 means no ink, as in files of Adobe's programs.
    init(_ source: UnsafeRawBufferPointer, isInverted: Bool) {
        self.init(profile: EmbeddedProfile.bytes(ofJPEG: source), isInverted: isInverted)
    }

    init(profile: [UInt8]?, isInverted: Bool) {
        let profile = profile.flatMap { CMYKProfile($0, isInverted: isInverted) }
        self = profile.map(Self.profile) ?? .multiplied(isInverted: isInverted)
    }

    /// Converts cyan, magenta, yellow and black to red, green, blue and an alpha of 255, in place.
    func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        switch self {
        case .multiplied(let isInverted): CMYK.convert(pixels, isInverted: isInverted)
        case .profile(let profile): profile.convert(pixels)
        }
    }
}

/// A CMYK profile that converts whole buffers.
///
/// lcms2 interpolates in a grid, as `ColourCube` does for RGB. CMYK is too rare to justify a
/// separate loop (lcms2 takes 34 ms per megapixel). `@unchecked Sendable`: the transform has no
/// cache, so threads can share it.
final class CMYKProfile: @unchecked Sendable {
    private let transform: cmsHTRANSFORM

    /// Opens a profile; `nil` if the profile is not CMYK or cannot be used.
    init?(_ bytes: [UInt8], isInverted: Bool) {
        guard let profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else {
            return nil
        }
        defer { cmsCloseProfile(profile) }
        guard clcms_channels(profile) == 4,
            let transform = clcms_inks_to_srgb(profile, isInverted ? 1 : 0)
        else { return nil }
        self.transform = transform
    }

    deinit { cmsDeleteTransform(transform) }

    /// Converts CMYK pixels of four bytes to red, green, blue and an alpha of 255, in place.
    func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        let count = pixels.count / 4
        cmsDoTransform(transform, pixels.baseAddress, pixels.baseAddress, cmsUInt32Number(count))
        for pixel in 0..<count { pixels[pixel &* 4 &+ 3] = 255 }
    }
}
