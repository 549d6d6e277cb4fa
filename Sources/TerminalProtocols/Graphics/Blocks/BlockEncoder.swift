import Imaging

/// Writes frames as characters: the cursor to each row's start, colours where they change, and
/// plain attributes at the end; nothing else.
package struct BlockEncoder: GraphicsEncoder {
    private let glyphs: BlockGlyphs
    private let depth: ColourDepth
    private let origin: CellPosition?
    private let fit: MosaicFit

    /// `origin` is the cell of the frame's top left corner; without one, lines follow each other.
    package init(glyphs: BlockGlyphs, colours: ColourDepth, origin: CellPosition?) {
        self.glyphs = glyphs
        depth = colours
        self.origin = origin
        fit = MosaicFit(glyphs)
    }

    package func encode(_ frame: Frame, into output: inout [UInt8]) {
        guard !frame.raster.size.isEmpty else { return }
        let size = glyphs.metrics.cells(covering: frame.raster.size)
        var writer = CellWriter(glyphs, depth: depth)
        var cells = [MosaicCell]()
        for row in 0..<size.rows {
            fit(row: row, of: frame.raster, into: &cells)
            begin(row, by: &writer, in: &output)
            append(cells, by: &writer, to: &output)
        }
        ControlSequence.plain.append(to: &output)
    }

    /// A new line is begun plain, or the terminal fills it to its end with the last background.
    private func begin(_ row: Int, by writer: inout CellWriter, in output: inout [UInt8]) {
        if let origin {
            let start = CellPosition(row: origin.row + row, column: origin.column)
            ControlSequence.moveCursor(start).append(to: &output)
        } else if row > 0 {
            ControlSequence.plain.append(to: &output)
            output.append(Ascii.newLine)
            writer = CellWriter(glyphs, depth: depth)
        }
    }

    private func fit(row: Int, of raster: Raster, into cells: inout [MosaicCell]) {
        let colours = TerminalColours(depth: depth)
        let columns = glyphs.metrics.cells(covering: raster.size).columns
        cells.removeAll(keepingCapacity: true)
        let elements = CellElements(raster: raster, metrics: glyphs.metrics)
        elements.forEachCell(ofRow: row, columns: columns) { lights in
            let split = fit.split(lights)
            cells.append(
                MosaicCell(
                    pattern: split.pattern, foreground: colours.code(of: split.foreground),
                    background: colours.code(of: split.background)))
        }
    }

    private func append(
        _ cells: [MosaicCell], by writer: inout CellWriter, to output: inout [UInt8]
    ) {
        withUnsafeTemporaryAllocation(
            byteCount: (cells.count + 1) * CellWriter.cellBytes, alignment: 8
        ) { text in
            guard let start = text.baseAddress else { return }
            var place = start
            for cell in cells { place = writer.write(cell, to: place) }
            output.append(contentsOf: text[..<(place - start)])
        }
    }
}
