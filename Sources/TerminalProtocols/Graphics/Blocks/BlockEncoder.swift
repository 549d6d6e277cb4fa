import Imaging

/// Makes characters of frames: lines that follow each other, or a mosaic to be placed on a screen.
package struct BlockEncoder: GraphicsEncoder {
    private let glyphs: BlockGlyphs
    private let depth: ColourDepth
    private let colours: TerminalColours
    private let mosaic: MosaicMatcher
    /// For characters that are no patterns of whole elements.
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
        mosaic(of: frame).append(at: nil, to: &output)
    }

    /// The cells of a frame.
    package func mosaic(of frame: Frame) -> BlockMosaic {
        let size = glyphs.metrics.cells(covering: frame.raster.size)
        var cells = [MosaicCell]()
        cells.reserveCapacity(size.columns * size.rows)
        for row in 0..<size.rows { fit(row: row, of: frame, into: &cells) }
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

    private func cell(_ lights: UnsafePointer<SIMD4<Float>>, at place: PixelPoint) -> MosaicCell {
        if glyphs == .ascii { return inked(lights, at: place) }
        return depth == .monochrome ? lit(lights, at: place) : split(lights, at: place)
    }

    private func inked(_ lights: UnsafePointer<SIMD4<Float>>, at place: PixelPoint) -> MosaicCell {
        let (pattern, ink) = ascii.fit(lights)
        let foreground = depth == .monochrome ? 1 : colours.code(of: ink, at: place)
        return MosaicCell(pattern: pattern, foreground: foreground, background: 0)
    }

    private func lit(_ lights: UnsafePointer<SIMD4<Float>>, at place: PixelPoint) -> MosaicCell {
        MosaicCell(
            pattern: thresholds.pattern(lights, at: place), foreground: 1, background: 0)
    }

    private func split(_ lights: UnsafePointer<SIMD4<Float>>, at place: PixelPoint) -> MosaicCell {
        let split = coverage?.split(lights) ?? mosaicSplit(lights)
        // A cell has two colours, so two places of the pattern they are mixed by: one above the other.
        let upper = PixelPoint(
            x: place.x / glyphs.parts.width, y: place.y / glyphs.parts.height * 2)
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
