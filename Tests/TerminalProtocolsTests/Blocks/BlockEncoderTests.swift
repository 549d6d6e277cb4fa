import Imaging
import TerminalProtocols
import TestSupport
import Testing

/// Characters, as shown by a terminal model.
struct BlockEncoderTests {
    @Test
    func halfBlocksShowEveryPixel() {
        let photo = Raster.sky(width: 40, height: 20)
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 40, rows: 11))
        _ = model.feed(blocks(of: photo, .half, .trueColour))
        #expect(model.blocks.pixels == photo.pixels)
        #expect(model.leftovers.isEmpty)
        #expect(model.faults.isEmpty)
    }

    @Test
    func rowsBeginAtTheOrigin() {
        let photo = Raster.sky(width: 4, height: 3)
        let mosaic = BlockEncoder(glyphs: .half, colours: .trueColour)
            .mosaic(of: Frame(raster: photo, anchor: .origin, quality: .atRest))
        var bytes: [UInt8] = []
        mosaic.append(at: CellPosition(row: 2, column: 7), to: &bytes)
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}[3;8H"))
        #expect(text.contains("\u{1B}[4;8H"))
        #expect(!text.contains("\u{1B}[5;8H"))
        #expect(text.hasSuffix("\u{1B}[0m"))
    }

    @Test(arguments: [
        (BlockGlyphs.quadrant, "▌"), (.sextant, "▌"), (.octant, "▌"),
    ])
    func aCellInTwoHalvesIsDrawnAsSuch(glyphs: BlockGlyphs, character: String) {
        let metrics = glyphs.elements
        let size = PixelSize(width: metrics.width, height: metrics.height)
        let cell = Raster(size) { x, _ in x == 0 ? (200, 30, 60) : (0, 0, 80) }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 4, rows: 2))
        _ = model.feed(blocks(of: cell, glyphs, .trueColour))
        let shown = model.grid.rows[0][0]
        #expect(shown.text == character)
        #expect(shown.style.foreground == .rgb(200, 30, 60))
        #expect(shown.style.background == .rgb(0, 0, 80))
    }

    @Test(arguments: BlockGlyphs.allCases)
    func elementsAreSquareInACellTwiceAsHighAsWide(glyphs: BlockGlyphs) {
        #expect(glyphs.elements.height == 2 * glyphs.elements.width)
    }

    @Test
    func aPartOfACellHasTheMeanOfTheRootsOfTheElementsItCovers() {
        // Half of the upper right quadrant is lit: half the root of 200's light is that of code 106.
        let cell = Raster(PixelSize(width: 2, height: 4)) { x, y in
            x == 1 && y == 1 ? (200, 200, 200) : (0, 0, 0)
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 4, rows: 2))
        _ = model.feed(blocks(of: cell, .quadrant, .trueColour))
        let shown = model.grid.rows[0][0]
        #expect(shown.text == "▝")
        #expect(shown.style.foreground == .rgb(106, 106, 106))
        #expect(shown.style.background == .rgb(0, 0, 0))
    }

    @Test(arguments: [
        (BlockGlyphs.quadrant, 3, "▂"), (.sextant, 3, "▂"), (.quadrant, 1, "▆"),
        (.sextant, 1, "▆"),
    ])
    func aCellInTwoLevelsIsDrawnAsSuch(glyphs: BlockGlyphs, level: Int, character: String) {
        let cells = Raster(PixelSize(width: 4, height: 4)) { _, y in
            y >= level ? (200, 30, 60) : (0, 0, 80)
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 4, rows: 2))
        _ = model.feed(blocks(of: cells, glyphs, .trueColour))
        for shown in model.grid.rows[0].prefix(2) {
            #expect(shown.text == character)
            #expect(shown.style.foreground == .rgb(200, 30, 60))
            #expect(shown.style.background == .rgb(0, 0, 80))
        }
    }

    @Test
    func brailleDotsAreTheLighterPartAndBrighterThanItIs() {
        let cell = Raster(PixelSize(width: 2, height: 4)) { x, _ in
            x == 1 ? (100, 0, 0) : (20, 0, 0)
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 4, rows: 2))
        _ = model.feed(blocks(of: cell, .braille, .trueColour))
        let shown = model.grid.rows[0][0]
        #expect(shown.text == "⢸")
        #expect(shown.style.background == .rgb(20, 0, 0))
        #expect(shown.style.foreground.components[0] > 150)
    }

    @Test(arguments: [
        (ColourDepth.palette256, (UInt8(95), UInt8(135), UInt8(175)), CellColour.indexed(67)),
        (.palette256, (118, 118, 118), .indexed(243)),
        (.palette256, (255, 0, 0), .indexed(196)),
        (.palette16, (250, 5, 10), .indexed(9)),
        (.palette16, (0, 0, 0), .indexed(0)),
    ])
    func takesTheNearestColourOfTheTable(
        depth: ColourDepth, colour: (UInt8, UInt8, UInt8), nearest: CellColour
    ) {
        let cell = Raster(PixelSize(width: 1, height: 2)) { _, _ in colour }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 2, rows: 2))
        // The position of the pattern that adds nothing.
        _ = model.feed(blocks(of: cell, .half, depth, at: PixelPoint(x: 1, y: 0)))
        #expect(model.grid.rows[0][0].style.background == nearest)
    }

    /// A dark red, blue and green, each nearest to a grey.
    @Test(
        arguments: [(40, 14, 10), (8, 14, 40), (10, 36, 14)] as [(UInt8, UInt8, UInt8)],
        [BlockGlyphs.half, .quadrant, .octant])
    func aDarkColourIsMixedOfOthersThatKeepItsHue(
        colour: (red: UInt8, green: UInt8, blue: UInt8), glyphs: BlockGlyphs
    ) {
        let metrics = glyphs.elements
        let sky = Raster(PixelSize(width: 16 * metrics.width, height: 8 * metrics.height)) { _, _ in
            colour
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 16, rows: 9))
        _ = model.feed(blocks(of: sky, glyphs, .palette256))
        let mean = Self.meanLight(model)
        let light = LinearLight.ofCode
        let wanted = [colour.red, colour.green, colour.blue].map { light[Int($0)] }
        let strongest = wanted.indices.max { wanted[$0] < wanted[$1] } ?? 0
        for channel in mean.indices where channel != strongest {
            #expect(mean[channel] < mean[strongest] / 2, "\(mean) for \(wanted)")
        }
        #expect(mean[strongest] < wanted[strongest] * 2, "\(mean) for \(wanted)")
    }

    @Test(arguments: BlockGlyphs.allCases.filter { $0 != .ascii })
    func grayStaysGrayIn256Colours(glyphs: BlockGlyphs) {
        let metrics = glyphs.elements
        let ramp = Raster(PixelSize(width: 64 * metrics.width, height: metrics.height)) { x, _ in
            let gray = UInt8(x * 4 / metrics.width)
            return (gray, gray, gray)
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 64, rows: 2))
        _ = model.feed(blocks(of: ramp, glyphs, .palette256))
        let shown = model.grid.rows[0].flatMap { [$0.style.foreground, $0.style.background] }
            .filter { $0 != .standard }
        #expect(shown.count > 64)
        #expect(shown.filter { Set($0.components).count > 1 }.isEmpty)
    }

    @Test
    func asciiIsLightInkOnAGroundThatKeepsTheColourOfTheCell() {
        let ramp = Raster(PixelSize(width: 16, height: 2)) { x, _ in
            let code = UInt8(x * 16)
            return (code / 2, code, 255 - code)
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 16, rows: 2))
        _ = model.feed(blocks(of: ramp, .ascii, .trueColour))
        for (x, cell) in model.grid.rows[0].enumerated() {
            let (ink, ground) = (cell.style.foreground.components, cell.style.background.components)
            let wanted = [UInt8(x * 8), UInt8(x * 16), UInt8(255 - x * 16)]
            for channel in 0..<3 {
                let codes = (Int(ground[channel]), Int(wanted[channel]), Int(ink[channel]))
                #expect(codes.0 <= codes.1 + 1, "the ground is darker: \(codes)")
                #expect(cell.text == " " || codes.2 + 1 >= codes.1, "the ink is lighter: \(codes)")
                #expect(codes.1 - codes.0 <= 24, "and both are like the photo: \(codes)")
            }
        }
    }

    /// Fonts leave a line of the background beside their blocks.
    @Test(
        arguments: [BlockGlyphs.half, .quadrant, .sextant, .octant],
        [ColourDepth.trueColour, .palette256, .palette16])
    func noCellIsAFullBlock(glyphs: BlockGlyphs, depth: ColourDepth) {
        let parts = Raster(PixelSize(width: 48, height: 48)) { x, y in
            (x / 9 + y / 7) % 3 == 0 ? (200, 30, 30) : (x / 12) % 2 == 0 ? (0, 0, 0) : (9, 9, 40)
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 48, rows: 25))
        _ = model.feed(blocks(of: parts, glyphs, depth))
        let cells = model.grid.rows.joined()
        #expect(!cells.contains { $0.text == "█" })
        let plain = cells.filter { $0.style.foreground == $0.style.background }
        #expect(!plain.contains { $0.text != " " && $0.style.background != .standard })
    }

    /// Small red dots in black: the part that continues from cell to cell is the background.
    @Test(
        arguments: [BlockGlyphs.half, .quadrant, .sextant, .octant],
        [ColourDepth.trueColour, .palette256, .palette16])
    func theGroundOfACellContinuesItsNeighbours(glyphs: BlockGlyphs, depth: ColourDepth) {
        let cell = glyphs.elements
        let sky = Raster(PixelSize(width: 24 * cell.width, height: 24 * cell.height)) { x, y in
            // In a different part of a cell each time, without touching each other.
            x % 5 == 2 && y % 7 == 3 ? (255, 0, 0) : (0, 0, 0)
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 24, rows: 25))
        _ = model.feed(blocks(of: sky, glyphs, depth))
        let cells = model.grid.rows.prefix(24).joined()
        #expect(cells.filter { $0.text != " " }.count > 10)
        let reds = cells.filter { $0.style.background.components[0] > 100 }
        #expect(reds.isEmpty, "\(reds.prefix(3))")
    }

    @Test(arguments: [
        // Colours of the halves of three cells from top to bottom, and the character of the middle
        // one.
        ("kkkrrr", "▀"), ("kkkrkk", "▄"), ("rrkrrr", "▀"), ("kkrkkk", "▀"),
    ])
    func aHalfBlockIsTheHalfThatContinuesNothing(halves: String, middle: String) {
        let letters = Array(halves)
        let column = Raster(PixelSize(width: 1, height: 6)) { _, y in
            letters[y] == "k" ? (0, 0, 0) : (200, 0, 0)
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 2, rows: 4))
        _ = model.feed(blocks(of: column, .half, .trueColour))
        #expect(model.grid.rows[1][0].text == middle)
    }

    /// Below the last row a line of the brighter upper half would be seen.
    @Test(
        arguments: [BlockGlyphs.half, .quadrant, .sextant, .octant], [true, false])
    func theGroundOfTheLastRowIsThatOfItsLowerEdge(glyphs: BlockGlyphs, isDarkBelow: Bool) {
        let cell = glyphs.elements
        let edge = cell.height * 3 / 2
        let photo = Raster(PixelSize(width: 3 * cell.width, height: 2 * cell.height)) { _, y in
            (y >= edge) == isDarkBelow ? (0, 0, 0) : (200, 160, 90)
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 4, rows: 4))
        _ = model.feed(blocks(of: photo, glyphs, .trueColour))
        for cell in model.grid.rows[1].prefix(3) {
            #expect((cell.style.background.components[0] == 0) == isDarkBelow, "\(cell)")
        }
    }

    /// The dots of a dark sky in 256 colours are not on a grid: their distances vary.
    @Test func aDarkSkyHasNoGridOfDots() {
        let sky = Raster(PixelSize(width: 64, height: 64)) { _, _ in (40, 14, 10) }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 64, rows: 33))
        _ = model.feed(blocks(of: sky, .half, .palette256))
        let picture = model.blocks
        let lights = (0..<64 * 64).map { Int(picture.pixels[$0 * 4]) }
        let most = lights.max() ?? 0
        let dots = lights.indices.filter { lights[$0] == most }
        #expect((64...2048).contains(dots.count), "\(dots.count)")
        // On a grid of eight by eight all dots of a pattern are in the same few positions.
        let places = Set(dots.map { $0 / 64 % 8 * 8 + $0 % 8 })
        #expect(places.count > 48, "dots on \(places.count) of 64 places")
    }

    @Test
    func asciiHasMoreInkWhereThereIsMoreLight() {
        let ramp = Raster(PixelSize(width: 4, height: 2)) { x, _ in
            [(0, 0, 0), (0, 20, 40), (0, 80, 160), (0, 128, 255)][x]
        }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 4, rows: 2))
        _ = model.feed(blocks(of: ramp, .ascii, .palette16))
        let row = model.grid.rows[0]
        #expect(row.map(\.text).joined() == " :JN")
        #expect(row.filter { $0.style.background != .standard }.isEmpty)
    }

    @Test
    func withoutColoursAsManyElementsAreLitAsThereIsLight() {
        // Code 188 is half the light of white.
        let gray = Raster(PixelSize(width: 32, height: 32)) { _, _ in (188, 188, 188) }
        var model = TerminalModel(.vt340, geometry: TerminalGeometry(columns: 32, rows: 17))
        _ = model.feed(blocks(of: gray, .half, .monochrome))
        let halves = ["█": 2, "▀": 1, "▄": 1]
        let lit = model.grid.rows.joined().reduce(0) { $0 + (halves[$1.text] ?? 0) }
        #expect((500...524).contains(lit))
    }

    @Test(arguments: BlockGlyphs.allCases)
    func withoutColoursNoneIsNamed(glyphs: BlockGlyphs) {
        let text = String(
            decoding: blocks(of: .sky(width: 24, height: 24), glyphs, .monochrome), as: UTF8.self)
        #expect(text.matches(of: /\u{1B}\[[0-9;]*m/).map(\.output) == ["\u{1B}[0m"])
    }

    /// The mean light of all cells, half of each character's ink and half of its background.
    private static func meanLight(_ model: TerminalModel) -> [Float] {
        let cells = model.grid.rows.joined().filter { $0.style.background != .standard }
        return (0..<3).map { channel in
            let lights = cells.map { cell in
                let ink = cell.text == " " ? cell.style.background : cell.style.foreground
                return LinearLight.ofCode[Int(ink.components[channel])]
                    + LinearLight.ofCode[Int(cell.style.background.components[channel])]
            }
            return lights.reduce(0, +) / Float(max(1, cells.count)) / 2
        }
    }

    private func blocks(
        of raster: Raster, _ glyphs: BlockGlyphs, _ depth: ColourDepth,
        at anchor: PixelPoint = .origin
    ) -> [UInt8] {
        let mosaic = BlockEncoder(glyphs: glyphs, colours: depth)
            .mosaic(of: Frame(raster: raster, anchor: anchor, quality: .atRest))
        var bytes: [UInt8] = []
        mosaic.append(at: CellPosition(row: 0, column: 0), to: &bytes)
        return bytes
    }
}
