internal import Imaging

/// A pass of an interlaced PNG, one of seven (PNG specification, third edition, 8.1).
struct PNGPass {
    /// The position of the pass's first pixel, and the distances to the next column and row.
    let x, y, across, down: Int
    /// The size of the area that a pixel of this pass fills until later passes refine it.
    let width, height: Int

    private init(_ x: Int, _ y: Int, _ across: Int, _ down: Int, stands width: Int, _ height: Int) {
        (self.x, self.y, self.across, self.down) = (x, y, across, down)
        (self.width, self.height) = (width, height)
    }

    static let all = [
        PNGPass(0, 0, 8, 8, stands: 8, 8), PNGPass(4, 0, 8, 8, stands: 4, 8),
        PNGPass(0, 4, 4, 8, stands: 4, 4), PNGPass(2, 0, 4, 4, stands: 2, 4),
        PNGPass(0, 2, 2, 4, stands: 2, 2), PNGPass(1, 0, 2, 2, stands: 1, 2),
        PNGPass(0, 1, 1, 2, stands: 1, 1),
    ]

    /// Returns the number of pixels in a row of the pass.
    func columns(of picture: PixelSize) -> Int {
        max(0, picture.width - x + across - 1) / across
    }

    /// Writes a row of the pass as row `y` of a picture, with four bytes per pixel.
    ///
    /// Each pixel fills its area, which later passes may refine.
    func spread(
        _ row: UnsafeRawPointer, y: Int, of picture: PixelSize, to pixels: UnsafeMutableRawPointer
    ) {
        let rowBytes = picture.width * Raster.bytesPerPixel
        let first = pixels + y * rowBytes
        for column in 0..<columns(of: picture) {
            let colour = row.load(fromByteOffset: column &* 4, as: UInt32.self)
            let start = x &+ column &* across
            for index in start..<min(start &+ width, picture.width) {
                first.storeBytes(of: colour, toByteOffset: index &* 4, as: UInt32.self)
            }
        }
        // All pixels of the row are repeated below: pixels of earlier passes cover as many rows.
        for below in 1..<max(1, min(height, picture.height - y)) {
            (first + below * rowBytes).copyMemory(from: first, byteCount: rowBytes)
        }
    }
}
