internal import CLCMS

/// An ICC profile, opened: what the numbers of a photo's pixels stand for.
///
/// Hostile profiles: `EmbeddedProfile` bounds their bytes, lcms2 checks every offset and count in
/// them, and what it makes of them is checked here.
struct ICCProfile: ~Copyable {
    enum Channels: Int { case gray = 1, colour = 3, inks = 4 }

    let channels: Channels
    private let transform: cmsHTRANSFORM

    /// Nil where the profile cannot be used: the photo is then shown as if it had none.
    init?(_ bytes: [UInt8]) {
        guard let profile = cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count)) else {
            return nil
        }
        defer { cmsCloseProfile(profile) }
        guard let channels = Channels(rawValue: Int(clcms_channels(profile))),
            let transform = clcms_to_srgb(profile, Int32(channels.rawValue))
        else { return nil }
        self.channels = channels
        self.transform = transform
    }

    deinit { cmsDeleteTransform(transform) }

    /// sRGB codes with fractions for colours of 16 bits a channel; what a screen cannot show lies up to
    /// `beyond` below 0 or above 255.
    ///
    /// Cut off at 0 and 255, what lies between two colours would be wrong next to the edge of what a
    /// screen can show: a saturated red of Display P3 by 5 codes.
    ///
    /// - Precondition: `colours` has `channels` numbers for each colour.
    borrowing func codes(of colours: [UInt16]) -> [SIMD4<Float>] {
        let count = colours.count / channels.rawValue
        precondition(count * channels.rawValue == colours.count, "whole colours")
        let full: Float = channels == .inks ? 100 : 1
        let shares = colours.map { Float($0) / 65535 * full }
        var codes = [Float](repeating: 0, count: count * 3)
        cmsDoTransform(transform, shares, &codes, cmsUInt32Number(count))
        return (0..<count).map { colour in
            let (red, green, blue) = (
                codes[colour * 3], codes[colour * 3 + 1], codes[colour * 3 + 2]
            )
            return SIMD4(Self.code(red), Self.code(green), Self.code(blue), 0)
        }
    }

    private static let beyond: Float = 255

    /// A broken profile gives any number, and what is none.
    private static func code(_ share: Float) -> Float {
        share.isFinite ? min(max(share * 255, -beyond), 255 + beyond) : 0
    }
}
