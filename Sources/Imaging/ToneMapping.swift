/// Applies a curve to pixels and keeps their hue.
///
/// The largest and the smallest of a pixel's three numbers go by the curve, and the middle one stays at
/// its share of the way between them, as in the tone curve of the DNG specification. So grey stays grey,
/// nothing is clipped that the curve does not clip, and the hue does not change, nor if the curve falls.
package struct ToneMapping: Sendable {
    private let codes: [UInt8]
    /// 65536 / n, for each difference n of two numbers.
    private static let reciprocals: [UInt32] =
        [0] + (1...255).map { UInt32((65_536 + $0 / 2) / $0) }

    package init(_ curve: LevelsCurve) { codes = curve.codes }

    package func applied(to raster: Raster) -> Raster {
        let bytes = Raster.bytes(of: raster.size) { target in
            raster.pixels.withUnsafeBytes {
                UnsafeMutableRawBufferPointer(target).copyBytes(from: $0)
            }
            apply(to: UnsafeMutableRawBufferPointer(target))
        }
        return Raster(size: raster.size, pixels: bytes, isOpaque: raster.isOpaque)
    }

    /// Changes pixels of four bytes; alpha stays.
    ///
    /// Hot: runs over all pixels of each picture with levels.
    package func apply(to pixels: UnsafeMutableRawBufferPointer) {
        guard let base = pixels.baseAddress else { return }
        let count = pixels.count / Raster.bytesPerPixel
        codes.withUnsafeBufferPointer { codes in
            Self.reciprocals.withUnsafeBufferPointer { reciprocals in
                for pixel in 0..<count {
                    let place = base + pixel &* Raster.bytesPerPixel
                    let word = UInt32(littleEndian: place.load(as: UInt32.self))
                    let (red, green, blue) = (word & 255, word &>> 8 & 255, word &>> 16 & 255)
                    let (low, high) = (min(red, green, blue), max(red, green, blue))
                    let (first, last) = (UInt32(codes[Int(low)]), UInt32(codes[Int(high)]))
                    // Of a falling curve the lightest number gets what the darkest becomes.
                    let (dark, light) = (min(first, last), max(first, last))
                    let slope = (light &- dark) &* reciprocals[Int(high &- low)]
                    let half: UInt32 = 32_768
                    let result =
                        (dark &+ ((red &- low) &* slope &+ half) &>> 16)
                        | (dark &+ ((green &- low) &* slope &+ half) &>> 16) &<< 8
                        | (dark &+ ((blue &- low) &* slope &+ half) &>> 16) &<< 16
                        | word & 0xFF00_0000
                    place.storeBytes(of: result.littleEndian, as: UInt32.self)
                }
            }
        }
    }
}
