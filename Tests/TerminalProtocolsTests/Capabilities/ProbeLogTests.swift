import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// The reply to each query, and the decision based on it.
@Suite struct ProbeRecordTests {
    private static func record(_ replies: [TerminalReply]) -> ProbeLog {
        var record = ProbeLog(.answered)
        for (index, reply) in replies.enumerated() {
            record.receive(reply, afterMicroseconds: (index + 1) * 1000)
        }
        return record
    }

    @Test(arguments: [
        (TerminalReply.version([]), CapabilityQuery.version),
        (.secondaryAttributes([1]), .secondaryAttributes),
        (.kittyGraphics(image: 31, message: []), .kittyGraphics),
        (.sixelGraphics(item: 2, status: 0, values: [8, 8]), .sixelGeometry),
        (.sixelGraphics(item: 1, status: 0, values: [256]), .sixelRegisters),
        (.cellPixels("8x17"), .cellPixels), (.textAreaPixels("800x510"), .textAreaPixels),
        (.mode(2026, setting: 2), .synchronizedUpdates), (.mode(1016, setting: 0), .mousePixels),
        (.mode(2048, setting: 4), .resizeReports), (.background(.black), .background),
        (.mode(2031, setting: 2), .colourSchemeReports),
        (.mode(2033, setting: 0), .visibilityReports),
        (.keyboardFlags(0), .keyboard), (.primaryAttributes([62]), .primaryAttributes),
    ])
    func eachAnswerBelongsToItsQuestion(reply: TerminalReply, query: CapabilityQuery) {
        let record = Self.record([reply])
        #expect(record.answers.keys.map(\.self) == [query])
        #expect(record.lastReplyMicroseconds == 1000)
    }

    @Test(
        arguments: [
            .kittyGraphics(image: 7, message: []), .mode(25, setting: 1), .ready,
            .cursorPosition(CellPosition(row: 3, column: 3)),
        ] as [TerminalReply])
    func whatWasNotAskedIsNoAnswer(reply: TerminalReply) {
        #expect(Self.record([reply]).answers.isEmpty)
    }

    /// mlterm answers the size queries with the item of the registers, and an error.
    @Test func refusalsAreToldApartByTheirOrder() {
        let refusal = TerminalReply.sixelGraphics(item: 1, status: 3, values: [0])
        let registers = TerminalReply.sixelGraphics(item: 1, status: 0, values: [1024])
        let record = Self.record([refusal, refusal, registers])
        #expect(record.answers[.sixelGeometry]?.reply == refusal)
        #expect(record.answers[.sixelLimit]?.reply == refusal)
        #expect(record.answers[.sixelRegisters]?.reply == registers)
        #expect(record.capabilities.sixelRegisters == 1024)
    }

    @Test func onlyTheFirstAnswerCounts() {
        let record = Self.record([.primaryAttributes([62, 4]), .primaryAttributes([62, 4])])
        #expect(record.answers[.primaryAttributes]?.microseconds == 1000)
    }

    private static let window = WindowSize(
        cells: CellSize(columns: 100, rows: 30), pixels: "800x510")

    @Test(
        arguments: [
            (
                [.cellPixels("9x18"), .textAreaPixels("800x510")], window, "9x18",
                .answer(.cellPixels)
            ),
            ([.textAreaPixels("1000x600")], window, "10x20", .answer(.textAreaPixels)),
            ([.textAreaPixels("10x10")], window, "8x17", .kernel),
            ([], window, "8x17", .kernel),
            ([], nil, "10x20", .assumption),
            // No screen has such cells.
            (
                [.cellPixels("4000x4000"), .textAreaPixels("1000x600")], window, "10x20",
                .answer(.textAreaPixels)
            ),
            ([.cellPixels("257x17"), .textAreaPixels("65535x65535")], window, "8x17", .kernel),
            ([.iTerm2CellPixels("8x300"), .cellPixels("65535x65535")], nil, "10x20", .assumption),
            ([.cellPixels("100x100")], window, "100x100", .answer(.cellPixels)),
            ([.cellPixels("256x256")], window, "105x106", .answer(.cellPixels)),
        ] as [([TerminalReply], WindowSize?, PixelSize, DecisionReason)])
    func theCellIsThatOfTheBestSource(
        replies: [TerminalReply], window: WindowSize?, cell: PixelSize, reason: DecisionReason
    ) {
        let findings = ProbeReport(
            Self.record(replies), TerminalEnvironment([:]), window: window)
        #expect(findings.profile.cell == CellMetrics(width: cell.width, height: cell.height))
        #expect(findings.reason(for: .cell) == reason)
    }

    private static let inVSCode = WindowSize(
        cells: CellSize(columns: 120, rows: 36), pixels: "1011x576")

    /// xterm.js reports a cell of 1011/120 pixels as 8.
    ///
    /// Other text areas may have margins: konsole's window is 802 pixels wide for 100 cells of 8.
    @Test(
        arguments: [
            (
                "xterm.js(6.0.0)", [.textAreaPixels("1011x576")], "1011x576",
                .answer(.textAreaPixels)
            ),
            (
                "xterm.js(6.0.0)", [.sixelGraphics(item: 2, status: 0, values: [1011, 576])],
                "1011x576", .answer(.sixelGeometry)
            ),
            ("xterm.js(6.0.0)", [], "1011x576", .kernel),
            // From before the window was reduced.
            ("xterm.js(6.0.0)", [.textAreaPixels("1500x900")], "1011x576", .kernel),
            ("Konsole 22.12.3", [.textAreaPixels("962x577")], "960x576", .answer(.cellPixels)),
            ("foot(1.13.1)", [.textAreaPixels("1000x616")], "960x576", .answer(.cellPixels)),
        ] as [(String, [TerminalReply], PixelSize, DecisionReason)])
    func aCellIsAFractionWhereTheTerminalIsKnownForThat(
        version: String, replies: [TerminalReply], all: PixelSize, reason: DecisionReason
    ) {
        let findings = ProbeReport(
            Self.record([.version(Array(version.utf8)), .cellPixels("8x16")] + replies),
            TerminalEnvironment([:]), window: Self.inVSCode)
        let cell = findings.profile.cell
        #expect(cell.pixels(of: Self.inVSCode.cells) == all)
        #expect(findings.reason(for: .cell) == reason)
        // A picture exactly fills the cells of its area.
        for columns in 1...120 {
            let width = cell.across.pixels(of: columns)
            #expect(cell.across.cells(within: width) == columns)
            #expect(cell.across.cells(covering: width) <= columns)
        }
    }

    /// After a resize the text area is the new one, and the limit stays.
    @Test func theTextAreaMayBeAskedAgain() {
        var capabilities = TerminalCapabilities()
        for size in [[1011, 576], [4096, 4096]] {
            capabilities.receive(.sixelGraphics(item: 2, status: 0, values: size))
        }
        capabilities.forgetTextArea()
        #expect(capabilities.sixelGeometry == nil)
        capabilities.receive(.sixelGraphics(item: 2, status: 0, values: [674, 384]))
        #expect(capabilities.sixelGeometry == "674x384")
        #expect(capabilities.sixelLimit == "4096x4096")
    }

    @Test(
        arguments: [
            (
                "xterm", "truecolor", nil, ColourDepth.trueColour,
                DecisionReason.environment("COLORTERM")
            ),
            ("xterm-direct", "", nil, .trueColour, .environment("TERM")),
            ("xterm-256color", "", "foot(1.13.1)", .trueColour, .knownTerminal("foot")),
            (
                "xterm-256color", "truecolor", "mlterm(3.9.3)", .palette256,
                .knownTerminal("mlterm")
            ),
            ("tmux-256color", "", "tmux 3.3a", .palette256, .environment("TERM")),
            ("linux", "", nil, .palette16, .environment("TERM")),
            ("vt220", "", nil, .palette256, .assumption),
        ] as [(String, String, String?, ColourDepth, DecisionReason)])
    func theColoursAreThoseThatSomebodyPromises(
        term: String, colourTerm: String, version: String?, depth: ColourDepth,
        reason: DecisionReason
    ) {
        let replies = version.map { [TerminalReply.version(Array($0.utf8))] } ?? []
        let findings = ProbeReport(
            Self.record(replies), TerminalEnvironment(["TERM": term, "COLORTERM": colourTerm]),
            window: nil)
        #expect(findings.profile.colours == depth)
        #expect(findings.reason(for: .colours) == reason)
    }

    @Test(
        arguments: [
            ([.version(Array("kitty(0.26.5)".utf8))], "kitty", .answer(.version)),
            ([.secondaryAttributes([24, 279, 0])], "mlterm", .answer(.secondaryAttributes)),
            ([], "foot", .environment("TERM")),
            ([.version(Array("novelty 1".utf8))], nil, .answer(.version)),
        ] as [([TerminalReply], String?, DecisionReason)])
    func theTerminalIsKnownByTheBestWord(
        replies: [TerminalReply], name: String?, reason: DecisionReason
    ) {
        let term = name == "foot" ? "foot" : "xterm"
        let findings = ProbeReport(
            Self.record(replies), TerminalEnvironment(["TERM": term]), window: nil)
        #expect(findings.terminal?.value.name == name)
        #expect(findings.reason(for: .terminal) == reason)
    }

    /// Programs started in VS Code's terminal inherit TERM_PROGRAM.
    @Test(arguments: [("xterm-256color", "xterm.js"), ("st-256color", "st")])
    func vsCodeIsKnownByItsWordWhereTERMNamesNone(term: String, name: String) {
        let findings = ProbeReport(
            Self.record([]), TerminalEnvironment(["TERM": term, "TERM_PROGRAM": "vscode"]),
            window: nil)
        #expect(findings.terminal?.value.name == name)
    }

    @Test(
        arguments: [
            ([.primaryAttributes([62, 4])], "foot", [.sixel, .blocks]),
            (
                [
                    .kittyGraphics(image: 31, message: Array("OK".utf8)),
                    .primaryAttributes([62, 1, 4]),
                ],
                "xterm", [.kitty, .sixel, .blocks]
            ),
            ([.version(Array("WezTerm 2024".utf8))], "xterm", [.iTerm2, .blocks]),
            ([], "xterm", [.blocks]), ([], "dumb", []),
        ] as [([TerminalReply], String, [GraphicsProtocol])])
    func theProtocolsItKnowsAreThoseItNamedOrIsKnownFor(
        replies: [TerminalReply], term: String, known: [GraphicsProtocol]
    ) {
        let findings = ProbeReport(
            Self.record(replies), TerminalEnvironment(["TERM": term]), window: nil)
        #expect(GraphicsProtocol.allCases.filter(findings.knows) == known)
    }
}
