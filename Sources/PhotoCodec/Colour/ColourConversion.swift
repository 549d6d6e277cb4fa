internal import Imaging

/// From what a photo's numbers stand for to sRGB.
enum ColourConversion: Sendable {
    case cube(ColourCube)
    case curve(GrayCurve)

    /// Nil where nothing is to be done: the profile is sRGB's own, or cannot be used.
    ///
    /// - Parameters:
    ///   - profile: the bytes of an ICC profile.
    ///   - isGray: whether the photo has one channel only.
    init?(_ profile: [UInt8], isGray: Bool) {
        guard let profile = ICCProfile(profile) else { return nil }
        switch profile.channels {
        case .gray where isGray: self = .curve(GrayCurve(profile))
        // A profile of another kind than the pixels is a mistake.
        case .gray, .inks: return nil
        case .colour:
            guard !Self.isScreens(profile) else { return nil }
            self = .cube(ColourCube(profile))
        }
    }

    func converted(_ raster: Raster) -> Raster {
        var pixels = raster.pixels
        pixels.withUnsafeMutableBufferPointer { pixels in
            switch self {
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
            (0..<3).allSatisfy { abs(code[$0] - Float(colours[index * 3 + $0])) <= tolerance }
        }
    }

    /// The versions of sRGB's profile differ from one another by less.
    private static let tolerance: Float = 1.25
}
