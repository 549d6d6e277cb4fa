internal import Imaging

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// CIE 1976 L*a*b* with the white point D50, as in image files.
enum CIELab {
    private static let whiteX: Float = 0.9642
    private static let whiteZ: Float = 0.8249

    /// Writes the sRGB colour of L*a*b* coordinates.
    ///
    /// - Parameters:
    ///   - light: L*, from 0 to 100.
    ///   - red: a*, around 0.
    ///   - yellow: b*, around 0.
    ///   - pixel: the red, green and blue to write.
    static func convert(
        light: Float, red: Float, yellow: Float, to pixel: UnsafeMutablePointer<UInt8>
    ) {
        let height = (light + 16) / 116
        let x = whiteX * share(height + red / 500)
        let y = share(height)
        let z = whiteZ * share(height - yellow / 200)
        // The matrix from XYZ at D50 to linear sRGB, with Bradford's adaptation.
        pixel[0] = code(3.1338561 * x - 1.6168667 * y - 0.4906146 * z)
        pixel[1] = code(-0.9787684 * x + 1.9161415 * y + 0.0334540 * z)
        pixel[2] = code(0.0719453 * x - 0.2289914 * y + 1.4052427 * z)
    }

    /// Inverts the function f of CIE 15, 8.2.1: a cube root that is linear near black.
    private static func share(_ root: Float) -> Float {
        root > 6 / 29 ? root * root * root : (root - 4 / 29) * 108 / 841
    }

    private static func code(_ light: Float) -> UInt8 {
        let share = min(max(light, 0), 1)
        let curve = share <= 0.0031308 ? 12.92 * share : 1.055 * powf(share, 1 / 2.4) - 0.055
        return UInt8(curve * 255 + 0.5)
    }
}

/// The L*a*b* colour space of a JPEG 2000, with its ranges (ISO/IEC 15444-2, M.11.7.4.1).
struct JPEG2000Lab: Hashable, Sendable {
    /// The scale of a channel, whose value is (sample / highest sample − offset) × range.
    private struct Scale: Hashable, Sendable {
        let range: Float
        let offset: Float

        func value(of code: UInt8) -> Float { (Float(code) / 255 - offset) * range }
    }

    private let light: Scale
    private let red: Scale
    private let yellow: Scale

    /// Reads the ranges and offsets from a colour box, or uses the standard's defaults.
    init(_ box: ByteReader, bits: Int) {
        let number = { (index: Int) in box.uint32(at: 7 + index * 4) }
        let highest = Float(1 << min(max(bits, 1), 31)) - 1
        let half = Float(1 << (min(max(bits, 3), 31) - 1))
        let scale = { (index: Int, range: Int, offset: Float) in
            Scale(
                range: Float(number(5) == nil ? range : number(index) ?? range),
                offset: (number(5) == nil ? offset : Float(number(index + 1) ?? 0)) / highest)
        }
        light = scale(0, 100, 0)
        red = scale(2, 170, half)
        yellow = scale(4, 200, half * 3 / 4)
    }

    /// Converts the first three 8-bit samples of a pixel to sRGB in place.
    func convert(_ pixel: UnsafeMutablePointer<UInt8>) {
        CIELab.convert(
            light: light.value(of: pixel[0]), red: red.value(of: pixel[1]),
            yellow: yellow.value(of: pixel[2]), to: pixel)
    }
}
