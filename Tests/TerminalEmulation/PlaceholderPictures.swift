package import Imaging

/// Pictures that kitty's protocol stores and text shows: a cell with U+10EEEE shows a cell of a
/// picture, which its colour and three combining marks identify.
///
/// Stricter than a terminal: each cell must have all of its marks, because a multiplexer may draw
/// it without its neighbours.
package struct PlaceholderPictures: Sendable {
    private var images: [Int: Raster] = [:]
    /// The cells to which a picture is scaled, by its number.
    private var placements: [Int: CellSize] = [:]
    private var chunks = KittyChunks()

    /// A cell of a picture.
    struct Cell: Hashable {
        let image: Int
        let row: Int
        let column: Int
    }

    /// The number of stored pictures, and of those with a placement.
    package var count: Int { images.count }
    package var placementCount: Int { placements.count }

    /// Performs a command of kitty's protocol; returns its fault, if any.
    mutating func perform(_ keys: [String: String], _ payload: [UInt8]) -> String? {
        let image = Self.number("i", chunks.keys ?? keys)
        switch keys["a"] ?? chunks.keys?["a"] {
        case "t": return store(keys, payload)
        case "p": return place(image, keys)
        case "d": return delete(image, keys)
        default: return "the picture command \(keys)"
        }
    }

    private mutating func store(_ keys: [String: String], _ payload: [UInt8]) -> String? {
        guard let whole = chunks.collect(keys, payload) else { return nil }
        guard let image = Self.number("i", whole.keys), (1...0xFFFF_FFFF).contains(image),
            let raster = try? PNGFileReader.raster(whole.payload)
        else { return "a picture that cannot be stored: \(whole.keys)" }
        images[image] = raster
        placements[image] = nil
        return nil
    }

    private mutating func place(_ image: Int?, _ keys: [String: String]) -> String? {
        guard let image, images[image] != nil else { return "ENOENT: \(keys)" }
        guard keys["U"] == "1", let columns = Self.number("c", keys),
            let rows = Self.number("r", keys), columns > 0, rows > 0
        else { return "a picture is not placed by text: \(keys)" }
        placements[image] = CellSize(columns: columns, rows: rows)
        return nil
    }

    private mutating func delete(_ image: Int?, _ keys: [String: String]) -> String? {
        guard let image, images[image] != nil else { return "ENOENT: \(keys)" }
        switch keys["d"] {
        case "i": placements[image] = nil
        case "I":
            placements[image] = nil
            images[image] = nil
        default: return "a deletion that reaches no placeholders: \(keys)"
        }
        return nil
    }

    private static func number(_ key: String, _ keys: [String: String]) -> Int? {
        keys[key].flatMap { Int($0) }
    }
}

extension PlaceholderPictures {
    /// Returns the picture cell that a screen cell shows; `nil` for other text.
    ///
    /// A cell that identifies no picture has the image 0.
    static func cell(_ cell: ScreenCell) -> Cell? {
        let scalars = cell.text.unicodeScalars.map(\.value)
        guard scalars.first == 0x10EEEE else { return nil }
        let marks = scalars.dropFirst().compactMap { numbers[$0] }
        let colour: Int? =
            switch cell.style.foreground {
            case .indexed(let number): Int(number)
            case .rgb(let red, let green, let blue): Int(red) << 16 | Int(green) << 8 | Int(blue)
            case .standard: nil
            }
        guard marks.count == 3, scalars.count == 4, let colour else {
            return Cell(image: 0, row: 0, column: 0)
        }
        return Cell(image: marks[2] << 24 | colour, row: marks[0], column: marks[1])
    }

    /// Returns the faults of the placeholders on a screen, in words.
    package func faults(in grid: ScreenGrid) -> [String] {
        var faults: Set<String> = []
        for cell in grid.rows.joined().compactMap(Self.cell) {
            if images[cell.image] == nil {
                faults.insert("no picture \(cell.image)")
            } else if let size = placements[cell.image] {
                if cell.row >= size.rows || cell.column >= size.columns {
                    faults.insert("a cell beyond the picture \(cell.image)")
                }
            } else {
                faults.insert("the picture \(cell.image) has no placement")
            }
        }
        return faults.sorted()
    }

    /// Returns all pixels of a screen; transparent black without a picture.
    package func raster(of grid: ScreenGrid, on screen: TerminalGeometry) -> Raster {
        let size = screen.pixels
        var pixels = [UInt8](repeating: 0, count: size.width * size.height * Raster.bytesPerPixel)
        var scaled: [Int: Raster] = [:]
        for (row, cells) in grid.rows.enumerated() {
            for (column, text) in cells.enumerated() {
                guard let cell = Self.cell(text), let raster = images[cell.image],
                    let cells = placements[cell.image]
                else { continue }
                let picture = scaled[cell.image] ?? Self.fit(raster, into: cells, of: screen.cell)
                scaled[cell.image] = picture
                let from = screen.cell.origin(row: cell.row, column: cell.column)
                let to = screen.cell.origin(row: row, column: column)
                Self.copy(picture, from, to, of: screen.cell, into: &pixels, of: size)
            }
        }
        return Raster(size: size, pixels: pixels, isOpaque: false)
    }

    /// Returns the picture scaled to fit some cells, keeping its aspect ratio, centred.
    private static func fit(_ raster: Raster, into cells: CellSize, of cell: CellMetrics) -> Raster
    {
        let box = cell.pixels(of: cells)
        guard raster.size != box else { return raster }
        let size = raster.size.fitted(into: box, enlarging: true)
        let scaled = raster.resized(to: size)
        let corner = PixelPoint(
            x: (box.width - size.width) / 2, y: (box.height - size.height) / 2)
        return scaled.placed(at: corner, on: box)
    }

    private static func copy(
        _ picture: Raster, _ from: PixelPoint, _ to: PixelPoint, of cell: CellMetrics,
        into pixels: inout [UInt8], of size: PixelSize
    ) {
        let count = cell.across.pixels(of: 1) * Raster.bytesPerPixel
        for line in 0..<cell.down.pixels(of: 1) {
            let start = ((from.y + line) * picture.size.width + from.x) * Raster.bytesPerPixel
            let place = ((to.y + line) * size.width + to.x) * Raster.bytesPerPixel
            guard start + count <= picture.pixels.count, place + count <= pixels.count else {
                continue
            }
            for byte in 0..<count { pixels[place + byte] = picture.pixels[start + byte] }
        }
    }

    /// The number of each mark, from kitty's gen/rowcolumn-diacritics.txt, in a format other than
    /// the program's: each code point and the number of those that follow it.
    private static let numbers: [UInt32: Int] = {
        let runs = """
            305 30D+1 310 312 33D+2 346 34A+2 350+2 357 35B 363+12 483+4 592+3 597+2 59C+5 5A8+1 \
            5AB+1 5AF 5C4 610+7 657+4 65D+1 6D6+6 6DF+3 6E4 6E7+1 6EB+1 730 732+1 735+1 73A 73D \
            73F+2 743 745 747 749+1 7EB+6 7F3 816+3 81B+8 825+2 829+4 951 953+1 F82+1 F86+1 135D+2 \
            17DD 193A 1A17 1A75+7 1B6B 1B6D+6 1CD0+2 1CDA+1 1CE0 1DC0+1 1DC3+6 1DCB+1 1DD1+21 1DFE \
            20D0+1 20D4+3 20DB+1 20E1 20E7 20E9 20F0 2CEF+2 2DE0+31 A66F A67C+1 A6F0+1 A8E0+17 \
            AAB0 AAB2+1 AAB7+1 AABE+1 AAC1 FE20+6 10A0F 10A38 1D185+4 1D1AA+3 1D242+2
            """
        var numbers: [UInt32: Int] = [:]
        for run in runs.split(separator: " ") {
            let parts = run.split(separator: "+")
            let first = parts.first.flatMap { UInt32($0, radix: 16) } ?? 0
            let more = parts.count > 1 ? UInt32(parts[1]) ?? 0 : 0
            for mark in first...first + more { numbers[mark] = numbers.count }
        }
        return numbers
    }()
}
