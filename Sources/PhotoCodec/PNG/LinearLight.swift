#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Tables between sRGB's levels and amounts of light (IEC 61966-2-1).
enum LinearLight {
    /// The light of each of the 256 levels, 65535 for white.
    static let ofLevel: [UInt16] = (0...255).map { level in
        let value = Double(level) / 255
        let light = value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        return UInt16((light * 65535).rounded())
    }

    /// The level for each sixteenth of `ofLevel`'s amounts, to be looked up rounded.
    ///
    /// 4097 steps are finer than the levels everywhere, so a level survives the way there and back.
    static let levels: [UInt8] = (0...4096).map { step in
        let light = Double(step) * 16 / 65535
        let value = light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt8((min(1, value) * 255).rounded())
    }
}
