import Imaging

/// The light of the parts of one cell after another: the means of the picture elements they cover.
///
/// A half block's part is one element, a mean of light. As a mean of roots or of codes it would be more
/// like the photo close by, and lose its stars. Five photos in 160x45 half blocks: dB, SSIM, dE, dE4, FLIP,
/// and the code of a half block over a black sky with a white star of two by two of its 64 pixels:
///
/// | | | | | | | star |
/// |---|---|---|---|---|---|---|
/// | light | 31.5 | .800 | 1.55 | .59 | .0763 | 71 |
/// | roots | 31.8 | .805 | 1.44 | .67 | .0734 | 13 |
/// | codes (chafa: 31.6, .806, 1.47, .78, .0769) | 31.8 | .806 | 1.44 | .70 | .0733 | 16 |
/// | roots of 2 by 2 means of light | 31.7 | .803 | 1.48 | .59 | .0748 | 34 |
///
/// The last needs twice the elements, so that a photo at its original size would be half as large.
struct CellElements {
    private let raster: Raster
    private let elements: PixelSize
    private let parts: PixelSize
    /// For each row of parts the rows of elements it covers, and their shares of it.
    private let covered: [[(row: Int, share: Float)]]

    init(_ raster: Raster, glyphs: BlockGlyphs, parts: PixelSize) {
        self.raster = raster
        elements = glyphs.elements
        self.parts = parts
        let (elements, count) = (elements.height, parts.height)
        covered = (0..<count).map { part in
            // In units of an element's share of a part: all borders are whole numbers.
            let (top, bottom) = (part * elements, (part + 1) * elements)
            return (0..<elements).compactMap { row in
                let overlap = min(bottom, (row + 1) * count) - max(top, row * count)
                return overlap > 0 ? (row, Float(overlap) / Float(elements)) : nil
            }
        }
    }

    /// Hot: gives each cell's parts from its top left; beyond the raster its edge goes on.
    func forEachCell(
        ofRow row: Int, columns: Int, _ body: (UnsafePointer<SIMD4<Float>>) -> Void
    ) {
        let count = parts.width * parts.height
        raster.pixels.withUnsafeBufferPointer { pixels in
            LinearLight.ofCode.withUnsafeBufferPointer { lights in
                withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: count) { cell in
                    guard let first = cell.baseAddress else { return }
                    for column in 0..<columns {
                        for part in 0..<count {
                            var light = SIMD4<Float>.zero
                            for (inner, share) in covered[part / parts.width] {
                                let place = place(
                                    x: column &* elements.width &+ part % parts.width,
                                    y: row &* elements.height &+ inner)
                                light +=
                                    share
                                    * SIMD4(
                                        lights[Int(pixels[place])],
                                        lights[Int(pixels[place &+ 1])],
                                        lights[Int(pixels[place &+ 2])], 0)
                            }
                            cell[part] = light
                        }
                        body(UnsafePointer(first))
                    }
                }
            }
        }
    }

    @inline(__always)
    private func place(x: Int, y: Int) -> Int {
        let x = min(x, raster.size.width &- 1)
        let y = min(y, raster.size.height &- 1)
        return (y &* raster.size.width &+ x) &* Raster.bytesPerPixel
    }
}
