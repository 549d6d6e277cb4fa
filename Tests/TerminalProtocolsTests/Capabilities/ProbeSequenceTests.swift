import Imaging
import Testing

@testable import TerminalProtocols

/// The dialogue of viewer and `doctor` with a terminal.
@Suite struct ProbeSequenceTests {
    private typealias Question = ProbeSequence.Question

    private static let cell = CellMetrics(width: 10, height: 20)
    private static let window = CellSize(columns: 80, rows: 24)
    private static let lastQuery = Array("\u{1B}[c".utf8)

    private static func version(_ text: String) -> TerminalReply { .version(Array(text.utf8)) }
    private static let xterm: [TerminalReply] = [
        version("XTerm(390)"), .primaryAttributes([64, 4, 22]),
    ]
    private static let wezTerm: [TerminalReply] = [
        version("WezTerm 20240203-110809"), .kittyGraphics(image: 31, message: Array("OK".utf8)),
        .primaryAttributes([65, 4, 22]),
    ]
    private static let tmux: [TerminalReply] = [version("tmux 3.4"), .primaryAttributes([1, 2])]
    private static let screen: [TerminalReply] = [
        .secondaryAttributes([83, 40900, 0]), .primaryAttributes([1, 2]),
    ]

    /// Returns a sequence that has sent all queries and received some replies.
    private static func asked(
        _ replies: [TerminalReply], graphics: GraphicsProtocol? = nil
    ) -> ProbeSequence {
        var sequence = ProbeSequence(TerminalEnvironment([:]), graphics: graphics)
        _ = sequence.begin()
        for reply in replies { #expect(sequence.receive(reply) == []) }
        return sequence
    }

    private static func next(
        _ sequence: inout ProbeSequence, in window: CellSize = window
    ) -> Question? {
        sequence.next(cell: cell, in: window)
    }

    private static func report(_ change: (String) -> String = { $0 }) throws -> TmuxReport {
        let usual = "1,1,0,0,51,16,49,14,,,on,bottom,100,31,8,17,1,/dev/pts/3,"
        return try #require(TmuxReport(Array(change(usual).utf8)))
    }

    @Test func nothingMoreIsAskedOfATerminalThatDrawsPictures() {
        var sequence = Self.asked(Self.xterm)
        #expect(Self.next(&sequence) == nil)
        #expect(sequence.isSettled)
        #expect(sequence.capabilities.hasSixel)
    }

    @Test func nothingFollowsBeforeTheLastQueryIsAnswered() {
        var sequence = Self.asked([Self.version("WezTerm 20240203-110809")])
        #expect(Self.next(&sequence) == nil)
        #expect(sequence.isUnanswered)
        #expect(!sequence.isSettled)
    }

    /// WezTerm's answer to the placement, and the cursor's position afterwards.
    @Test(arguments: [(1, true), (2, false)])
    func aPictureShowsWhetherPartsArePlaced(column: Int, isCropped: Bool) {
        var sequence = Self.asked(Self.wezTerm)
        #expect(Self.next(&sequence) == .picture(KittyCropProbe().bytes(cell: Self.cell)))
        #expect(Self.next(&sequence) == nil, "it is asked once")
        #expect(sequence.isWaiting)
        let accepted = Array("OK".utf8)
        _ = sequence.receive(.kittyGraphics(image: KittyCropProbe.image, message: accepted))
        _ = sequence.receive(.cursorPosition(CellPosition(row: 1, column: column)))
        #expect(sequence.capabilities.cropsPictures == isCropped)
        #expect(Self.next(&sequence) == nil)
        #expect(sequence.isSettled)
    }

    @Test func noPictureIsTriedIfTheUserHasChosen() {
        var sequence = Self.asked(Self.wezTerm, graphics: .sixel)
        #expect(Self.next(&sequence) == nil)
        #expect(sequence.isSettled)
    }

    @Test func inTmuxTheTerminalOutsideIsAskedOnceTmuxSaysThatItsAnswersAreOurs() throws {
        var sequence = Self.asked(Self.tmux)
        #expect(Self.next(&sequence) == .tmux)
        #expect(!sequence.isSettled, "tmux has not replied")
        let questions = sequence.receive(try Self.report())
        #expect(questions == Multiplexer.tmux.wrap(CapabilityQuery.outside(asking: [])))
        #expect(!sequence.isSettled)
        for reply in Self.xterm { _ = sequence.receive(reply) }
        #expect(sequence.isSettled)
        #expect(sequence.outside?.terminal.capabilities.hasSixel == true)
        #expect(!sequence.capabilities.hasSixel, "tmux itself draws none")
    }

    /// Another pane is active; passthrough is off; tmux is silent.
    @Test(arguments: [
        ("1,1,0,0,", "0,1,0,0,"), (",17,1,", ",17,0,"),
    ])
    func inTmuxNothingIsAskedInVain(usual: String, other: String) throws {
        var sequence = Self.asked(Self.tmux)
        #expect(Self.next(&sequence) == .tmux)
        let report = try Self.report { $0.replacing(usual, with: other) }
        #expect(sequence.receive(report) == [])
        #expect(sequence.receive(nil as TmuxReport?) == [])
        #expect(sequence.isSettled)
    }

    @Test func anotherTerminalThatIsAttachedToTmuxIsAskedAnew() throws {
        var sequence = Self.asked(Self.tmux)
        _ = Self.next(&sequence)
        _ = sequence.receive(try Self.report())
        for reply in Self.xterm { _ = sequence.receive(reply) }
        #expect(sequence.receive(try Self.report()) == [], "it is known")
        let other = try Self.report { $0.replacing("/dev/pts/3", with: "/dev/pts/8") }
        #expect(!sequence.receive(other).isEmpty)
        #expect(sequence.outside?.terminal.capabilities.hasSixel == false)
    }

    @Test func whoWantsBlocksHasNothingAskedOutside() {
        var sequence = Self.asked(Self.tmux, graphics: .blocks)
        #expect(Self.next(&sequence) == nil)
        #expect(sequence.outside == nil)
        #expect(sequence.isSettled)
    }

    /// GNU screen 4.9 answers the queries of modes after DA1.
    @Test func inGNUScreenLateAnswersAreNotTakenForThoseOfTheTerminalOutside() {
        var sequence = Self.asked(Self.screen)
        #expect(Self.next(&sequence) == .last(Self.lastQuery))
        #expect(sequence.isWaiting)
        _ = sequence.receive(.background(RGBColour(red: 1, green: 2, blue: 3)))
        #expect(Self.next(&sequence) == nil, "its second answer has not come")
        _ = sequence.receive(.primaryAttributes([1, 2]))
        guard case .outside = Self.next(&sequence) else {
            Issue.record("the terminal outside is asked")
            return
        }
        #expect(sequence.capabilities.background == RGBColour(red: 1, green: 2, blue: 3))
        #expect(sequence.outside?.terminal.capabilities == TerminalCapabilities())
    }

    @Test func aPaneWithoutRoomIsNotLocated() {
        var sequence = Self.asked(Self.screen + [.primaryAttributes([1, 2])])
        _ = Self.next(&sequence)
        _ = sequence.receive(.primaryAttributes([1, 2]))
        #expect(Self.next(&sequence, in: CellSize(columns: 7, rows: 24)) == nil)
        #expect(sequence.outside?.terminal.pane == nil)
    }

    @Test func aTerminalThatWasNotAskedMayAnswer() {
        var sequence = ProbeSequence(TerminalEnvironment([:]))
        for reply in Self.xterm { _ = sequence.receive(reply) }
        #expect(Self.next(&sequence) == nil)
        #expect(sequence.isSettled)
    }
}
