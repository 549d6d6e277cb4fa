import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// Answers and environment → a row of the table of known terminals.
@Suite struct KnownTerminalTests {
    private static let versions: [(String, [Int]?)] = [
        ("kitty(0.26.5)", [0, 26, 5]), (" next-3.8", [3, 8]), ("3.3a", [3, 3, 1]),
        ("tmux 3.7b", [3, 7, 2]), ("WezTerm 20240203-110809-5046fc22", [20_240_203]),
        (" 3.5.5beta1", [3, 5, 5]), ("(6.1.0-beta.91)", [6, 1, 0]),
        ("Warp(v0.2026.06.03.09.49.stable_01)", [0, 2026, 6, 3]),
        ("0.6.1.7494", [0, 6, 1, 7494]), ("contour", nil), ("", nil),
        ("99999999999999999999.1", nil), ("1.99999999999999999999", [1]), ("-3", [3]),
        ("3.", [3]), (".5", [5]), ("1..2", [1]), ("３.1", [1]),
    ]

    @Test(arguments: versions)
    func aVersionIsReadFromWhateverSurroundsIt(text: String, numbers: [Int]?) {
        #expect(TerminalVersion(in: text)?.numbers == numbers)
    }

    @Test(
        arguments: [
            ("0.26.5", "0.28"), ("3.6a", "3.7"), ("3.7", "3.7b"), ("3.7c", "3.8"), ("3.8", "3.10"),
            ("0.6.1.7494", "0.6.2"),
        ] as [(TerminalVersion, TerminalVersion)])
    func versionsAreInOrder(older: TerminalVersion, newer: TerminalVersion) {
        #expect(older < newer)
        #expect(!(newer < older))
    }

    private static let names: [(String?, [Int]?, [String: String], String?, DecisionReason?)] = [
        ("kitty(0.26.5)", nil, [:], "kitty 0.26.5", .answer(.version)),
        ("foot(1.13.1)", [1, 11301, 0], [:], "foot 1.13.1", .answer(.version)),
        ("Konsole 22.12.3", [1, 115, 0], [:], "Konsole 22.12.3", .answer(.version)),
        ("XTerm(379)", [19, 379, 0], [:], "xterm 379", .answer(.version)),
        (nil, [19, 379, 0], [:], "xterm as VT340", .answer(.secondaryAttributes)),
        ("mlterm(3.9.4)", nil, [:], "mlterm 3.9.4", .answer(.version)),
        (nil, [24, 279, 0], [:], "mlterm", .answer(.secondaryAttributes)),
        (nil, [65, 7006, 1], [:], "VTE 0.70.6", .answer(.secondaryAttributes)),
        ("VTE(7801)", [61, 7801, 1], [:], "VTE 0.78.1", .answer(.version)),
        ("iTerm2 3.6.10", nil, [:], "iTerm2 3.6.10", .answer(.version)),
        (
            "WezTerm 20240203-110809-5046fc22", nil, [:], "WezTerm 20240203",
            .answer(.version)
        ),
        ("ghostty 1.3.1", nil, ["TERM": "xterm-256color"], "Ghostty 1.3.1", .answer(.version)),
        ("xterm.js(6.0.0)", [0, 276, 0], [:], "xterm.js 6.0.0", .answer(.version)),
        (nil, [0, 276, 0], [:], "xterm.js", .answer(.secondaryAttributes)),
        (
            nil, nil, ["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.120.0"],
            "xterm.js", .environment("TERM_PROGRAM")
        ),
        ("Rio 0.5.28", nil, [:], "Rio 0.5.28", .answer(.version)),
        (
            "Warp(v0.2026.06.03.09.49.stable_01)", nil, [:], "Warp 0.2026.6.3",
            .answer(.version)
        ),
        (
            nil, nil, ["TERM_PROGRAM": "WarpTerminal", "TERM_PROGRAM_VERSION": "v0.2026.6"],
            "Warp 0.2026.6", .environment("TERM_PROGRAM")
        ),
        ("contour 0.6.1.7494", nil, [:], "Contour 0.6.1.7494", .answer(.version)),
        ("Zellij(4501)", nil, [:], "Zellij 0.45.1", .answer(.version)),
        (nil, nil, ["ZELLIJ": "0"], "Zellij", .environment("ZELLIJ")),
        (nil, [0, 10, 1], [:], "Windows Terminal", .answer(.secondaryAttributes)),
        (nil, nil, ["WT_SESSION": "b8c2"], "Windows Terminal", .environment("WT_SESSION")),
        ("tmux 3.3a", [84, 0, 0], [:], "tmux 3.3a", .answer(.version)),
        ("tmux next-3.8", [84, 0, 0], [:], "tmux 3.8", .answer(.version)),
        (nil, [83, 40900, 0], [:], "GNU screen 4.9.0", .answer(.secondaryAttributes)),
        (nil, nil, ["TERM": "linux"], "Linux console", .environment("TERM")),
        (nil, nil, ["TERM": "alacritty"], "Alacritty", .environment("TERM")),
        (nil, nil, ["TERM": "st-256color"], "st", .environment("TERM")),
        (
            nil, nil, ["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], "kitty",
            .environment("KITTY_WINDOW_ID")
        ),
        // Its own report overrides inherited variables.
        (
            "XTerm(379)", nil, ["KITTY_WINDOW_ID": "1", "TERM_PROGRAM": "vscode"], "xterm 379",
            .answer(.version)
        ),
        (
            "tmux 3.3a", nil, ["TERM_PROGRAM": "tmux", "TERM_PROGRAM_VERSION": "9.9"],
            "tmux 3.3a", .answer(.version)
        ),
        (nil, nil, ["TERM": "xterm-256color"], nil, nil),
        (nil, nil, ["WT_SESSION": ""], nil, nil),
        ("Bobcat 0.9.3", [1, 10, 0], [:], nil, nil),
    ]

    @Test(arguments: names)
    func aTerminalIsRecognisedWithItsVersion(
        version: String?, attributes: [Int]?, variables: [String: String], name: String?,
        reason: DecisionReason?
    ) {
        var replies: [TerminalReply] = []
        if let version { replies.append(.version(Array(version.utf8))) }
        if let attributes { replies.append(.secondaryAttributes(attributes)) }
        let found = KnownTerminal.recognised(
            .after(replies), TerminalEnvironment(variables))
        let number = found?.value.version.map { " " + $0.text } ?? ""
        #expect(found.map { $0.value.name + number } == name)
        #expect(found?.reason == reason)
    }

    /// A name that is too long, or has control characters, identifies no terminal and no version.
    @Test func aHostileEnvironmentIsBounded() {
        let long = String(repeating: "9", count: 100_000)
        let environment = TerminalEnvironment([
            "TERM": "xterm\u{1B}]0;x", "TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": long,
            "KITTY_WINDOW_ID": long,
        ])
        let found = KnownTerminal.recognised(TerminalCapabilities(), environment)?.value
        #expect(found?.name == "xterm.js")
        #expect(found?.version == nil)
    }

    @Test(arguments: [
        ("kitty(0.26.5)", false, true), ("kitty(0.28.0)", true, true), ("kitty", false, true),
        ("kitty(0.48.2)", true, true), ("ghostty 1.2.3", true, true), ("tmux 3.3a", false, true),
        ("tmux 3.6b", false, true), ("tmux 3.7", false, false), ("tmux 3.7c", false, false),
        ("tmux next-3.8", false, true), ("tmux 3.8", false, true), ("tmux", false, true),
    ])
    func whatAVersionHasAndItsPredecessorHasNot(
        version: String, hasPlaceholders: Bool, passesThrough: Bool
    ) {
        let found = KnownTerminal.recognise(
            .after([.version(Array(version.utf8))]), TerminalEnvironment([:]))
        #expect(found?.hasUnicodePlaceholders == hasPlaceholders)
        #expect(found?.passesThrough == passesThrough)
    }

    @Test func theRowsOfATerminalAreInTheOrderOfItsVersions() {
        let rows = Dictionary(grouping: KnownTerminal.all, by: \.name)
        for (name, rows) in rows {
            #expect(rows.first?.minimumVersion == nil, "\(name)")
            let versions = rows.compactMap(\.minimumVersion)
            #expect(versions == versions.sorted(), "\(name)")
            #expect(versions.count == rows.count - 1, "\(name)")
        }
    }
}

/// Answers and environment → the picture protocol, and the reason.
@Suite struct PictureDecisionTests {
    private static let ok = TerminalReply.kittyGraphics(image: 31, message: Array("OK".utf8))
    private static let sixel = TerminalReply.primaryAttributes([62, 4])
    private static let plain = TerminalReply.primaryAttributes([62])

    // The reported features, and the result of placing a part: the part is shown, the whole picture
    // is, or it was refused.
    private static let hasKitty = [ok, plain]
    private static let hasSixel = [sixel]
    private static let hasBoth = [ok, sixel]
    private static let hasNeither = [plain]
    private static let bothAndParts = hasBoth + tried("OK", column: 1)
    private static let bothAndWholes = hasBoth + tried("OK", column: 2)
    private static let bothAndRefusals = hasBoth + tried("EINVAL:no", column: 0)
    private static let kittyAndParts = hasKitty + tried("OK", column: 0)
    private static let kittyAndWholes = hasKitty + tried("OK", column: 3)
    private static let kittyAndRefusals = hasKitty + tried("ENOTSUPPORTED", column: 0)

    /// Returns the answer to a placement, and the cursor's position afterwards.
    private static func tried(_ message: String, column: Int) -> [TerminalReply] {
        [
            .kittyGraphics(image: KittyCropProbe.image, message: Array(message.utf8)),
            .cursorPosition(CellPosition(row: 1, column: column)),
        ]
    }

    private static let decisions: [(String, [TerminalReply], GraphicsProtocol, DecisionReason)] = [
        ("kitty(0.26.5)", hasKitty, .kitty, .answer(.kittyGraphics)),
        ("ghostty 1.3.1", hasKitty, .kitty, .answer(.kittyGraphics)),
        ("Konsole 22.12.3", hasBoth, .kitty, .answer(.kittyGraphics)),
        ("Zellij(4501)", hasBoth, .kitty, .answer(.kittyGraphics)),
        ("Zellij(4301)", hasSixel, .sixel, .answer(.primaryAttributes)),
        ("iTerm2 3.6.10", hasBoth, .iTerm2, .knownTerminal("iTerm2")),
        ("WezTerm 20240203", hasSixel, .iTerm2, .knownTerminal("WezTerm")),
        // Not tried, because it runs through tmux.
        ("WezTerm 20240203", hasBoth, .iTerm2, .knownTerminal("WezTerm")),
        ("WezTerm 20240203", bothAndParts, .kitty, .trial),
        ("WezTerm 20240203", bothAndRefusals, .iTerm2, .knownTerminal("WezTerm")),
        ("xterm.js(6.0.0)", bothAndParts, .kitty, .trial),
        ("xterm.js(6.0.0)", bothAndWholes, .sixel, .answer(.primaryAttributes)),
        ("xterm.js(6.0.0)", kittyAndWholes, .iTerm2, .knownTerminal("xterm.js")),
        // With pictures switched off.
        ("xterm.js(6.0.0)", hasNeither, .blocks, .answer(.primaryAttributes)),
        ("mlterm(3.9.4)", hasNeither, .blocks, .answer(.primaryAttributes)),
        ("Rio 0.5.28", bothAndParts, .kitty, .trial),
        ("Rio 0.3.5", hasSixel, .iTerm2, .knownTerminal("Rio")),
        ("Warp(v0.2026.06)", kittyAndParts, .kitty, .trial),
        ("contour 0.6.3", hasSixel, .sixel, .answer(.primaryAttributes)),
        ("foot(1.13.1)", hasSixel, .sixel, .answer(.primaryAttributes)),
        ("tmux 3.8", hasSixel, .sixel, .answer(.primaryAttributes)),
        ("tmux 3.7b", hasNeither, .blocks, .answer(.primaryAttributes)),
        // An unknown terminal gets the protocols in its answers.
        ("Novelty 1", hasBoth, .kitty, .answer(.kittyGraphics)),
        ("Novelty 1", bothAndParts, .kitty, .trial),
        ("Novelty 1", bothAndWholes, .sixel, .answer(.primaryAttributes)),
        ("Novelty 1", kittyAndRefusals, .blocks, .answer(.primaryAttributes)),
    ]

    @Test(arguments: decisions)
    func theProtocolIsTheBestThatWorks(
        version: String, replies: [TerminalReply], graphics: GraphicsProtocol,
        reason: DecisionReason
    ) {
        let capabilities = TerminalCapabilities.after(
            [.version(Array(version.utf8))] + replies)
        let known = KnownTerminal.recognised(capabilities, TerminalEnvironment([:]))
        #expect(TerminalProfile.graphics(capabilities, known) == Decision(graphics, reason))
        #expect(Self.profile(capabilities).graphics == graphics)
    }

    /// Another terminal that inherited its environment would show iTerm2's pictures as text.
    @Test(arguments: ["iTerm.app", "WezTerm", "WarpTerminal", "vscode"])
    func iTerm2sPicturesAreOnlyForThoseWhoNamedThemselves(program: String) {
        let capabilities = TerminalCapabilities.after([Self.plain])
        let profile = Self.profile(capabilities, ["TERM_PROGRAM": program])
        #expect(profile.graphics == .blocks)
    }

    private static func profile(
        _ capabilities: TerminalCapabilities, _ variables: [String: String] = [:]
    ) -> TerminalProfile {
        TerminalProfile(
            capabilities, TerminalEnvironment(variables),
            window: WindowSize(cells: CellSize(columns: 100, rows: 30), pixels: "800x510"),
            overrides: TerminalProfile.Overrides())
    }

    private static let quirks: [(String, [TerminalReply], [String])] = [
        ("kitty(0.48.0)", hasKitty, ["unicodePlaceholders", "mousePixelsFromZero"]),
        ("Konsole 22.12.3", hasBoth, ["media", "picturesInPieces", "sixelRegisters"]),
        ("iTerm2 3.6.10", hasBoth, ["unusedProtocol"]),
        ("Rio 0.5.28", bothAndParts, ["unusedProtocol", "cropTried"]),
        ("WezTerm 20240203", hasBoth, ["cropUntried", "media"]),
        ("Zellij(4501)", hasKitty, ["media", "storeBytes"]),
        (
            "xterm.js(6.0.0)", bothAndParts,
            [
                "cropTried", "media", "storeBytes", "removalDeletesPicture",
                "picturesStayInCells", "sixelRegisters", "fractionalCells",
            ]
        ),
        ("contour 0.6.1.7494", hasSixel, ["sixelFaults"]), ("contour 0.6.3", hasSixel, []),
        ("tmux 3.7b", hasNeither, ["lostPassthrough"]),
        ("tmux 3.8", hasSixel, ["pictureCountLimit", "sixelRegisters"]),
        ("XTerm(379)", hasSixel, ["sixelLimit", "scrolledPictures"]),
        ("foot(1.13.1)", hasSixel, ["scrolledPictures"]), ("VTE(7006)", hasNeither, []),
        ("Novelty 1", hasKitty, ["cropUntried"]),
    ]

    @Test(arguments: quirks)
    func theQuirksInForceAreThoseThatMatterHere(
        version: String, replies: [TerminalReply], quirks: [String]
    ) {
        var log = ProbeLog(.answered)
        let all = [.version(Array(version.utf8))] + replies
        all.forEach { log.receive($0, afterMicroseconds: 1) }
        var (probe, capabilities) = (KittyCropProbe(), log.capabilities)
        replies.forEach { probe.receive($0) }
        capabilities.receive(probe)
        log.learn(capabilities)
        let findings = ProbeReport(log, TerminalEnvironment([:]), window: nil)
        #expect(findings.quirks.map(\.name) == quirks)
    }

    @Test func windowsTerminalsCellsAreItsOwnWhateverTheFont() {
        let profile = Self.profile(
            .after([.secondaryAttributes([0, 10, 1]), .cellPixels("9x19"), Self.sixel]))
        #expect(profile.cell == CellMetrics(width: 10, height: 20))
        #expect(profile.graphics == .sixel)
    }

    @Test(arguments: [
        ("xterm.js(6.0.0)", 4096, 256), ("tmux 3.8", 1024, 256), ("Konsole 22.12.3", 1024, 256),
        ("foot(1.13.1)", 16, 16), ("xterm.js(6.0.0)", 16, 16),
    ])
    func noMoreRegistersAreUsedThanItReallyHas(version: String, told: Int, used: Int) {
        let profile = Self.profile(
            .after([
                .version(Array(version.utf8)), .sixelGraphics(item: 1, status: 0, values: [told]),
                Self.sixel,
            ]))
        #expect(profile.registers == used)
    }

    @Test func xtermIsNotSentMoreThanItDrawsIfItDoesNotSayHowMuch() {
        let version = TerminalReply.version(Array("XTerm(379)".utf8))
        #expect(Self.profile(.after([version, Self.sixel])).pictureLimit == "1000x1000")
    }

    /// Knowledge about VS Code's terminal also applies outside a multiplexer.
    @Test(arguments: [
        ("iTerm2 3.6.10", hasBoth, GraphicsProtocol.sixel), ("WezTerm 20240203", hasBoth, .sixel),
        ("Warp(v0.2026)", hasKitty, .iTerm2), ("kitty(0.26.5)", hasKitty, .kitty),
        ("Novelty 1", hasBoth, .kitty),
    ])
    func throughAMultiplexerSixelIsBetterThanOneLongSequence(
        version: String, replies: [TerminalReply], graphics: GraphicsProtocol
    ) {
        var outer = OuterTerminal(.tmux)
        outer.pane = CellPosition(row: 0, column: 0)
        for reply in [.version(Array(version.utf8))] + replies { outer.capabilities.receive(reply) }
        let profile = Self.profile(.after([.version(Array("tmux 3.6".utf8)), Self.plain]))
        let passing = profile.passing(to: outer, overrides: TerminalProfile.Overrides())
        #expect(passing.graphics == graphics)
    }

    @Test func throughAMultiplexerTheOuterTerminalsRowCounts() {
        let inner = TerminalCapabilities.after([.version(Array("tmux 3.6".utf8)), Self.plain])
        var outer = OuterTerminal(.tmux)
        outer.pane = CellPosition(row: 0, column: 0)
        for reply in [.version(Array("xterm.js(6.0.0)".utf8)), Self.ok, Self.sixel] {
            outer.capabilities.receive(reply)
        }
        let profile = Self.profile(inner).passing(
            to: outer, overrides: TerminalProfile.Overrides())
        #expect(profile.terminal.name == "xterm.js")
        // A placement of a part could not be tried.
        #expect(profile.graphics == .sixel)
        #expect(profile.keepsPicturesInCells)
        #expect(profile.stringLimitBytes != nil)
    }

    private static let advice: [(String, [String: String], PictureAdvice?)] = [
        ("tmux 3.7b", [:], .updateTmux), ("tmux 3.6", [:], .openTmux),
        ("tmux 3.8", [:], .openTmux),
        ("xterm.js(6.0.0)", ["TERM_PROGRAM": "vscode"], .enableImagesInVSCode),
        ("xterm.js(6.0.0)", [:], nil),
    ]

    @Test(arguments: advice)
    func whatWouldMakePicturesBetter(
        version: String, variables: [String: String], advice: PictureAdvice?
    ) {
        let capabilities = TerminalCapabilities.after(
            [.version(Array(version.utf8)), Self.plain])
        let found = PictureAdvice(
            Self.profile(capabilities, variables), capabilities, TerminalEnvironment(variables),
            isOutsideSilent: true)
        #expect(found == advice)
    }
}

/// The ability of a terminal to place parts of kitty's pictures.
@Suite struct KittyCropProbeTests {
    private static func result(_ replies: [TerminalReply]) -> Bool? {
        var probe = KittyCropProbe()
        for reply in replies { probe.receive(reply) }
        return probe.cropsPictures
    }

    private static func answer(_ message: String, image: Int = KittyCropProbe.image)
        -> TerminalReply
    { .kittyGraphics(image: image, message: Array(message.utf8)) }

    private static func cursor(_ column: Int) -> TerminalReply {
        .cursorPosition(CellPosition(row: 1, column: column))
    }

    private static let results: [([TerminalReply], Bool?)] = [
        ([answer("OK"), cursor(1)], true),
        // A terminal that leaves the cursor alone.
        ([answer("OK"), cursor(0)], true),
        // The whole picture is two cells wide.
        ([answer("OK"), cursor(2)], false), ([answer("OK"), cursor(3)], false),
        ([answer("EINVAL:invalid source rectangle"), cursor(0)], false),
        // The upload failed, then the placement; or an old xterm.js lacks a=p.
        ([answer("EINVAL:data"), answer("OK"), cursor(1)], false),
        ([answer("OK"), answer("ENOENT:"), cursor(0)], false),
        ([cursor(1)], false), ([answer("OK", image: 31), cursor(1)], false),
        ([answer("OK")], nil), ([], nil),
    ]

    @Test(arguments: results)
    func theAnswersDecide(replies: [TerminalReply], works: Bool?) {
        #expect(Self.result(replies) == works)
    }

    /// Two cells of transparent pixels, one pixel of which is placed; everything is deleted.
    @Test func thePictureIsUnseenAndDeleted() {
        let bytes = KittyCropProbe().bytes(cell: CellMetrics(width: 3, height: 16))
        let text = String(decoding: bytes, as: UTF8.self).replacing("\u{1B}", with: "␛")
        #expect(
            text == """
                ␛_Ga=t,t=d,f=32,s=6,v=1,i=40,q=1;AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA␛\\␛[2;1H\
                ␛_Ga=p,i=40,p=1,x=1,y=0,w=1,h=1␛\\␛[6n␛_Ga=d,d=I,i=40,q=2␛\\
                """)
    }

    @Test(arguments: [
        ("kitty(0.26.5)", false), ("Konsole 22.12.3", false), ("ghostty 1.3", false),
        ("iTerm2 3.6", false), ("foot(1.13.1)", false), ("WezTerm 2024", true),
        ("xterm.js(6.0.0)", true), ("Rio 0.5.28", true), ("Novelty 1", true),
    ])
    func onlyThoseAreAskedOfWhichItIsNotKnown(version: String, isTried: Bool) {
        var capabilities = TerminalCapabilities.after(
            [.version(Array(version.utf8)), Self.answer("OK", image: 31)])
        let known = KnownTerminal.recognise(capabilities, TerminalEnvironment([:])) ?? .unknown
        #expect(capabilities.needsTrial(known) == isTried)
        var probe = KittyCropProbe()
        probe.receive(Self.cursor(1))
        capabilities.receive(probe)
        #expect(!capabilities.needsTrial(known))
    }
}

extension TerminalCapabilities {
    /// Returns the capabilities after these replies, including those to a trial.
    fileprivate static func after(_ replies: [TerminalReply]) -> TerminalCapabilities {
        var capabilities = TerminalCapabilities()
        var probe = KittyCropProbe()
        for reply in replies {
            capabilities.receive(reply)
            probe.receive(reply)
        }
        capabilities.receive(probe)
        return capabilities
    }
}
