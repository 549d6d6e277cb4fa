import Imaging
import PhotoPipeline
import Screens
import TerminalProtocols
import Testing

@testable import Presentation

/// tmux keeps 20 sixel pictures in all its panes: beyond that it erases the oldest.
@Suite struct PictureCountTests {
    private static func look(_ version: String) -> RenderContext {
        var capabilities = TerminalCapabilities()
        capabilities.receive(.version(Array(version.utf8)))
        capabilities.receive(.primaryAttributes([1, 2, 4]))
        let window = WindowSize(cells: CellSize(columns: 120, rows: 40), pixels: nil)
        let profile = TerminalProfile(
            capabilities, TerminalEnvironment([:]), window: window,
            overrides: TerminalProfile.Overrides())
        return RenderContext(profile, glyphs: .half, isColourless: false)
    }

    /// A grid of ten columns.
    private static func grid(_ count: Int) -> [PagePicture] {
        (0..<count).map { number in
            PagePicture(
                .photo(.file(path: "\(number)")),
                at: CellPosition(row: number / 10 * 4, column: number % 10 * 12),
                size: CellSize(columns: 11, rows: 3), .cover)
        }
    }

    @Test(arguments: [
        ("tmux 3.8", 60, 20), ("tmux 3.8", 21, 20), ("tmux 3.8", 20, 20), ("tmux 3.8", 3, 3),
        ("tmux 3.7b", 60, 20), ("foot(1.13.1)", 60, 60),
    ])
    func aPageHasNoMoreSixelPicturesThanTheTerminalKeeps(
        version: String, asked: Int, sixels: Int
    ) {
        let context = Self.look(version)
        let pictures = Self.grid(asked)
        let placements = context.placements(of: pictures)
        #expect(placements.map(\.cells.origin) == pictures.map(\.origin))
        let protocols = placements.compactMap { $0.thumbnail?.options.graphics }
        #expect(protocols.filter { $0 == .sixel }.count == sixels)
        #expect(protocols.dropFirst(sixels).allSatisfy { $0 == .blocks })
        // Each cell has two elements of half blocks.
        for placement in placements.dropFirst(sixels) {
            #expect(placement.size == PixelSize(width: 11, height: 6))
            #expect(placement.thumbnail?.size == placement.size)
        }
    }
}
