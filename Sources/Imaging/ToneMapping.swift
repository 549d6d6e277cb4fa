/// Applies a curve to pixels and keeps their hue.
///
/// The largest and the smallest of a pixel's three numbers go by the curve, and the middle one stays at
/// its share of the way between them, as in the tone curve of the DNG specification. So grey stays grey,
/// nothing is clipped that the curve does not clip, and the hue does not change, nor if the curve falls.
package struct ToneMapping: Sendable {
    private let codes: [UInt8]
    /// The numbers of 16 bits that the codes of a pixel stand for, if these have been through a curve
    /// that a decoder applied to each of them alone.
    private let places: [UInt32]?
    /// 65536 / n, for each difference n of two numbers.
    private static let reciprocals: [UInt32] =
        [0] + (1...255).map { UInt32((65_536 + $0 / 2) / $0) }

    package init(_ curve: LevelsCurve) {
        codes = curve.codes
        places = nil
    }

    /// What is left to do for pixels that a decoder has made through a curve.
    package init(after curve: DeepCurve) {
        codes = (0...255).map { curve.isInverted ? 255 - $0 : $0 }
        places = Self.places(on: curve)
    }

    /// The first number that becomes each code or more, for black the last one that does; all differ.
    private static func places(on curve: DeepCurve) -> [UInt32] {
        var number = max(0, (curve.numbers.firstIndex { $0 > 0 } ?? 1) - 1)
        var places = [UInt32(number)]
        for code in 1..<256 {
            while number < DeepCurve.count - 1, Int(curve.numbers[number]) < code * 257 {
                number += 1
            }
            places.append(max(UInt32(number), places[code - 1] + 1))
        }
        return places
    }

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
    package func apply(to pixels: UnsafeMutableRawBufferPointer) {
        guard let places else { return applyCodes(to: pixels) }
        codes.withUnsafeBufferPointer { codes in
            places.withUnsafeBufferPointer { Self.restoreHue(of: pixels, $0, codes) }
        }
    }

    /// Hot: runs over all pixels of each picture with levels.
    private func applyCodes(to pixels: UnsafeMutableRawBufferPointer) {
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

    /// The same for codes that have been through a curve each alone: shares are those of the numbers
    /// before it.
    ///
    /// Hot: runs over all pixels of each picture of 16 bits with levels.
    private static func restoreHue(
        of pixels: UnsafeMutableRawBufferPointer, _ places: UnsafeBufferPointer<UInt32>,
        _ codes: UnsafeBufferPointer<UInt8>
    ) {
        guard let base = pixels.baseAddress else { return }
        for pixel in 0..<(pixels.count / Raster.bytesPerPixel) {
            let place = base + pixel &* Raster.bytesPerPixel
            let word = UInt32(littleEndian: place.load(as: UInt32.self))
            let (red, green, blue) = (word & 255, word &>> 8 & 255, word &>> 16 & 255)
            let (low, high) = (min(red, green, blue), max(red, green, blue))
            let (first, last) = (UInt32(codes[Int(low)]), UInt32(codes[Int(high)]))
            let (dark, light) = (min(first, last), max(first, last))
            let start = places[Int(low)]
            let slope = Float(light &- dark) / Float(max(1, places[Int(high)] &- start))
            let code = { (old: UInt32) -> UInt32 in
                dark &+ UInt32(Float(places[Int(old)] &- start) * slope + 0.5)
            }
            // Grey needs no way, and is most of what has 16 bits.
            let result =
                low == high
                ? dark &* 0x01_0101 : code(red) | code(green) &<< 8 | code(blue) &<< 16
            place.storeBytes(of: (result | word & 0xFF00_0000).littleEndian, as: UInt32.self)
        }
    }
}
