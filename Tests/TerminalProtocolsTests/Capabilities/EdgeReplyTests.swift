import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// Replies of terminals and of tmux whose numbers are at the limits of arithmetic.
@Suite struct EdgeReplyTests {
    private static let replies = [
        "\u{1B}[?62;4;22c", "\u{1B}[>41;354;0c", "\u{1B}[4;600;800t", "\u{1B}[6;20;10t",
        "\u{1B}[8;24;80t", "\u{1B}[48;24;80;600;800t", "\u{1B}[?1;0;256S", "\u{1B}[?2;0;1000;800S",
        "\u{1B}[?2026;2$y", "\u{1B}[?1u", "\u{1B}[24;80R", "\u{1B}[<0;10;20M", "\u{1B}[<35;10;20m",
        "\u{1B}[97;5u", "\u{1B}[27;5;97~", "\u{1B}[15;2~", "\u{1B}_Gi=31,p=1;OK\u{1B}\\",
        "\u{1B}]1337;ReportCellSize=18.0;9.0;2.0\u{1B}\\", "\u{1B}]11;rgb:1111/2222/3333\u{1B}\\",
        "\u{1B}P>|VTE(7006)\u{1B}\\", "\u{1B}P>|kitty(0.26.5)\u{1B}\\", "\u{1B}P>|tmux 3.4\u{1B}\\",
    ]
    private static let windows = [
        WindowSize.assumed,
        WindowSize(cells: CellSize(columns: 65535, rows: 65535), pixels: "65535x65535"),
        WindowSize(cells: CellSize(columns: 1, rows: 1), pixels: "1x1"),
    ]

    @Test(arguments: replies) func noNumberOfAReplyTraps(reply: String) {
        let fields = NumberFields(text: reply)
        for index in 0..<fields.count {
            var parser = KeyParser()
            // With the others: values about a cell meet values about the window.
            for whole in [false, true] {
                var capabilities = TerminalCapabilities()
                var probe = OuterTerminalProbe(.tmux)
                _ = probe.begin()
                let others = whole ? Array(Self.replies.joined().utf8) : []
                for input in parser.parse(others + fields[index]) + parser.expire() {
                    guard case .reply(let reply) = input else { continue }
                    capabilities.receive(reply)
                    _ = probe.receive(reply)
                }
                Self.use(capabilities)
            }
        }
    }

    private static func use(_ capabilities: TerminalCapabilities) {
        for variables in [
            [:], ["TERM": "xterm-kitty"], ["TERM": "tmux-256color", "TMUX": "a,1,0"],
        ] {
            for window in windows {
                let profile = TerminalProfile(
                    capabilities, TerminalEnvironment(variables), window: window,
                    overrides: TerminalProfile.Overrides())
                let size = profile.cell.pixels(of: window.cells)
                #expect(size.width * size.height <= ScreenLimits.pixels)
                #expect(profile.cell.across.cell > 0 && profile.cell.down.cell > 0)
                #expect((2...1 << 20).contains(profile.registers))
            }
        }
    }

    @Test func noNumberOfTmuxTraps() {
        let usual = "1,1,0,0,51,16,49,14,3,4,2,top,100,31,8,17,1,/dev/pts/3,"
        let fields = NumberFields(text: usual)
        for index in 0..<fields.count {
            guard let report = TmuxReport(fields[index]) else { continue }
            #expect(report.pane.map { $0.row >= 0 && $0.column >= 0 } ?? true)
            var probe = OuterTerminalProbe(.tmux)
            probe.receive(report)
        }
    }

    @Test(arguments: EdgeNumbers.texts) func noNumberOfAPaneTraps(number: String) {
        guard let kitty = KnownTerminal.all.first(where: { $0.hasUnicodePlaceholders }) else {
            Issue.record("no terminal has placeholders")
            return
        }
        let use = PlaceholderMode(
            of: kitty, through: .tmux, cell: CellMetrics(width: 10, height: 20), pane: "%" + number)
        #expect(use.map { $0.firstImage > 0 } ?? false)
    }
}
