package import Imaging
internal import TerminalEmulation

/// A program's output as the pixels that a terminal shows, by the terminal model.
package enum PrintedPicture {
    /// Returns the last sixel string of `bytes` in its declared size; `nil` if there is none.
    package static func sixel(_ bytes: [UInt8]) -> Raster? {
        var parser = OutputParser()
        let strings = parser.feed(bytes).compactMap { event -> OutputString? in
            if case .string(let string) = event { string } else { nil }
        }
        guard let last = strings.last(where: SixelDrawing.isSixel) else { return nil }
        let drawing = SixelDrawing(last.bytes)
        let area = PixelRect(drawing.declared ?? drawing.size)
        guard !area.isEmpty, PixelRect(drawing.size).contains(area) else { return nil }
        let raster = Raster(
            size: drawing.size, pixels: drawing.pixels, isOpaque: drawing.undrawnCount == 0)
        return raster.cropped(to: area)
    }

    /// Returns the cells of coloured text, each 8 by 16 pixels; `nil` if there are none.
    ///
    /// The terminal is larger than `box`, so that a picture of another size is noticed.
    package static func cells(_ bytes: [UInt8], around box: CellSize) -> Raster? {
        // Like a terminal's driver: a line feed returns to the first column.
        let output = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
        var terminal = TerminalModel(
            .xterm, geometry: TerminalGeometry(columns: box.columns + 8, rows: box.rows + 8))
        _ = terminal.feed(output)
        let used = terminal.grid.rows.map { row in
            Array(row[..<((row.lastIndex { $0 != .blank } ?? -1) + 1)])
        }
        let rows = used[..<((used.lastIndex { !$0.isEmpty } ?? -1) + 1)]
        let columns = rows.reduce(0) { max($0, $1.count) }
        let size = PixelSize(width: columns * GlyphInk.width, height: rows.count * GlyphInk.height)
        guard !size.isEmpty else { return nil }
        var pixels = [UInt8](repeating: 255, count: size.width * size.height * Raster.bytesPerPixel)
        for (row, cells) in rows.enumerated() {
            for column in 0..<columns {
                let cell = column < cells.count ? cells[column] : .blank
                let first = row * GlyphInk.height * size.width + column * GlyphInk.width
                draw(cell, into: &pixels, at: first, width: size.width)
            }
        }
        return Raster(size: size, pixels: pixels)
    }

    private static func draw(
        _ cell: ScreenCell, into pixels: inout [UInt8], at first: Int, width: Int
    ) {
        var foreground = colour(cell.style.foreground, otherwise: 229)
        var background = colour(cell.style.background, otherwise: 0)
        if cell.style.attributes.contains(7) { swap(&foreground, &background) }
        let character = cell.text.unicodeScalars.first ?? " "
        for (place, ink) in GlyphInk.ink(of: character).enumerated() {
            let colour = background + (foreground - background) * ink + 0.5
            let pixel = first + place / GlyphInk.width * width + place % GlyphInk.width
            for channel in 0..<3 { pixels[pixel * 4 + channel] = UInt8(colour[channel]) }
        }
    }

    /// `gray` stands for the terminal's own colour.
    private static func colour(_ colour: CellColour, otherwise gray: Float) -> SIMD3<Float> {
        guard colour != .standard else { return SIMD3(repeating: gray) }
        let codes = colour.components.map(Float.init)
        return SIMD3(codes[0], codes[1], codes[2])
    }
}
