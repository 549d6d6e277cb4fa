/// What the four inks of a photo look like on a screen.
enum CMYKConverter: Sendable {
    /// Without a profile: light is what both an ink and black let through.
    case multiplied(isInverted: Bool)
    case profile(CMYKProfile)

    /// Those of a JPEG; `isInverted` says that 255 means no ink, as Adobe's programs store it.
    init(_ source: UnsafeRawBufferPointer, isInverted: Bool) {
        let profile = EmbeddedProfile.bytes(ofJPEG: source)
            .flatMap { CMYKProfile($0, isInverted: isInverted) }
        self = profile.map(Self.profile) ?? .multiplied(isInverted: isInverted)
    }

    /// Turns cyan, magenta, yellow and black into red, green, blue and an alpha of 255, in place.
    func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        switch self {
        case .multiplied(let isInverted): CMYK.convert(pixels, isInverted: isInverted)
        case .profile(let profile): profile.convert(pixels)
        }
    }
}
