/// A gray profile to sRGB: a colour for each of 256 grays.
struct GrayCurve: Sendable {
    /// Red, green and blue from the lowest byte up.
    private let colours: [UInt32]

    init(_ profile: borrowing ICCProfile, on scale: ToneScale) {
        colours = profile.codes(of: (0..<256).map(scale.number(ofCode:))).map { code in
            let code = (code + 0.5).clamped(
                lowerBound: .zero, upperBound: SIMD4(repeating: 255))
            return UInt32(code.x) | UInt32(code.y) << 8 | UInt32(code.z) << 16
        }
    }

    /// Replaces gray pixels' colours; their alpha stays.
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
