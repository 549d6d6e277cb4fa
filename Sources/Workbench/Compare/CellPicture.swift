internal import Imaging

/// Reads coloured text as a terminal shows it, to pixels: 8 by 16 for each cell.
struct CellPicture {
    private struct Cell {
        let character: Unicode.Scalar
        let foreground: SIMD3<Float>
        let background: SIMD3<Float>
    }

    private var rows: [[Cell?]] = []
    private var foreground = Self.white
    private var background = SIMD3<Float>.zero
    private var (row, column) = (0, 0)

    private static let white = SIMD3<Float>(repeating: 229)
    /// More is no screen but a broken number.
    private static let sideLimit = 2_000

    /// What the text shows, from the first cell that is written to the last; nil where none is.
    static func raster(of bytes: [UInt8]) -> Raster? {
        var picture = CellPicture()
        picture.read(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        return picture.raster
    }

    private mutating func read(_ text: String.UnicodeScalarView) {
        var rest = text[...]
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x1B: obey(Self.sequence(from: &rest))
            case 0x0D: column = 0
            case 0x0A: (row, column) = (row + 1, 0)
            case 0x20...: write(scalar)
            default: break
            }
        }
    }

    /// The parameters of a control sequence and its last letter.
    private static func sequence(
        from rest: inout Substring.UnicodeScalarView
    ) -> (parameters: String, final: Unicode.Scalar)? {
        guard rest.first == "[" else {
            rest = rest.dropFirst()
            return nil
        }
        rest = rest.dropFirst()
        let parameters = String(String.UnicodeScalarView(rest.prefix { $0.value < 0x40 }))
        rest = rest.drop { $0.value < 0x40 }
        return rest.popFirst().map { (parameters, $0) }
    }

    private mutating func obey(_ sequence: (parameters: String, final: Unicode.Scalar)?) {
        guard let sequence, !sequence.parameters.hasPrefix("?") else { return }
        let numbers = sequence.parameters.split(
            whereSeparator: { $0 == ";" || $0 == ":" }
        ).map { Int($0) ?? 0 }
        switch sequence.final {
        case "m": colour(numbers)
        case "C": column += numbers.first ?? 1
        case "H":
            row = (numbers.first ?? 1) - 1
            column = (numbers.count > 1 ? numbers[1] : 1) - 1
        default: break
        }
    }

    private mutating func colour(_ numbers: [Int]) {
        var rest = (numbers.isEmpty ? [0] : numbers)[...]
        while let number = rest.popFirst() {
            switch number {
            case 0: (foreground, background) = (Self.white, .zero)
            case 7: (foreground, background) = (background, foreground)
            case 38: foreground = Self.extended(&rest) ?? foreground
            case 48: background = Self.extended(&rest) ?? background
            case 39: foreground = Self.white
            case 49: background = .zero
            default: break
            }
        }
    }

    private static func extended(_ rest: inout ArraySlice<Int>) -> SIMD3<Float>? {
        switch rest.popFirst() {
        case 2 where rest.count >= 3:
            let codes = rest.prefix(3).map { Float(min($0, 255)) }
            rest = rest.dropFirst(3)
            return SIMD3(codes[0], codes[1], codes[2])
        case 5: return rest.popFirst().map(ofTable)
        default: return nil
        }
    }

    /// The cube and the grays of xterm's 256 colours; the first 16 differ from theme to theme.
    private static func ofTable(_ number: Int) -> SIMD3<Float> {
        guard (16..<256).contains(number) else { return white }
        if number >= 232 { return SIMD3(repeating: Float(8 + 10 * (number - 232))) }
        let steps: [Float] = [0, 95, 135, 175, 215, 255]
        let place = number - 16
        return SIMD3(steps[place / 36], steps[place / 6 % 6], steps[place % 6])
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        guard (0..<Self.sideLimit).contains(row), (0..<Self.sideLimit).contains(column) else {
            return
        }
        while rows.count <= row { rows.append([]) }
        while rows[row].count <= column { rows[row].append(nil) }
        rows[row][column] = Cell(
            character: scalar, foreground: foreground, background: background)
        column += 1
    }

    private var raster: Raster? {
        let columns = rows.reduce(0) { max($0, $1.count) }
        let size = PixelSize(
            width: columns * GlyphInk.width, height: rows.count * GlyphInk.height)
        guard !size.isEmpty else { return nil }
        var pixels = [UInt8](repeating: 255, count: size.width * size.height * 4)
        for (row, cells) in rows.enumerated() {
            for (column, cell) in cells.enumerated() {
                guard let cell else { continue }
                let first = row * GlyphInk.height * size.width + column * GlyphInk.width
                Self.draw(cell, into: &pixels, at: first, width: size.width)
            }
        }
        return Raster(size: size, pixels: pixels)
    }

    private static func draw(_ cell: Cell, into pixels: inout [UInt8], at first: Int, width: Int) {
        for (place, ink) in GlyphInk.ink(of: cell.character).enumerated() {
            let colour = cell.background + (cell.foreground - cell.background) * ink + 0.5
            let pixel = first + place / GlyphInk.width * width + place % GlyphInk.width
            for channel in 0..<3 { pixels[pixel * 4 + channel] = UInt8(colour[channel]) }
        }
    }
}
