/// Pixels in memory: rows from the top, four bytes a pixel (red, green, blue, alpha), sRGB.
///
/// Alpha is straight, not multiplied in; it is 255 everywhere when `isOpaque`.
/// The array is stored and open on purpose: a loop in another module opens it once (see README,
/// "Modules and speed").
package struct Raster: Hashable, Sendable {
    package static let bytesPerPixel = 4

    package let size: PixelSize
    package let pixels: [UInt8]
    package let isOpaque: Bool

    /// - Precondition: `pixels` has exactly four bytes for each pixel of `size`.
    package init(size: PixelSize, pixels: [UInt8], isOpaque: Bool = true) {
        precondition(
            pixels.count == size.width * size.height * Self.bytesPerPixel, "a pixel has 4 bytes")
        self.size = size
        self.pixels = pixels
        self.isOpaque = isOpaque
    }

    package var byteCount: Int { pixels.count }
}
