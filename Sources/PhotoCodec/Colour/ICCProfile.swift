internal import CLCMS

/// An ICC profile, opened: what the numbers of a photo's pixels stand for.
///
/// Hostile profiles: `EmbeddedProfile` bounds their bytes, lcms2 checks every offset and count in
/// them, and what it makes of them are numbers from 0 to 65535 in any case.
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

    /// sRGB codes from 0 to 255, with fractions, for colours of 16 bits a channel.
    ///
    /// - Precondition: `colours` has `channels` numbers for each colour.
    borrowing func codes(of colours: [UInt16]) -> [SIMD4<Float>] {
        let count = colours.count / channels.rawValue
        precondition(count * channels.rawValue == colours.count, "whole colours")
        var codes = [UInt16](repeating: 0, count: count * 3)
        cmsDoTransform(transform, colours, &codes, cmsUInt32Number(count))
        return (0..<count).map { colour in
            let (red, green, blue) = (
                codes[colour * 3], codes[colour * 3 + 1], codes[colour * 3 + 2]
            )
            return SIMD4(Float(red), Float(green), Float(blue), 0) / 257
        }
    }
}
