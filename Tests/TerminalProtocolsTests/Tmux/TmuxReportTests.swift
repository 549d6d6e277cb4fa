import Imaging
import TerminalProtocols
import Testing

/// tmux's answers about our pane.
struct TmuxReportTests {
    /// active, window active, mode, synchronized, left, top, width, height, offset x and y, status
    /// and its position, the client's columns and rows and its cell, passthrough, the client.
    private static let usual = "1,1,0,0,51,16,49,14,,,on,bottom,100,31,8,17,1,/dev/pts/3,"

    @Test func itSaysWhereThePaneIs() throws {
        let report = try #require(TmuxReport(Array((Self.usual + "\n").utf8)))
        #expect(report.pane == CellPosition(row: 16, column: 51))
        #expect(report.cell == PixelSize(width: 8, height: 17))
        #expect(report.client == "/dev/pts/3")
        #expect(report.isAnswered && report.passesOn && !report.isRemote)
    }

    @Test func anAttachmentIsATerminalSinceATime() throws {
        let reports = try ["", "@1795647677", "@1795647680"].map { time in
            let answer = Self.usual.replacing("/dev/pts/3", with: "/dev/pts/3" + time)
            return try #require(TmuxReport(Array(answer.utf8)))
        }
        #expect(Set(reports.map(\.attachment)).count == 3)
        #expect(reports.allSatisfy { $0.client == "/dev/pts/3" && $0.isAnswered })
        #expect(TmuxReport.format.contains(",#{client_tty}@#{session_last_attached}@"))
    }

    @Test func itSaysWhenSomebodyTyped() throws {
        let answer = Self.usual.replacing("/dev/pts/3", with: "/dev/pts/3@1795647677@1795647699")
        let report = try #require(TmuxReport(Array(answer.utf8)))
        #expect(report.usedAt == "1795647699" && report.attachedAt == "1795647677")
        #expect(TmuxReport.format.contains("@#{client_activity},"))
    }

    @Test(arguments: [
        (",on,bottom,", 16), (",on,top,", 17), (",3,top,", 19), (",off,top,", 16),
    ])
    func aStatusLineOnTopMovesThePaneDown(status: String, row: Int) throws {
        let answer = Self.usual.replacing(",on,bottom,100,31", with: status + "100,40")
        #expect(try #require(TmuxReport(Array(answer.utf8))).pane?.row == row)
    }

    /// The window is 100 columns wide, of which the client shows 60 from column 45 or 52.
    @Test(arguments: [("45", 6 as Int?), ("52", nil), ("0", nil)])
    func aPaneThatIsSeenInPartHasNoPlace(offset: String, column: Int?) throws {
        let answer = Self.usual.replacing(",49,14,,,", with: ",49,14,\(offset),0,")
            .replacing(",100,31,", with: ",60,31,")
        #expect(try #require(TmuxReport(Array(answer.utf8))).pane?.column == column)
    }

    /// In another pane or window, while copying, with synchronized panes, and detached.
    @Test(arguments: [
        "0,1,0,0,", "1,0,0,0,", "1,1,1,0,", "1,1,0,1,",
    ])
    func onlyTheActivePaneIsAnswered(activity: String) throws {
        let answer = Self.usual.replacing("1,1,0,0,", with: activity)
        #expect(try !#require(TmuxReport(Array(answer.utf8))).isAnswered)
    }

    @Test func aTerminalBeyondSSHIsRemote() throws {
        #expect(try #require(TmuxReport(Array((Self.usual + "1").utf8))).isRemote)
    }

    @Test func nobodyAnswersADetachedPane() throws {
        let answer = Self.usual.replacing("/dev/pts/3", with: "")
        #expect(try !#require(TmuxReport(Array(answer.utf8))).isAnswered)
    }

    /// Before 3.3 the option does not exist, and everything is passed on.
    @Test(arguments: [
        ("1", true), ("on", true), ("all", true), ("", true), ("0", false), ("off", false),
    ])
    func passthroughMustBeAllowed(option: String, passesOn: Bool) throws {
        let answer = Self.usual.replacing(",17,1,", with: ",17,\(option),")
        #expect(try #require(TmuxReport(Array(answer.utf8))).passesOn == passesOn)
    }

    @Test(arguments: [
        "", "can't find pane: %7", "1,1,0,0,,,,,,,,,,,,,,,", usual + ",9",
        usual.replacing("51,16", with: "-1,99999999999999999999"),
        String(repeating: "1,", count: 1000),
    ])
    func whatIsNoAnswerIsNone(answer: String) {
        #expect(TmuxReport(Array(answer.utf8)) == nil)
    }

    @Test(arguments: [
        ("%7", "%7" as String?), ("%", nil), ("7", nil), ("%7;kill-server", nil),
        ("%99999999999", nil),
    ])
    func onlyANameOfAPaneIsOne(variable: String, pane: String?) {
        #expect(TerminalEnvironment(["TMUX_PANE": variable]).tmuxPane == pane)
    }
}
