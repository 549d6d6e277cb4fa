internal import Imaging

/// The division of colours by alpha, for files that store colours multiplied by alpha.
///
/// These colours are called "premultiplied", their alpha "associated"; rasters have straight alpha.
enum AssociatedAlpha {
    /// Divides pixels with 8 bits per channel (red, green, blue, alpha) by alpha in place.
    ///
    /// Hot: runs for each pixel of a picture with associated alpha.
    static func divide(_ pixels: UnsafeMutablePointer<UInt8>, count: Int) {
        for pixel in 0..<count {
            let alpha = UInt32(pixels[pixel &* 4 &+ 3])
            guard alpha > 0, alpha < 255 else { continue }
            for channel in 0..<3 {
                let colour = UInt32(pixels[pixel &* 4 &+ channel]) &* 255 &+ alpha / 2
                pixels[pixel &* 4 &+ channel] = UInt8(min(255, colour / alpha))
            }
        }
    }

    /// Divides pixels with 16 bits per channel by alpha in place; samples are big-endian.
    ///
    /// Hot: runs for each pixel of a picture with associated alpha.
    static func divideDeep(_ pixels: UnsafeMutableRawPointer, count: Int) {
        for pixel in 0..<count {
            let offset = pixel &* 8
            let alpha = load(pixels, offset &+ 6)
            guard alpha > 0, alpha < 65535 else { continue }
            for channel in 0..<3 {
                let colour = UInt64(load(pixels, offset &+ channel &* 2)) &* 65535
                let straight = UInt16(min(65535, (colour &+ UInt64(alpha) / 2) / UInt64(alpha)))
                pixels.storeBytes(
                    of: straight.bigEndian, toByteOffset: offset &+ channel &* 2, as: UInt16.self)
            }
        }
    }

    @inline(__always)
    private static func load(_ pixels: UnsafeMutableRawPointer, _ offset: Int) -> UInt32 {
        UInt32(UInt16(bigEndian: pixels.loadUnaligned(fromByteOffset: offset, as: UInt16.self)))
    }
}
