import Imaging

/// Draws cells in one colour: an element is lit where its light is above the threshold of its place
/// in the photo, so that as many are lit as the photo is light.
struct ThresholdMatcher {
    private let parts: PixelSize

    init(_ glyphs: BlockGlyphs) {
        parts = glyphs.parts
    }

    /// The pattern of the cell whose elements are `lights`, its first one at `place` in the photo.
    func pattern(_ lights: UnsafePointer<SIMD4<Float>>, at place: PixelPoint) -> UInt8 {
        var pattern: UInt8 = 0
        for element in 0..<parts.width * parts.height {
            let x = (place.x + element % parts.width) & 7
            let y = (place.y + element / parts.width) & 7
            let threshold = (Float(BayerPattern.thresholds[y * 8 + x]) + 0.5) / 64
            if Self.luminance(lights[element]) > threshold { pattern |= 1 << element }
        }
        return pattern
    }

    /// Of linear light, after ITU-R BT.709.
    private static func luminance(_ light: SIMD4<Float>) -> Float {
        0.2126 * light.x + 0.7152 * light.y + 0.0722 * light.z
    }
}
