internal import Imaging
internal import TerminalEmulation
internal import TerminalProtocols

/// What a program printed as the pixels that a terminal shows, by the tests' terminal model.
enum PrintedPicture {
    /// The last sixel string of `bytes`, as large as it declares; `nil` if there is none.
    static func sixel(_ bytes: [UInt8]) -> Raster? {
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

    /// The cells of coloured text, each 8 by 16 pixels; `nil` if there are none.
    ///
    /// The terminal is larger than `box`, so that a picture of another size is noticed.
    static func cells(_ bytes: [UInt8], around box: CellSize) -> Raster? {
        // As a terminal's driver does: a line feed returns to the first column.
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

/// How much of each pixel of a cell, 8 by 16 pixels, a character covers.
enum GlyphInk {
    static let width = 8
    static let height = 16

    /// The ink of a character from the cell's top left; letters count as half ink everywhere.
    static func ink(of character: Unicode.Scalar) -> [Float] {
        switch character.value {
        case 0x20, 0xA0: filled { _, _ in false }
        case 0x2580: filled { _, y in y < 8 }
        case 0x2581...0x2588:
            filled { _, y in y >= 16 - 2 * Int(character.value - 0x2580) }
        case 0x2589...0x258F: filled { x, _ in x < 8 - Int(character.value - 0x2588) }
        case 0x2590: filled { x, _ in x >= 4 }
        case 0x2591...0x2593:
            [Float](repeating: Float(character.value - 0x2590) / 4, count: width * height)
        case 0x2594: filled { _, y in y < 2 }
        case 0x2595: filled { x, _ in x == 7 }
        case 0x2596...0x259F:
            pattern(quadrants[Int(character.value - 0x2596)], columns: 2, rows: 2)
        case 0x1FB00...0x1FB3B: pattern(sextant(character.value), columns: 2, rows: 3)
        case 0x2800...0x28FF: dots(character.value - 0x2800)
        default:
            octants[character.value].map { pattern($0, columns: 2, rows: 4) }
                ?? [Float](repeating: 0.5, count: width * height)
        }
    }

    private static let octants: [UInt32: UInt32] = Dictionary(
        uniqueKeysWithValues: OctantCodes.ofPattern.enumerated().map { ($1, UInt32($0)) })

    /// Bits from the upper left: upper left, upper right, lower left, lower right.
    private static let quadrants: [UInt32] = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]

    private static func filled(_ isInk: (Int, Int) -> Bool) -> [Float] {
        (0..<width * height).map { isInk($0 % width, $0 / width) ? 1 : 0 }
    }

    private static func pattern(_ bits: UInt32, columns: Int, rows: Int) -> [Float] {
        filled { x, y in
            bits >> UInt32(y * rows / height * columns + x * columns / width) & 1 == 1
        }
    }

    /// Sextants are in the order of their patterns, without the two half columns, which are older.
    private static func sextant(_ code: UInt32) -> UInt32 {
        var bits = code - 0x1FB00 + 1
        if bits >= 0b010101 { bits += 1 }
        if bits >= 0b101010 { bits += 1 }
        return bits
    }

    private static func dots(_ bits: UInt32) -> [Float] {
        let order = [0, 3, 1, 4, 2, 5, 6, 7]
        return filled { x, y in
            guard (1..<3).contains(x % 4), (1..<3).contains(y % 4) else { return false }
            return bits >> UInt32(order[y / 4 * 2 + x / 4]) & 1 == 1
        }
    }
}
