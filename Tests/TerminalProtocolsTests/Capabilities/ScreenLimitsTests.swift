import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// Whatever a terminal, the kernel or a person says: a picture of the window fits in memory.
@Suite struct ScreenLimitsTests {
    @Test(arguments: [
        (CellSize(columns: 80, rows: 24), CellSize(columns: 80, rows: 24)),
        (CellSize(columns: 1920, rows: 546), CellSize(columns: 1920, rows: 546)),
        (CellSize(columns: 65535, rows: 65535), CellSize(columns: 4096, rows: 256)),
        (CellSize(columns: 65535, rows: 10), CellSize(columns: 4096, rows: 10)),
        (CellSize(columns: 1, rows: 65535), CellSize(columns: 1, rows: 4096)),
        (CellSize(columns: 0, rows: 0), CellSize(columns: 0, rows: 0)),
    ])
    func aWindowHasNoMoreCellsThanAScreen(told: CellSize, cells: CellSize) {
        #expect(WindowSize(cells: told, pixels: nil).cells == cells)
    }

    private static let sides = [1, 2, 8, 17, 255, 256]
    private static let windows = [1, 2, 80, 511, 4096, 30000, 65535]

    @Test(arguments: windows, windows)
    func aPictureHasNoMorePixelsThanAScreen(columns: Int, rows: Int) throws {
        let window = WindowSize(
            cells: CellSize(columns: columns, rows: rows), pixels: "65535x65535")
        for width in Self.sides {
            for height in Self.sides {
                var overrides = TerminalProfile.Overrides()
                overrides.cell = CellMetrics(width: width, height: height)
                for graphics in GraphicsProtocol.allCases {
                    overrides.graphics = graphics
                    let profile = TerminalProfile(
                        TerminalCapabilities(), TerminalEnvironment([:]), window: window,
                        overrides: overrides)
                    let all = profile.cell.pixels(of: profile.window.cells)
                    #expect(all.width * all.height <= 33_554_432)
                    let area = PictureArea(profile, glyphs: .octant)?.size ?? "1x1"
                    #expect(area.width * area.height <= 33_554_432)
                }
            }
        }
    }

    @Test(arguments: [("8x17", true), ("256x256", true), ("257x256", false), ("1x0", false)])
    func aCellHasSides(size: PixelSize, isOne: Bool) {
        #expect((ScreenLimits.cell(width: size.width, height: size.height) != nil) == isOne)
    }
}
