import Fuzzing
import Imaging
import TerminalProtocols
import TestSupport

/// Blocks stay within their cells and leave a plain terminal; half blocks show every pixel.
enum BlocksTarget: FuzzTarget {
    static let name = "blocks"

    static func take(_ bytes: [UInt8]) throws {
        var input = FuzzInput(bytes)
        let glyphs = BlockGlyphs.allCases[input.number(in: 0...BlockGlyphs.allCases.count - 1)]
        let depths: [ColourDepth] = [.trueColour, .palette256, .palette16, .monochrome]
        let depth = depths[input.number(in: 0...3)]
        let picture = FuzzedPicture(&input)
        let mosaic = BlockEncoder(glyphs: glyphs, colours: depth).mosaic(
            of: Frame(raster: picture.raster, anchor: picture.anchor, quality: .atRest))
        var output: [UInt8] = []
        mosaic.append(at: CellPosition(row: 0, column: 0), to: &output)
        let cells = glyphs.metrics.cells(covering: picture.raster.size)
        var terminal = TerminalModel(
            .vt340,
            geometry: TerminalGeometry(columns: cells.columns + 1, rows: cells.rows + 1))
        _ = terminal.feed(output)
        try expect(terminal.faults.isEmpty, "\(terminal.faults)")
        try expect(terminal.leftovers.isEmpty, "\(terminal.leftovers)")
        try expect(isEmptyBeside(cells, terminal), "cells beside the picture are written")
        guard glyphs == .half, depth == .trueColour else { return }
        try expect(shown(terminal, picture.raster.size) == picture.raster.pixels, "other pixels")
    }

    private static func isEmptyBeside(_ cells: CellSize, _ terminal: TerminalModel) -> Bool {
        terminal.grid.rows.enumerated().allSatisfy { row, line in
            row < cells.rows
                ? line[cells.columns...].allSatisfy { $0.text == " " }
                : line.allSatisfy { $0.text == " " }
        }
    }

    private static func shown(_ terminal: TerminalModel, _ size: PixelSize) -> [UInt8] {
        terminal.blocks.cropped(to: PixelRect(size)).pixels
    }
}
