import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// What a terminal says unasked: its colours, its window's size, whether that can be seen.
@Suite struct TerminalReportTests {
    @Test(
        arguments: [
            ("?997;1n", .colourSchemeChanged), ("?997;2n", .colourSchemeChanged),
            ("?999;1n", .visibility(isSeen: true)), ("?999;2n", .visibility(isSeen: false)),
            ("48;24;80;480;800t", .resized(CellSize(columns: 80, rows: 24), "800x480")),
        ] as [(String, TerminalReply)])
    func isRead(report: String, reply: TerminalReply) {
        var parser = KeyParser()
        #expect(parser.parse("\u{1B}[\(report)".utf8) == [.reply(reply)])
    }

    @Test(arguments: [
        "?997n", "?997;0n", "?997;3n", "?997;1;1n", "997;1n", "?998n", "?999;n", "?999;0n",
        "?999;999999999999999999999n", "?997;1$n", ">999;2n", "?n", "48;24;80t", "48t",
    ])
    func isNothingIfItIsMisspelt(report: String) {
        var parser = KeyParser()
        #expect(parser.parse("\u{1B}[\(report)".utf8).isEmpty)
    }

    private static func capabilities(_ replies: [TerminalReply]) -> TerminalCapabilities {
        replies.reduce(into: TerminalCapabilities()) { $0.receive($1) }
    }

    @Test(
        arguments: [
            // What the window had before: 8x16.
            ((80, 24), "800x480", "10x20"), ((100, 30), "800x480", "8x16"),
            // A margin, or cells that are fractions of pixels: 16t is asked.
            ((80, 24), "805x480", "8x16"), ((120, 36), "1011x576", "8x16"),
            // Nothing that a screen can be.
            ((0, 0), "0x0", "8x16"), ((80, 24), "0x480", "8x16"), ((0, 24), "800x480", "8x16"),
            ((1, 1), "65535x65535", "8x16"), ((80, 24), "80000x48000", "8x16"),
            ((1_000_000_000, 1_000_000_000), "1000000000x1000000000", "8x16"),
        ] as [((columns: Int, rows: Int), PixelSize, PixelSize)])
    func aResizeTellsTheCell(
        cells: (columns: Int, rows: Int), pixels: PixelSize, cell: PixelSize
    ) {
        let capabilities = Self.capabilities([
            .cellPixels("8x16"),
            .resized(CellSize(columns: cells.columns, rows: cells.rows), pixels),
        ])
        #expect(capabilities.cell == CellMetrics(width: cell.width, height: cell.height))
    }

    /// The modes are set only in a terminal that knows them.
    @Test(
        arguments: [
            (0, false), (1, true), (2, true), (3, true), (4, false), (5, false), (nil, false),
        ] as [(Int?, Bool)])
    func aModeIsUsedIfTheTerminalKnowsIt(setting: Int?, isKnown: Bool) {
        let replies = [2031, 2033, 2048].compactMap { mode in
            setting.map { TerminalReply.mode(mode, setting: $0) }
        }
        let capabilities = Self.capabilities(replies)
        #expect(capabilities.hasColourSchemeReports == isKnown)
        #expect(capabilities.hasVisibilityReports == isKnown)
        #expect(capabilities.hasResizeReports == isKnown)
    }
}
