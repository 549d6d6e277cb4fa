internal import Imaging

/// From what a photo's numbers stand for to sRGB.
struct ColourConversion: Sendable {
    private enum Table {
        case cube(ColourCube)
        case curve(GrayCurve)
    }

    private let table: Table
    /// What the colours of a photo of 16 bits a channel must have gone through before they are converted.
    let deepCurve: ToneCurve?

    /// Nil where nothing is to be done: the profile is sRGB's own, or cannot be used.
    ///
    /// - Parameters:
    ///   - profile: the bytes of an ICC profile.
    ///   - isGray: whether the photo has one channel only.
    ///   - isDeep: whether it has 16 bits a channel.
    init?(_ profile: [UInt8], isGray: Bool, isDeep: Bool) {
        guard let profile = ICCProfile(profile) else { return nil }
        switch profile.channels {
        case .gray where isGray: break
        case .colour: if Self.isScreens(profile) { return nil }
        // A profile of another kind than the pixels is a mistake.
        case .gray, .inks: return nil
        }
        let scale = ToneScale(profile, isDeep: isDeep)
        table =
            profile.channels == .gray
            ? .curve(GrayCurve(profile, on: scale)) : .cube(ColourCube(profile, on: scale))
        deepCurve = isDeep ? scale.curve : nil
    }

    func converted(_ raster: Raster) -> Raster {
        var pixels = raster.pixels
        pixels.withUnsafeMutableBufferPointer { pixels in
            switch table {
            case .cube(let cube): cube.convert(pixels)
            case .curve(let curve): curve.convert(pixels)
            }
        }
        return Raster(size: raster.size, pixels: pixels, isOpaque: raster.isOpaque)
    }

    /// Whether all colours stay as they are but for a code: most profiles are one of sRGB's.
    private static func isScreens(_ profile: borrowing ICCProfile) -> Bool {
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

    /// The versions of sRGB's profile differ from one another by less.
    private static let tolerance: Float = 1.25
}
