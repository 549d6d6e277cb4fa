internal import Imaging

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A conversion of red, green and blue from a known colour space to sRGB, pixel by pixel.
///
/// Colours outside sRGB are clipped.
struct LightConversion: Sendable {
    /// The light that a space encodes: light up to white, light of a display, or light of a scene.
    private enum DynamicRange { case standard, display, scene }

    /// The linear light of each code: 256 or 65,536 entries.
    private let light: [Float]
    private let range: DynamicRange
    /// The columns of the matrix to linear sRGB; the fourth component of each is 0.
    private let red, green, blue: SIMD4<Float>
    private let luminance: SIMD4<Float>
    /// The gains from scene light to display light; a single gain of 1 for other spaces.
    private let gains: [Float]

    /// Creates a conversion; `nil` if the primaries cannot be converted to sRGB.
    ///
    /// `isHighBitDepth` is true for 16 bits per channel. `white` is the luminance in cd/m² that
    /// becomes white, if the space has a range above white.
    init?(
        _ space: RGBSpace, isHighBitDepth: Bool, white: Double = TransferCurve.whiteLuminance
    ) {
        guard let matrix = space.primaries.toSRGB, let luminance = space.primaries.luminance
        else { return nil }
        let most = isHighBitDepth ? 65535 : 255
        light = (0...most).map { Float(space.light(of: $0, most: most)) }
        range =
            switch space.curve {
            case .pq: .display
            case .hlg: .scene
            case .sRGB, .bt709, .power: .standard
            }
        gains = range == .scene ? HLGDisplay.gains : [1]
        let scale = space.hasHighRange ? TransferCurve.whiteLuminance / white : 1
        let column = { (column: SIMD3<Double>) in SIMD4(SIMD3<Float>(column), 0) }
        red = column(matrix.columns.0 * scale)
        green = column(matrix.columns.1 * scale)
        blue = column(matrix.columns.2 * scale)
        self.luminance = column(luminance)
    }

    /// Replaces the colours of 8-bit pixels; alpha is unchanged.
    ///
    /// Hot: runs for each pixel of a photo with a known space that is not sRGB.
    func convert(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        var last: UInt32?
        var converted: UInt32 = 0
        let bytes = UnsafeMutableRawBufferPointer(pixels)
        open { tables in
            for offset in stride(from: 0, to: bytes.count &- 3, by: 4) {
                let pixel = UInt32(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
                let colour = pixel & 0xFF_FFFF
                if colour != last {
                    last = colour
                    let codes = tables.codes(
                        Int(colour & 0xFF), Int(colour >> 8 & 0xFF), Int(colour >> 16))
                    converted =
                        Self.code(codes.red) | Self.code(codes.green) << 8
                        | Self.code(codes.blue) << 16
                }
                let result = converted | pixel & 0xFF00_0000
                bytes.storeBytes(of: result.littleEndian, toByteOffset: offset, as: UInt32.self)
            }
        }
    }

    @inline(__always)
    private static func code(_ number: UInt16) -> UInt32 {
        (UInt32(number) &* 255 &+ 32767) / 65535
    }

    /// Replaces the colours of pixels with 16-bit big-endian samples; alpha is unchanged.
    ///
    /// Hot: runs for each pixel of a 16-bit photo with a known space that is not sRGB.
    func convertDeep(_ pixels: UnsafeMutableRawPointer, count: Int) {
        open { tables in
            for pixel in 0..<count {
                let numbers = UInt64(
                    bigEndian: pixels.loadUnaligned(
                        fromByteOffset: pixel &* 8, as: UInt64.self))
                let codes = tables.codes(
                    Int(numbers >> 48), Int(numbers >> 32 & 0xFFFF), Int(numbers >> 16 & 0xFFFF))
                let result =
                    UInt64(codes.red) << 48 | UInt64(codes.green) << 32
                    | UInt64(codes.blue) << 16 | numbers & 0xFFFF
                pixels.storeBytes(
                    of: result.bigEndian, toByteOffset: pixel &* 8, as: UInt64.self)
            }
        }
    }

    private struct Tables {
        let light: UnsafePointer<Float>
        let codes: UnsafePointer<UInt16>
        let gains: UnsafePointer<Float>
        let conversion: LightConversion

        @inline(__always)
        func codes(
            _ red: Int, _ green: Int, _ blue: Int
        ) -> (red: UInt16, green: UInt16, blue: UInt16) {
            var sum = conversion.screenLight(light[red], light[green], light[blue], gains)
            sum.replace(with: 0, where: sum .< 0)
            sum.replace(with: 1, where: sum .> 1)
            let places = sum.squareRoot() * 65535 + 0.5
            return (codes[Int(places.x)], codes[Int(places.y)], codes[Int(places.z)])
        }
    }

    private func open(_ body: (Tables) -> Void) {
        light.withUnsafeBufferPointer { light in
            Self.codeOfRoot.withUnsafeBufferPointer { codes in
                gains.withUnsafeBufferPointer { gains in
                    guard let light = light.baseAddress, let codes = codes.baseAddress,
                        let gains = gains.baseAddress
                    else { return }
                    body(Tables(light: light, codes: codes, gains: gains, conversion: self))
                }
            }
        }
    }

    /// Returns the linear sRGB light of a colour; a range above white is compressed.
    @inline(__always)
    private func screenLight(
        _ red: Float, _ green: Float, _ blue: Float, _ gains: UnsafePointer<Float>
    ) -> SIMD4<Float> {
        let sum = self.red * red + self.green * green + self.blue * blue
        switch range {
        case .standard: return sum
        case .display: return sum * HighlightCompression.factor(sum.max())
        case .scene:
            let scene = luminance.x * red + luminance.y * green + luminance.z * blue
            let shown = sum * gains[HLGDisplay.step(of: scene)]
            return shown * HighlightCompression.factor(shown.max())
        }
    }

    /// The 16-bit sRGB codes for square roots of light; equal steps of the root look about equal.
    private static let codeOfRoot: [UInt16] = (0...65535).map { step in
        let root = Double(step) / 65535
        let light = root * root
        let code = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
        return UInt16((code * 65535).rounded())
    }
}

/// The compression of light above .94 of white into a screen's range; darker light is unchanged.
///
/// The Khronos PBR Neutral tone mapper (github.com/KhronosGroup/ToneMapping) divides red, green and
/// blue by the same number, which keeps hue and saturation. Here, the curve begins at .94 of white
/// instead of .76, and highlights do not fade to white. Reference white (ITU-R BT.2408: 203 cd/m²)
/// becomes code 252, and the sun 255. The EETF of ITU-R BT.2390 (5.4.1) would, for a file of 1,000
/// cd/m², place the knee at 90 cd/m² and white at code 227.
enum HighlightCompression {
    private static let start: Float = 0.94

    /// Returns the factor for light whose highest component is `peak`.
    @inline(__always)
    static func factor(_ peak: Float) -> Float {
        guard peak > start else { return 1 }
        let rest = 1 - start
        return (1 - rest * rest / (peak + rest - start)) / peak
    }
}

/// The map from scene light to the light of an HLG display (the OOTF of ITU-R BT.2100, table 5).
private enum HLGDisplay {
    private static let peak = Float(TransferCurve.peakLuminance / TransferCurve.whiteLuminance)
    private static let gamma = Float(TransferCurve.systemGamma)
    private static let steps: Float = 4096

    /// The factors for light, indexed by the square root of the light's luminance.
    ///
    /// With this table, 24 megapixels take .7 s longer than in standard range; with a power
    /// function for each pixel, .9 s longer.
    static let gains = (0...Int(steps)).map { step in
        peak * powf(Float(step) / steps, 2 * (gamma - 1))
    }

    /// Returns the index of a luminance in `gains`.
    @inline(__always)
    static func step(of luminance: Float) -> Int {
        Int(min(max(luminance, 0), 1).squareRoot() * steps + 0.5)
    }
}
