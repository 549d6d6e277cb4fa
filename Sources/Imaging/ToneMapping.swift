/// A tone curve for pixels that preserves their hue.
///
/// As in the DNG specification, the largest and the smallest of a pixel's three values follow the
/// curve. The middle value keeps its relative position between these two values. Therefore, gray
/// stays gray, values are clipped only by the curve itself, and the hue stays the same even if the
/// curve falls.
package struct ToneMapping: Sendable {
    private let codes: [UInt8]
    /// The first 16-bit sample that the decoder's curve maps to each code; `nil` without such a
    /// curve.
    private let thresholds: [UInt32]?
    /// The quotient 65536 / n, rounded, for each difference n between two values; 0 for n = 0.
    private static let reciprocals: [UInt32] =
        [0] + (1...255).map { UInt32((65_536 + $0 / 2) / $0) }

    package init(_ curve: LevelsCurve) {
        codes = curve.codes
        thresholds = nil
    }

    /// Creates the mapping that restores the hue after a decoder has applied a curve.
    package init(after curve: ToneCurve16) {
        codes = (0...255).map { curve.isInverted ? 255 - $0 : $0 }
        thresholds = Self.thresholds(on: curve)
    }

    /// Returns, for each code, the first sample that the curve maps to the code or a higher one.
    ///
    /// The entry of code 0 is the last sample that becomes black. All entries differ.
    private static func thresholds(on curve: ToneCurve16) -> [UInt32] {
        var number = max(0, (curve.table.firstIndex { $0 > 0 } ?? 1) - 1)
        var thresholds = [UInt32(number)]
        for code in 1..<256 {
            while number < ToneCurve16.count - 1, Int(curve.table[number]) < code * 257 {
                number += 1
            }
            thresholds.append(max(UInt32(number), thresholds[code - 1] + 1))
        }
        return thresholds
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

    /// Maps the colours of four-byte pixels in place, and leaves alpha unchanged.
    package func apply(to pixels: UnsafeMutableRawBufferPointer) {
        guard let thresholds else { return applyCodes(to: pixels) }
        codes.withUnsafeBufferPointer { codes in
            thresholds.withUnsafeBufferPointer { Self.restoreHue(of: pixels, $0, codes) }
        }
    }

    /// Applies the curve to 8-bit pixels that still have their original hue.
    ///
    /// Hot: runs over all pixels of each picture with levels.
    private func applyCodes(to pixels: UnsafeMutableRawBufferPointer) {
        guard let base = pixels.baseAddress else { return }
        let count = pixels.count / Raster.bytesPerPixel
        codes.withUnsafeBufferPointer { codes in
            Self.reciprocals.withUnsafeBufferPointer { reciprocals in
                for pixel in 0..<count {
                    let offset = base + pixel &* Raster.bytesPerPixel
                    let word = UInt32(littleEndian: offset.load(as: UInt32.self))
                    let (red, green, blue) = (word & 255, word &>> 8 & 255, word &>> 16 & 255)
                    let (low, high) = (min(red, green, blue), max(red, green, blue))
                    let (first, last) = (UInt32(codes[Int(low)]), UInt32(codes[Int(high)]))
                    // A falling curve maps the darkest value to the lightest one.
                    let (dark, light) = (min(first, last), max(first, last))
                    let slope = (light &- dark) &* reciprocals[Int(high &- low)]
                    let half: UInt32 = 32_768
                    let result =
                        (dark &+ ((red &- low) &* slope &+ half) &>> 16)
                        | (dark &+ ((green &- low) &* slope &+ half) &>> 16) &<< 8
                        | (dark &+ ((blue &- low) &* slope &+ half) &>> 16) &<< 16
                        | word & 0xFF00_0000
                    offset.storeBytes(of: result.littleEndian, as: UInt32.self)
                }
            }
        }
    }

    /// Restores the hue of pixels after a curve was applied to each channel separately.
    ///
    /// The middle value returns to the relative position of its sample before the curve. Hot: runs
    /// over all pixels of each 16-bit picture with levels.
    private static func restoreHue(
        of pixels: UnsafeMutableRawBufferPointer, _ thresholds: UnsafeBufferPointer<UInt32>,
        _ codes: UnsafeBufferPointer<UInt8>
    ) {
        guard let base = pixels.baseAddress else { return }
        for pixel in 0..<(pixels.count / Raster.bytesPerPixel) {
            let offset = base + pixel &* Raster.bytesPerPixel
            let word = UInt32(littleEndian: offset.load(as: UInt32.self))
            let (red, green, blue) = (word & 255, word &>> 8 & 255, word &>> 16 & 255)
            let (low, high) = (min(red, green, blue), max(red, green, blue))
            let (first, last) = (UInt32(codes[Int(low)]), UInt32(codes[Int(high)]))
            let (dark, light) = (min(first, last), max(first, last))
            let start = thresholds[Int(low)]
            let slope = Float(light &- dark) / Float(max(1, thresholds[Int(high)] &- start))
            let code = { (old: UInt32) -> UInt32 in
                dark &+ UInt32(Float(thresholds[Int(old)] &- start) * slope + 0.5)
            }
            // Gray pixels take a shortcut, because most 16-bit pictures are gray.
            let result =
                low == high
                ? dark &* 0x01_0101 : code(red) | code(green) &<< 8 | code(blue) &<< 16
            offset.storeBytes(of: (result | word & 0xFF00_0000).littleEndian, as: UInt32.self)
        }
    }
}
