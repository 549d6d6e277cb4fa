import Imaging
import PhotoPipeline
import Screens
import TerminalProtocols
import TestSupport
import Testing

@testable import Presentation

// Runs in turn with others: ncurses has one current screen for the whole process.
extension Drawing {
    /// A page of adjacent tiles, one of which has a frame.
    @Suite struct TilePages {
        private static let size = CellSize(columns: 40, rows: 12)
        private static let tile = CellSize(columns: 10, rows: 5)
        /// xterm's colours 75, the accent on black, and 234, the quiet background.
        private static let accent = RGBColour(red: 95, green: 175, blue: 255)
        private static let black = RGBColour.black

        private static func page(_ words: SafeText = "") -> TextPage {
            var page = TextPage(size: size)
            page.put("head", row: 0)
            page.put(words, row: 11)
            return page
        }

        private static func tiles(from first: Int = 1, framed: Int? = nil) -> [PagePicture] {
            (0..<8).map { place in
                PagePicture(
                    .photo(.file(path: "\(first + place)")),
                    at: CellPosition(row: 1 + place / 4 * 5, column: place % 4 * 10), size: tile,
                    .cover, mat: framed == first + place ? .frame : .gutter)
            }
        }

        private static func stage(
            _ way: PictureWay, showing tiles: [PagePicture]
        ) throws -> Stage {
            var stage = try Stage(way, size)
            stage.show(page(), tiles)
            try stage.deliver()
            stage.show(page(), tiles)
            return stage
        }

        private static func expectTiles(
            _ stage: Stage, from first: Int = 1, framed: Int? = nil,
            _ place: SourceLocation = #_sourceLocation
        ) {
            for number in first..<first + 8 {
                let row = 1 + (number - first) / 4 * 5
                let column = (number - first) % 4 * 10
                let middle = stage.colour(row: row + 2, column: column + 5)
                #expect(
                    middle == Stage.colour(.photo(.file(path: "\(number)"))), "\(number)",
                    sourceLocation: place)
                let edge = stage.edgeColour(row: row, column: column)
                #expect(
                    edge.map { $0.isNear(number == framed ? accent : black) } == true,
                    "\(number): \(String(describing: edge))", sourceLocation: place)
            }
            #expect(PageText.line(stage.terminal.grid.rows[0]).hasPrefix("head"))
            #expect(stage.terminal.faults.isEmpty, sourceLocation: place)
        }

        /// Up and down, with and without a frame, by one row or by all of them.
        @Test(arguments: PictureWay.allCases)
        func tilesScroll(way: PictureWay) throws {
            var stage = try Self.stage(way, showing: Self.tiles(framed: 5))
            for (first, framed) in [(5, 9), (9, 9), (5, 8), (1, 5), (5, nil), (13, nil)] {
                let tiles = Self.tiles(from: first, framed: framed)
                stage.show(Self.page("\(first)"), tiles)
                try stage.deliver()
                stage.show(Self.page("\(first)"), tiles)
                Self.expectTiles(stage, from: first, framed: framed)
                #expect(PageText.line(stage.terminal.grid.rows[11]).hasPrefix("\(first)"))
            }
        }

        @Test(
            arguments: [
                (.sixelThatScrollsInRegions, 4), (.sixelThatScrollsWithTheScreen, 4), (.sixel, 8),
            ] as [(PictureWay, Int)])
        func aTerminalThatScrollsPicturesIsSentTheNewRow(way: PictureWay, sent: Int) throws {
            var stage = try Self.stage(way, showing: Self.tiles())
            for first in [5, 1] {
                let before = stage.written.count
                stage.show(Self.page(), Self.tiles(from: first))
                try stage.deliver()
                stage.show(Self.page(), Self.tiles(from: first))
                let bytes = stage.written[before...].joined()
                // The strings of tiles: 80 pixels wide, and a whole number of bands high.
                let strings = String(decoding: bytes, as: UTF8.self).ranges(of: "\"1;1;80;78")
                #expect(strings.count == sent)
                Self.expectTiles(stage, from: first)
            }
        }

        /// Until they arrive, quiet blocks take their places, and the selected one has its frame;
        /// the tests' tmux passes no background colours on.
        @Test(arguments: PictureWay.allCases.filter { $0 != .placeholders })
        func aTileThatHasNotComeIsAQuietBlock(way: PictureWay) throws {
            var stage = try Stage(way, Self.size)
            stage.show(Self.page(), Self.tiles(framed: 2))
            let ground = { (row: Int, column: Int) in
                stage.terminal.grid.rows[row][column].style.background
            }
            #expect(ground(3, 5) == .indexed(234) && ground(3, 15) == .indexed(234))
            #expect(ground(3, 9) == .standard && ground(1, 5) == .standard)
            #expect(ground(3, 10) == .indexed(75) && ground(1, 15) == .indexed(75))
            try stage.deliver()
            stage.show(Self.page(), Self.tiles(framed: 2))
            Self.expectTiles(stage, framed: 2)
        }

        @Test(arguments: PictureWay.allCases)
        func theFrameGoesFromTileToTile(way: PictureWay) throws {
            var stage = try Self.stage(way, showing: Self.tiles(framed: 1))
            for framed in [2, 6, 5, 8, 1] {
                let tiles = Self.tiles(framed: framed)
                stage.show(Self.page("\(framed)"), tiles)
                try stage.deliver()
                stage.show(Self.page("\(framed)"), tiles)
                Self.expectTiles(stage, framed: framed)
            }
        }

        /// A photo stays in its tile until the framed one has arrived: there is no hole between
        /// them.
        @Test(arguments: PictureWay.allCases)
        func noTileIsEmptyMeanwhile(way: PictureWay) throws {
            var stage = try Self.stage(way, showing: Self.tiles(framed: 1))
            stage.show(Self.page("2"), Self.tiles(framed: 2))
            for number in 1...2 {
                #expect(
                    stage.colour(row: 3, column: (number - 1) * 10 + 5)
                        == Stage.colour(.photo(.file(path: "\(number)"))))
            }
        }

        /// Text only: the frame is the background of the cells under the picture.
        @Test func inKittyAFrameMovesWithoutAPicture() throws {
            var stage = try Self.stage(.kitty, showing: Self.tiles(framed: 1))
            let (before, asked) = (stage.written.count, stage.wanted)
            for framed in [2, 3, 7] {
                stage.show(Self.page("\(framed)"), Self.tiles(framed: framed))
            }
            let steps = stage.written[before...]
            #expect(steps.count == 3)
            #expect(stage.wanted == asked, "nothing is asked for")
            #expect(steps.allSatisfy { $0.count < 700 }, "\(steps.map(\.count))")
            #expect(steps.allSatisfy { !$0.contains(UInt8(ascii: "_")) }, "no picture command")
        }

        /// The probable next picture is rendered in advance, and drawn in the same step.
        @Test func theNextRowComesAtOnce() throws {
            var stage = try Stage(.kitty, Self.size)
            let ahead = Self.tiles(from: 5).suffix(4).map {
                PagePicture(
                    $0.source, at: $0.origin, size: $0.size, .cover, mat: .gutter, isAhead: true)
            }
            stage.show(Self.page(), Self.tiles() + ahead)
            #expect(stage.wanted.count == 12)
            try stage.deliver()
            stage.show(Self.page(), Self.tiles() + ahead)
            let (steps, asked) = (stage.written.count, stage.wanted)
            stage.show(Self.page("next"), Self.tiles(from: 5))
            #expect(stage.written.count == steps + 1 && stage.wanted == asked)
            #expect(
                stage.colour(row: 8, column: 35) == Stage.colour(.photo(.file(path: "12"))))
        }
    }
}

extension RGBColour {
    /// Sixels have percents of each colour.
    fileprivate func isNear(_ other: RGBColour) -> Bool {
        zip([red, green, blue], [other.red, other.green, other.blue]).allSatisfy {
            abs(Int($0) - Int($1)) <= 2
        }
    }
}

extension Stage {
    /// Returns the colour of a tile's second pixel from its left and its top: its border's.
    fileprivate func edgeColour(row: Int, column: Int) -> RGBColour? {
        let cell = terminal.grid.rows[row][column]
        let canvas = terminal.canvas
        let place = ((row * 16 + 1) * canvas.size.width + column * 8 + 1) * 4
        let isDrawn = graphics != .blocks && canvas.pixels[place + 3] != 0
        if isDrawn {
            return RGBColour(
                red: canvas.pixels[place], green: canvas.pixels[place + 1],
                blue: canvas.pixels[place + 2])
        }
        let ground = graphics == .blocks ? cell.halves?.upper : cell.style.background.components
        return ground.map { RGBColour(red: $0[0], green: $0[1], blue: $0[2]) }
    }
}
