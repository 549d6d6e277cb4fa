internal import CLCMS

/// An ICC profile of four inks, ready for whole buffers.
///
/// lcms2 makes a grid of it by itself, as `ColourCube` is one; of four dimensions it is too rare a thing
/// to have its own loop (34 ms a megapixel). Unchecked: its transform has no cache, so threads may share it.
final class CMYKProfile: @unchecked Sendable {
    private let transform: cmsHTRANSFORM

    /// Nil where the profile cannot be used, or is one of other colours.
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

    /// Turns inks into red, green, blue and an alpha of 255, in place, four bytes a pixel.
    func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        let count = pixels.count / 4
        cmsDoTransform(transform, pixels.baseAddress, pixels.baseAddress, cmsUInt32Number(count))
        for pixel in 0..<count { pixels[pixel &* 4 &+ 3] = 255 }
    }
}
