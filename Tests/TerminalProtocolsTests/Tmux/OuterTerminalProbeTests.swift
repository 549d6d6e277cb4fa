import Imaging
import Testing

@testable import TerminalProtocols

/// Probes through a multiplexer, simulated after GNU screen 4.9.
struct OutsideInquiryTests {
    /// GNU screen, also when queried at a bad moment.
    private struct SimulatedMultiplexer {
        /// The pane's origin outside.
        var pane = CellPosition(row: 0, column: 0)
        /// Set if another pane is active, so that the outer cursor is elsewhere.
        var outsideCursor: CellPosition?
        var isOpen = true
        private var cursor = CellPosition(row: 0, column: 0)

        init(pane: CellPosition) { self.pane = pane }

        /// Returns the replies to a probe's output.
        mutating func answers(to bytes: [UInt8]) -> [TerminalReply] {
            let text = String(decoding: bytes, as: UTF8.self)
            if text.hasPrefix("\u{1B}P") { return isOpen ? fromOutside(text) : [] }
            let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
            guard numbers.count >= 2 else { return [] }
            cursor = CellPosition(row: numbers[0] - 1, column: numbers[1] - 1)
            return text.hasSuffix("[6n") ? [.cursorPosition(cursor)] : []
        }

        private func fromOutside(_ text: String) -> [TerminalReply] {
            let place = CellPosition(
                row: cursor.row + pane.row, column: cursor.column + pane.column)
            let known: [(String, TerminalReply)] = [
                ("[>q", .version(Array("foot(1.13.1)".utf8))),
                ("[?2;1;0S", .sixelGraphics(item: 2, status: 0, values: [800, 510])),
                ("[?2;4;0S", .sixelGraphics(item: 2, status: 0, values: [1000, 900])),
                ("[16t", .cellPixels(PixelSize(width: 9, height: 18))),
                ("[6n", .cursorPosition(outsideCursor ?? place)),
                ("[c", .primaryAttributes([62, 4, 22])),
            ]
            return known.filter { text.contains($0.0) }.map(\.1)
        }
    }

    private static func ask(_ multiplexer: SimulatedMultiplexer) -> OuterTerminalProbe {
        var multiplexer = multiplexer
        var inquiry = OuterTerminalProbe(.screen)
        var replies = multiplexer.answers(to: inquiry.begin())
        for _ in 0..<40 where !replies.isEmpty {
            replies += multiplexer.answers(to: inquiry.receive(replies.removeFirst()))
        }
        return inquiry
    }

    @Test(arguments: [(0, 0), (16, 51), (1, 0), (0, 40)])
    func thePaneIsFoundWhereverItLies(row: Int, column: Int) {
        let pane = CellPosition(row: row, column: column)
        let inquiry = Self.ask(SimulatedMultiplexer(pane: pane))
        #expect(inquiry.isSettled)
        #expect(inquiry.terminal.pane == pane)
        #expect(inquiry.terminal.capabilities.hasSixel)
        #expect(inquiry.terminal.capabilities.sixelLimit == PixelSize(width: 1000, height: 900))
    }

    @Test func aCursorThatDoesNotFollowOursTellsNoPlace() {
        var multiplexer = SimulatedMultiplexer(pane: CellPosition(row: 0, column: 0))
        multiplexer.outsideCursor = CellPosition(row: 12, column: 30)
        let inquiry = Self.ask(multiplexer)
        #expect(inquiry.isSettled)
        #expect(inquiry.terminal.pane == nil)
    }

    @Test func whatIsNotPassedOnIsNotAnswered() {
        var multiplexer = SimulatedMultiplexer(pane: CellPosition(row: 0, column: 0))
        multiplexer.isOpen = false
        let inquiry = Self.ask(multiplexer)
        #expect(!inquiry.isSettled)
        #expect(!inquiry.terminal.capabilities.isComplete)
    }

    @Test func lateAnswersToAnEarlierInquiryDoNotMisleadTheNext() {
        var multiplexer = SimulatedMultiplexer(pane: CellPosition(row: 3, column: 7))
        var inquiry = OuterTerminalProbe(.screen)
        let late = multiplexer.answers(to: inquiry.begin())
        // A resize restarts the probe before that was answered.
        var replies = late + multiplexer.answers(to: inquiry.begin())
        for _ in 0..<40 where !replies.isEmpty {
            replies += multiplexer.answers(to: inquiry.receive(replies.removeFirst()))
        }
        #expect(inquiry.terminal.pane == multiplexer.pane)
    }

    @Test func theMultiplexerDrawsWhatTheTerminalOutsideCan() throws {
        let inquiry = Self.ask(SimulatedMultiplexer(pane: CellPosition(row: 16, column: 51)))
        let profile = Self.profile.passing(to: inquiry.terminal, overrides: Self.none)
        #expect(Self.profile.graphics == .blocks)
        #expect(profile.graphics == .sixel)
        #expect(profile.cell == CellMetrics(width: 9, height: 18))
        #expect(profile.pictureLimit == PixelSize(width: 1000, height: 900))
        let place = try #require(profile.passthrough).outside(CellPosition(row: 1, column: 2))
        #expect(place == CellPosition(row: 17, column: 53))
    }

    @Test func whoWantsBlocksGetsThemInTmuxToo() {
        let inquiry = Self.ask(SimulatedMultiplexer(pane: CellPosition(row: 0, column: 0)))
        var overrides = Self.none
        overrides.graphics = .blocks
        let profile = Self.profile.passing(to: inquiry.terminal, overrides: overrides)
        #expect(profile.passthrough == nil)
        #expect(profile.graphics == .blocks)
    }

    @Test("X14: no picture is passed to an unknown position")
    func noPictureIsPassedToAPlaceThatIsNotKnown() {
        var multiplexer = SimulatedMultiplexer(pane: CellPosition(row: 0, column: 0))
        multiplexer.outsideCursor = CellPosition(row: 12, column: 30)
        let profile = Self.profile.passing(
            to: Self.ask(multiplexer).terminal, overrides: Self.none)
        #expect(profile.passthrough == nil)
        #expect(profile.graphics == .blocks)
    }

    /// Its replies would go to the pane active at that time.
    @Test func tmuxItselfSaysWhereThePaneIsAndNoCursorIsAskedFor() throws {
        var inquiry = OuterTerminalProbe(.tmux)
        inquiry.receive(try Self.report(left: 51, top: 16))
        let question = String(decoding: inquiry.begin(), as: UTF8.self)
        #expect(question.hasPrefix("\u{1B}Ptmux;"))
        #expect(!question.contains("[6n"))
        #expect(!inquiry.isSettled)
        #expect(inquiry.receive(.primaryAttributes([62, 4, 22])).isEmpty)
        #expect(inquiry.isSettled)
        #expect(inquiry.terminal.pane == CellPosition(row: 16, column: 51))
        #expect(inquiry.terminal.capabilities.hasSixel)
        // The pane moves: tmux is queried, the outer terminal is not.
        inquiry.receive(try Self.report(left: 0, top: 0))
        #expect(inquiry.isSettled)
        #expect(inquiry.terminal.pane == CellPosition(row: 0, column: 0))
    }

    @Test func aTmuxThatCannotBeAskedIsPassedNoPictures() throws {
        var inquiry = OuterTerminalProbe(.tmux)
        inquiry.receive(try Self.report(left: 51, top: 16))
        _ = inquiry.begin()
        _ = inquiry.receive(.primaryAttributes([62, 4, 22]))
        inquiry.receive(nil)
        let profile = Self.profile.passing(to: inquiry.terminal, overrides: Self.none)
        #expect(profile.passthrough == nil)
        #expect(profile.graphics == .blocks)
    }

    private static func report(left: Int, top: Int) throws -> TmuxReport {
        try #require(
            TmuxReport(
                Array("1,1,0,0,\(left),\(top),49,14,,,on,bottom,100,31,8,17,1,/dev/pts/3,\n".utf8)))
    }

    /// tmux treats this string as a window title.
    @Test(arguments: [("tmux-256color", false), ("screen", false), ("xterm", true)])
    func aMultiplexerIsAskedNothingItWouldShow(term: String, isAsked: Bool) {
        let probe = String(
            decoding: CapabilityQuery.probe(in: TerminalEnvironment(["TERM": term])), as: UTF8.self)
        #expect(probe.contains("\u{1B}_G") == isAsked)
        #expect(probe.hasSuffix("\u{1B}[c"))
    }

    private static let none = TerminalProfile.Overrides()

    private static let profile = TerminalProfile(
        TerminalCapabilities(), TerminalEnvironment(["TERM": "tmux-256color"]),
        window: WindowSize(cells: CellSize(columns: 49, rows: 14), pixels: nil),
        overrides: none)
}
