import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// A terminal's unrequested reports: its colours, its window's size and visibility.
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
            // The window's previous cell: 8x16.
            ((80, 24), "800x480", "10x20"), ((100, 30), "800x480", "8x16"),
            // A margin, or cells with fractional pixels: 16t is asked.
            ((80, 24), "805x480", "8x16"), ((120, 36), "1011x576", "8x16"),
            // Impossible screens.
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

    /// A terminal that does not answer 16t: the cell remains known when the window changes again.
    @Test func aReportTellsTheCellAlsoIfNothingElseDoes() {
        let cells = CellSize(columns: 80, rows: 24)
        let capabilities = Self.capabilities([.resized(cells, "640x408")])
        #expect(capabilities.cell == CellMetrics(width: 8, height: 17))
    }

    /// By XTVERSION, TERM and variables with the version; if OSC 9 is a notification, nothing is
    /// sent.
    @Test(
        arguments: [
            ("ghostty 1.2.0", "", true, true), ("kitty(0.26.5)", "", true, false),
            ("kitty(0.46.2)", "", true, false), ("kitty(0.48.2)", "", true, true),
            ("WezTerm 20240203-110809-5046fc22", "", true, false),
            ("WezTerm 20260117-153515-30ef869d", "", true, true),
            ("iTerm2 3.5.5", "", true, false), ("iTerm2 3.6.6", "", true, true),
            ("VTE(7006)", "", true, false), ("VTE(8000)", "", true, true),
            ("tmux 3.3a", "", true, false), ("tmux 3.7", "", true, true),
            ("foot(1.28.0)", "", true, false), ("XTerm(379)", "", true, false),
            (nil, "xterm-kitty", true, false), (nil, "screen", false, false),
            (nil, "linux", false, false), (nil, "xterm-256color", false, false),
            ("zzz(9.9)", "", false, false),
        ] as [(String?, String, Bool, Bool)])
    func linksAndProgressAreForTerminalsThatAreKnownToTakeThem(
        version: String?, term: String, hasHyperlinks: Bool, takesProgress: Bool
    ) {
        var capabilities = TerminalCapabilities()
        if let version { capabilities.receive(.version(Array(version.utf8))) }
        let profile = TerminalProfile(
            capabilities, TerminalEnvironment(["TERM": term]), window: .assumed, overrides: .init())
        #expect(profile.hasHyperlinks == hasHyperlinks)
        #expect(profile.takesProgress == takesProgress)
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
