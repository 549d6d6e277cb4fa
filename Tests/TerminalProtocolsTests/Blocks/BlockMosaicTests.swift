import Imaging
import TerminalProtocols
import TestSupport
import Testing

private let home = CellPosition(row: 0, column: 0)

/// The bytes that turn one frame of characters into another.
struct BlockMosaicTests {
    private static let screen = CellSize(columns: 24, rows: 8)
    private static let sky = Raster.sky(width: 160, height: 110)
    private static let start = PixelPoint(x: 50, y: 36)

    /// Glyphs and depths, and moves over the photo: by cells, and by parts of one.
    @Test(
        arguments: BlockGlyphs.allCases.map { ($0, ColourDepth.trueColour) } + [
            (.half, .palette256), (.octant, .palette16), (.ascii, .monochrome),
        ],
        [
            (0, 0, 0), (4, 0, 0), (-4, 0, 0), (0, 2, 0), (0, -2, 0), (3, 2, 0), (-3, -2, 0),
            (23, 0, 0), (0, -7, 0), (24, 8, 0), (2, 1, 1),
        ])
    func afterAPanTheScreenShowsWhatAFreshFrameShows(
        kind: (glyphs: BlockGlyphs, depth: ColourDepth),
        way: (columns: Int, rows: Int, part: Int)
    ) {
        let cell = kind.glyphs.elements
        let place = PixelPoint(
            x: Self.start.x + way.columns * cell.width + way.part,
            y: Self.start.y + way.rows * cell.height + way.part)
        let first = Self.mosaic(at: Self.start, kind.glyphs, kind.depth)
        let second = Self.mosaic(at: place, kind.glyphs, kind.depth)
        let fresh = ScreenStyle(Self.terminal(showing: second))
        for isWholeScreen in [true, false] {
            var model = Self.terminal(showing: first)
            _ = model.feed(second.changes(from: first, isWholeScreen: isWholeScreen))
            let isFresh = ScreenStyle(model) == fresh
            #expect(isFresh, "whole screen: \(isWholeScreen)")
            #expect(model.faults + model.leftovers == [])
        }
    }

    @Test(arguments: BlockGlyphs.allCases)
    func theSameFrameAgainIsNotSent(glyphs: BlockGlyphs) {
        let mosaic = Self.mosaic(at: Self.start, glyphs, .trueColour)
        #expect(mosaic.changes(from: mosaic).isEmpty)
    }

    @Test
    func ofAFrameWithANewStarOnlyTheStarIsSent() {
        let first = Raster(PixelSize(width: 24, height: 16)) { x, y in (UInt8(x), UInt8(y), 9) }
        let second = Raster(first.size) { x, y in
            x == 7 && y == 5 ? (255, 255, 255) : (UInt8(x), UInt8(y), 9)
        }
        let bytes = Self.mosaic(of: second, at: .origin, .half, .trueColour)
            .changes(from: Self.mosaic(of: first, at: .origin, .half, .trueColour))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == "\u{1B}[3;8H\u{1B}[38;2;255;255;255;48;2;7;4;9m\u{2584}\u{1B}[0m")
    }

    /// Bytes of each move, in percent of a whole frame: a move by whole cells draws only the newly
    /// visible ones.
    @Test(arguments: [
        (columns: 2, rows: 0, percent: 20), (columns: -2, rows: 0, percent: 20),
        (columns: 0, rows: 1, percent: 20), (columns: 0, rows: -1, percent: 20),
        (columns: 2, rows: 1, percent: 30),
    ])
    func aPanByWholeCellsCostsWhatComesIntoView(columns: Int, rows: Int, percent: Int) {
        let cell = BlockGlyphs.half.elements
        let place = PixelPoint(
            x: Self.start.x + columns * cell.width, y: Self.start.y + rows * cell.height)
        let first = Self.mosaic(at: Self.start, .half, .trueColour)
        let second = Self.mosaic(at: place, .half, .trueColour)
        var whole: [UInt8] = []
        second.append(at: home, to: &whole)
        #expect(second.changes(from: first).count * 100 < whole.count * percent)
    }

    @Test
    func aFrameOfAnotherKindIsSentWhole() {
        let shown = Self.mosaic(at: Self.start, .half, .trueColour)
        let others = [
            Self.mosaic(at: Self.start, .half, .palette256),
            Self.mosaic(at: Self.start, .quadrant, .trueColour),
            Self.mosaic(
                of: .sky(width: 24, height: 14), at: Self.start, .half, .trueColour),
        ]
        for other in others {
            var whole: [UInt8] = []
            other.append(at: home, to: &whole)
            #expect(other.changes(from: shown) == whole)
        }
    }

    private static func mosaic(
        at place: PixelPoint, _ glyphs: BlockGlyphs, _ depth: ColourDepth
    ) -> BlockMosaic {
        let window = PixelRect(origin: place, size: glyphs.metrics.pixels(of: screen))
        return mosaic(of: sky.cropped(to: window), at: place, glyphs, depth)
    }

    private static func mosaic(
        of raster: Raster, at place: PixelPoint, _ glyphs: BlockGlyphs, _ depth: ColourDepth
    ) -> BlockMosaic {
        BlockEncoder(glyphs: glyphs, colours: depth)
            .mosaic(of: Frame(raster: raster, anchor: place, quality: .moving))
    }

    /// Creates a terminal with a line of text below the picture, which must stay.
    private static func terminal(showing mosaic: BlockMosaic) -> TerminalModel {
        var model = TerminalModel(
            .vt340, geometry: TerminalGeometry(columns: screen.columns, rows: screen.rows + 1))
        var bytes: [UInt8] = []
        mosaic.append(at: home, to: &bytes)
        _ = model.feed(bytes + Array("\u{1B}[\(screen.rows + 1);1Ha status line".utf8))
        return model
    }
}

extension BlockMosaic {
    fileprivate func changes(from old: BlockMosaic, isWholeScreen: Bool = true) -> [UInt8] {
        var bytes: [UInt8] = []
        append(changesFrom: old, at: home, isWholeScreen: isWholeScreen, to: &bytes)
        return bytes
    }
}

/// The look of a screen of characters, independent of the bytes that wrote it.
struct ScreenStyle: Equatable {
    private let cells: [ScreenCell]

    init(_ model: TerminalModel) { cells = Array(model.grid.rows.joined()) }

    static func == (first: ScreenStyle, second: ScreenStyle) -> Bool {
        first.cells.count == second.cells.count
            && zip(first.cells, second.cells).allSatisfy {
                $0 == $1 || pixels(of: $0) == pixels(of: $1)
            }
    }

    /// In eighths of a code: the order of sums changes the last digits.
    private static func pixels(of cell: ScreenCell) -> [Float] {
        let foreground = cell.style.foreground.components.map(Float.init)
        let background = cell.style.background.components.map(Float.init)
        let character = cell.text.unicodeScalars.first ?? " "
        return GlyphInk.ink(of: character).flatMap { ink in
            zip(foreground, background).map { (($0 * ink + $1 * (1 - ink)) * 8).rounded() }
        }
    }
}
