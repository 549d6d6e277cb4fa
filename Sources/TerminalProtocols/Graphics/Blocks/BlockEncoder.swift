import Imaging

/// An encoder that draws frames with characters, as lines of text or as a mosaic for a screen.
package struct BlockEncoder: Sendable {
    private let glyphs: BlockGlyphs
    private let depth: ColourDepth
    private let colours: TerminalColours
    private let mosaic: MosaicMatcher
    /// The matcher for characters that cover fractions of elements; `nil` if such characters are
    /// not used.
    private let coverage: CoverageMatcher?
    private let thresholds: ThresholdMatcher
    private let ascii = AsciiMatcher()

    package init(glyphs: BlockGlyphs, colours: ColourDepth) {
        self.glyphs = glyphs
        depth = colours
        self.colours = TerminalColours(depth: colours)
        mosaic = MosaicMatcher(glyphs)
        let hasParts = (glyphs == .quadrant || glyphs == .sextant) && colours != .monochrome
        coverage = hasParts ? CoverageMatcher(glyphs) : nil
        thresholds = ThresholdMatcher(glyphs)
    }

    package func encode(_ frame: Frame, into output: inout [UInt8]) {
        mosaic(of: frame).appendLines(to: &output)
    }

    package func mosaic(of frame: Frame) -> BlockMosaic {
        let size = glyphs.metrics.cells(covering: frame.raster.size)
        var cells = [MosaicCell]()
        cells.reserveCapacity(size.columns * size.rows)
        for row in 0..<size.rows { fit(row: row, of: frame, into: &cells) }
        if glyphs.hasGrounds(in: depth) { CellGrounds(glyphs, depth, size: size).settle(&cells) }
        return BlockMosaic(
            glyphs: glyphs, depth: depth, anchor: frame.anchor, size: size, cells: cells)
    }

    private func fit(row: Int, of frame: Frame, into cells: inout [MosaicCell]) {
        let columns = glyphs.metrics.cells(covering: frame.raster.size).columns
        let elements = CellElements(
            frame.raster, glyphs: glyphs, parts: coverage == nil ? glyphs.parts : glyphs.elements)
        let start = cells.count
        elements.forEachCell(ofRow: row, columns: columns) { lights in
            let first = PixelPoint(
                x: frame.anchor.x + (cells.count - start) * glyphs.parts.width,
                y: (frame.anchor.y + row * glyphs.elements.height) * glyphs.parts.height
                    / glyphs.elements.height)
            cells.append(cell(lights, at: first))
        }
    }

    private func cell(_ lights: UnsafePointer<SIMD4<Float>>, at point: PixelPoint) -> MosaicCell {
        if glyphs == .ascii { return inked(lights, at: point) }
        return depth == .monochrome ? lit(lights, at: point) : split(lights, at: point)
    }

    private func inked(_ lights: UnsafePointer<SIMD4<Float>>, at position: PixelPoint) -> MosaicCell
    {
        if glyphs.hasGrounds(in: depth) { return split(ascii.split(lights), at: position) }
        let (pattern, ink) = ascii.fit(lights)
        let foreground = depth == .monochrome ? 1 : colours.code(of: ink, at: position)
        return MosaicCell(pattern: pattern, foreground: foreground, background: 0)
    }

    private func lit(_ lights: UnsafePointer<SIMD4<Float>>, at point: PixelPoint) -> MosaicCell {
        MosaicCell(pattern: thresholds.pattern(lights, at: point), foreground: 1, background: 0)
    }

    private func split(_ lights: UnsafePointer<SIMD4<Float>>, at position: PixelPoint) -> MosaicCell
    {
        split(coverage?.split(lights) ?? mosaicSplit(lights), at: position)
    }

    private func split(_ split: MosaicMatcher.Split, at point: PixelPoint) -> MosaicCell {
        // The two colours use two positions of the dither pattern, one above the other.
        let upper = PixelPoint(
            x: point.x / glyphs.parts.width, y: point.y / glyphs.parts.height * 2)
        return MosaicCell(
            pattern: split.pattern, foreground: colours.code(of: split.foreground, at: upper),
            background: colours.code(
                of: split.background, at: PixelPoint(x: upper.x, y: upper.y + 1)))
    }

    private func mosaicSplit(_ lights: UnsafePointer<SIMD4<Float>>) -> MosaicMatcher.Split {
        let split = mosaic.split(lights)
        if glyphs == .braille { return split.dotted() }
        return depth == .trueColour ? split : split.halved(glyphs)
    }
}

/// The light of the parts of cells: means of the picture elements that a part covers.
///
/// A part of a half block is one element, whose value is a mean of light. Means of roots or of
/// codes would be more similar to the photo at close distance, but lose its stars. The table gives
/// dB, SSIM, dE, and dE after a blur of 4 pixels, for five photos in 160x45 half blocks. The last
/// column is the code of a half block of 64 pixels that shows a white star of 2 by 2 pixels in a
/// black sky:
///
/// | | dB | SSIM | dE | blurred dE | star |
/// |---|---|---|---|---|---|
/// | light | 31.5 | .800 | 1.55 | .59 | 71 |
/// | roots | 31.8 | .805 | 1.44 | .67 | 13 |
/// | codes (chafa: 31.6, .806, 1.47, .78) | 31.8 | .806 | 1.44 | .70 | 16 |
/// | roots of 2 by 2 means of light | 31.7 | .803 | 1.48 | .59 | 34 |
///
/// The last row needs twice the elements, so a photo at its original size would be half as large.
struct CellElements {
    private let raster: Raster
    private let elements: PixelSize
    private let parts: PixelSize
    /// The rows of elements that each row of parts covers, with the weight of each row of elements.
    private let covered: [[(row: Int, share: Float)]]

    init(_ raster: Raster, glyphs: BlockGlyphs, parts: PixelSize) {
        self.raster = raster
        elements = glyphs.elements
        self.parts = parts
        let (elements, count) = (elements.height, parts.height)
        covered = (0..<count).map { part in
            // The unit is chosen so that all borders are integers.
            let (top, bottom) = (part * elements, (part + 1) * elements)
            return (0..<elements).compactMap { row in
                let overlap = min(bottom, (row + 1) * count) - max(top, row * count)
                return overlap > 0 ? (row, Float(overlap) / Float(elements)) : nil
            }
        }
    }

    /// Calls `body` with the parts' light of each cell in a row, from the top left part on.
    ///
    /// Beyond the raster, the elements of its edge are repeated. Hot: runs for each cell of a
    /// frame.
    func forEachCell(ofRow row: Int, columns: Int, _ body: (UnsafePointer<SIMD4<Float>>) -> Void) {
        let count = parts.width * parts.height
        raster.pixels.withUnsafeBufferPointer { pixels in
            LinearLight.ofCode.withUnsafeBufferPointer { lights in
                withUnsafeTemporaryAllocation(of: SIMD4<Float>.self, capacity: count) { cell in
                    guard let first = cell.baseAddress else { return }
                    for column in 0..<columns {
                        for part in 0..<count {
                            var light = SIMD4<Float>.zero
                            for (inner, share) in covered[part / parts.width] {
                                let index = index(
                                    x: column &* elements.width &+ part % parts.width,
                                    y: row &* elements.height &+ inner)
                                light +=
                                    share
                                    * SIMD4(
                                        lights[Int(pixels[index])],
                                        lights[Int(pixels[index &+ 1])],
                                        lights[Int(pixels[index &+ 2])], 0)
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
    private func index(x: Int, y: Int) -> Int {
        let x = min(x, raster.size.width &- 1)
        let y = min(y, raster.size.height &- 1)
        return (y &* raster.size.width &+ x) &* Raster.bytesPerPixel
    }
}
