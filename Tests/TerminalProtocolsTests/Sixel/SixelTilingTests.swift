import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// Pictures beyond a terminal's limit are drawn as several.
@Suite struct SixelTilingTests {
    @Test(arguments: [
        // xterm's stock limit; whole cells, bands of six: 1000 x 918 = 54 rows of 17.
        (
            limit: "1000x1000", cell: "8x17", picture: "1280x714",
            tiles: ["0,0 1000x714", "0,125 280x714"]
        ),
        (
            "1000x1000", "8x17", "1904x1020",
            ["0,0 1000x918", "0,125 904x918", "54,0 1000x102", "54,125 904x102"]
        ),
        ("1000x1000", "10x20", "1000x996", ["0,0 1000x996"]),
        ("1000x1000", "9x18", "1900x900", ["0,0 999x900", "0,111 901x900"]),
        ("4096x4096", "8x17", "1904x1020", ["0,0 1904x1020"]),
        // No row of cells ends at a band within the limit: the tile is as high as possible.
        ("1000x100", "8x17", "800x600", ["0,0 800x96"]),
        ("5x1000", "8x17", "800x600", ["0,0 5x600"]), ("3x3", "8x17", "800x600", []),
        // At most eight, the widest first.
        (
            "100x60", "10x20", "500x300",
            ["0,0 100x60", "0,10 100x60", "0,20 100x60", "0,30 100x60", "0,40 100x60"]
        ),
    ])
    func aPictureIsDividedAtCellsAndBands(
        limit: PixelSize, cell: PixelSize, picture: PixelSize, tiles: [String]
    ) {
        let tiling = SixelTiling(
            limit: limit, cell: CellMetrics(width: cell.width, height: cell.height))
        let found = tiling.tiles(of: picture).map { tile in
            "\(tile.cell.row),\(tile.cell.column) \(tile.area.size.width)x\(tile.area.size.height)"
        }
        #expect(found == tiles)
    }

    /// No pixel is omitted or drawn twice, for any sizes.
    @Test(arguments: [6, 13, 17, 20, 37])
    func tilesCoverTheirArea(height: Int) {
        for width in [7, 8, 10] {
            for side in stride(from: 40, to: 1200, by: 171) {
                let cell = CellMetrics(width: width, height: height)
                let limit = PixelSize(width: side, height: side)
                let tiling = SixelTiling(limit: limit, cell: cell)
                let picture = PixelSize(width: 1903, height: 1050)
                let area = tiling.area(within: picture)
                let tiles = tiling.tiles(of: picture)
                #expect(tiling.tiles(of: area) == tiles)
                #expect(tiles.count <= SixelTiling.mostTiles)
                let sum = tiles.reduce(0) { $0 + $1.area.size.width * $1.area.size.height }
                #expect(sum == area.width * area.height)
                for tile in tiles {
                    #expect(tile.area.minX == tile.cell.column * width)
                    #expect(tile.area.minY == tile.cell.row * height)
                    #expect(tile.area.minY % 6 == 0)
                    #expect(tile.area.size.width <= side && tile.area.size.height <= side)
                }
            }
        }
    }

    /// A moving picture is dithered by its position in the photo, so tiles join without a seam.
    @Test func tilesShowThePixelsOfTheWhole() {
        let photo = Raster.sky(width: 240, height: 204)
        let encoder = SixelEncoder(palette: PaletteBuilder(registers: 64).palette(of: photo))
        let frame = Frame(raster: photo, anchor: PixelPoint(x: 3, y: 12), quality: .moving)
        let cell = CellMetrics(width: 8, height: 17)
        let tiles = SixelTiling(limit: PixelSize(width: 100, height: 110), cell: cell)
            .tiles(of: photo.size)
        #expect(tiles.count == 6)
        var whole = Self.terminal(cell)
        _ = whole.feed(Array("\u{1B}[1;1H".utf8) + Self.string(of: frame, by: encoder))
        var tiled = Self.terminal(cell)
        for tile in tiles {
            let place = "\u{1B}[\(tile.cell.row + 1);\(tile.cell.column + 1)H"
            _ = tiled.feed(Array(place.utf8) + Self.string(of: frame.part(tile.area), by: encoder))
        }
        let isWhole = tiled.canvas == whole.canvas
        #expect(isWhole && tiled.faults.isEmpty)
    }

    private static func terminal(_ cell: CellMetrics) -> TerminalModel {
        TerminalModel(.vt340, geometry: TerminalGeometry(columns: 40, rows: 20, cell: cell))
    }

    private static func string(of frame: Frame, by encoder: SixelEncoder) -> [UInt8] {
        var bytes: [UInt8] = []
        encoder.encode(frame, into: &bytes)
        return bytes
    }
}
