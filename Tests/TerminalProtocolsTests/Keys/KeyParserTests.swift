import Testing

@testable import TerminalProtocols

@Suite struct KeyParserTests {
    @Test(
        arguments: [
            ("z", [.character("z")]),
            ("+", [.character("+")]),
            ("é", [.character("é")]),
            ("🚀", [.character("🚀")]),
            ("\u{1B}[A", [.up]), ("\u{1B}OA", [.up]), ("\u{1B}[B", [.down]), ("\u{1B}[C", [.right]),
            ("\u{1B}[D", [.left]), ("\u{1B}[H", [.home]), ("\u{1B}OF", [.end]),
            ("\u{1B}[1~", [.home]),
            ("\u{1B}[4~", [.end]), ("\u{1B}[5~", [.pageUp]), ("\u{1B}[6~", [.pageDown]),
            ("\u{1B}[3~", [.delete]), ("\u{1B}OP", [.function(1)]), ("\u{1B}[15~", [.function(5)]),
            ("\u{1B}[[A", []),
            ("\r", [.enter]), ("\t", [.tab]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
            ("\u{1B}[27u", [.escape]), ("\u{1B}[57424u", [.end]), ("\u{1B}[57414u", [.enter]),
            ("\u{1B}[122u", [.character("z")]),
            ("\u{1B}[57441u", []),
            ("abc", [.character("a"), .character("b"), .character("c")]),
            ("\u{1B}[Az\u{1B}[B", [.up, .character("z"), .down]),
        ] as [(String, [KeyPress.Key])])
    func readsKeys(bytes: String, keys: [KeyPress.Key]) {
        var parser = KeyParser()
        #expect(parser.parse(bytes.utf8) == keys.map { .key(KeyPress($0)) })
        #expect(parser.pending == .nothingOpen)
    }

    @Test(arguments: [
        ("\u{1B}[1;2C", KeyPress(.right, .shift)),
        ("\u{1B}[1;5D", KeyPress(.left, .control)),
        ("\u{1B}[1;3A", KeyPress(.up, .alt)),
        ("\u{1B}[5;2~", KeyPress(.pageUp, .shift)),
        ("\u{1B}[1;2R", KeyPress(.function(3), .shift)),
        ("\u{1B}[97;5u", KeyPress(.character("a"), .control)),
        ("\u{1B}[122;1:1u", KeyPress(.character("z"))),
        ("\u{1B}[27;5;99~", KeyPress(.character("c"), .control)),
        ("\u{1B}[Z", KeyPress(.tab, .shift)),
        ("\u{1}", KeyPress(.character("a"), .control)),
        ("\u{3}", KeyPress(.character("c"), .control)),
        ("\u{1A}", KeyPress(.character("z"), .control)),
        ("\u{1B}x", KeyPress(.character("x"), .alt)),
        // Caps lock and num lock are ignored.
        ("\u{1B}[1;129A", KeyPress(.up)),
    ])
    func readsModifiers(bytes: String, key: KeyPress) {
        var parser = KeyParser()
        #expect(parser.parse(bytes.utf8) == [.key(key)])
    }

    @Test func aLoneEscapeIsTheEscapeKeyOnceNothingFollows() {
        var parser = KeyParser()
        #expect(parser.parse([0x1B]).isEmpty)
        #expect(parser.pending == .escape)
        #expect(parser.expire() == [.key(KeyPress(.escape))])
        #expect(parser.parse("[".utf8) == [.key(KeyPress(.character("[")))])
    }

    @Test func twoEscapesAreTwoKeys() {
        var parser = KeyParser()
        #expect(parser.parse([0x1B, 0x1B]) == [.key(KeyPress(.escape))])
        #expect(parser.expire() == [.key(KeyPress(.escape))])
    }

    /// Recognised at once in any state: Ctrl-C ends the program, Ctrl-L redraws.
    @Test(
        arguments: [
            "\u{1B}", "\u{1B}O", "\u{1B}[", "\u{1B}[12;", "\u{1B}[[", "\u{1B}]11;rgb",
            "\u{1B}P>|xterm", "\u{1B}_Gi=1", "\u{1B}]11;\u{1B}", "\u{1B}[M", "\u{1B}[M!",
        ], ["c", "l"] as [Character])
    func controlCAndControlLAreNeverPartOfASequence(begun: String, letter: Character) throws {
        var parser = KeyParser()
        let control = try #require(letter.asciiValue) - 0x60
        let inputs = parser.parse(Array(begun.utf8) + [control])
        #expect(inputs.last == .key(KeyPress(.character(letter), .control)))
        #expect(inputs.dropLast() == (begun == "\u{1B}" ? [.key(KeyPress(.escape))] : []))
        #expect(parser.pending == .nothingOpen)
    }

    @Test(arguments: [
        ("\u{1B}[<0;11;6M", MouseAction.Kind.press, 11, 6),
        ("\u{1B}[<0;11;6m", .release, 11, 6),
        ("\u{1B}[<32;12;7M", .drag, 12, 7),
        ("\u{1B}[<35;12;7M", .move, 12, 7),
        ("\u{1B}[<3;12;7M", .press, 12, 7),
        ("\u{1B}[<64;1;1M", .wheelUp, 1, 1),
        ("\u{1B}[<65;1;1M", .wheelDown, 1, 1),
        ("\u{1B}[<80;3;4M", .wheelUp, 3, 4),
    ])
    func readsTheMouse(bytes: String, kind: MouseAction.Kind, x: Int, y: Int) throws {
        var parser = KeyParser()
        guard case .mouse(let mouse) = try #require(parser.parse(bytes.utf8).first) else {
            Issue.record("no mouse action")
            return
        }
        #expect(mouse.kind == kind)
        #expect((mouse.x, mouse.y) == (x, y))
        #expect(mouse.modifiers.contains(.control) == bytes.contains("<80"))
    }

    @Test("X12: a paste is never keys") func aPasteIsNeverKeys() {
        var parser = KeyParser()
        let paste = "\u{1B}[200~q\u{1B}[A\u{3}q\u{1B}[201~z"
        #expect(
            parser.parse(paste.utf8) == [
                .pasted(Array("q\u{1B}[A\u{3}q".utf8)), .key(KeyPress(.character("z"))),
            ])
    }

    @Test("X12: a huge paste is cut and its end is seen") func aHugePasteIsCutAndItsEndIsSeen() {
        var parser = KeyParser()
        let paste =
            "\u{1B}[200~" + String(repeating: "q", count: 1_000_000) + "\u{1B}[201~z"
        let inputs = parser.parse(paste.utf8)
        #expect(inputs.count == 2)
        #expect(inputs.last == .key(KeyPress(.character("z"))))
    }

    @Test("X12: a stalled paste has a longer time-out than other sequences")
    func aPasteThatStallsIsWaitedFor() {
        var parser = KeyParser()
        #expect(parser.parse("\u{1B}[200~moon".utf8).isEmpty)
        #expect(parser.pending == .paste)
        #expect(parser.parse("\u{1B}[201~".utf8) == [.pasted(Array("moon".utf8))])
        #expect(parser.pending == .nothingOpen)
    }

    @Test func mouseReportsOfTheOldKindAreSwallowed() {
        var parser = KeyParser()
        #expect(parser.parse("\u{1B}[M qq!z".utf8).last == .key(KeyPress(.character("z"))))
    }

    @Test func aBrokenSequenceIsForgottenAndInterruptStillWorks() {
        for start in ["\u{1B}[12;", "\u{1B}]11;rgb:", "\u{1B}P>|xt", "\u{1B}_Gi=3"] {
            var parser = KeyParser()
            #expect(parser.parse(start.utf8).isEmpty)
            #expect(parser.pending == .sequence)
            #expect(parser.parse([0x03]) == [.key(KeyPress(.character("c"), .control))])
            #expect(parser.parse(start.utf8).isEmpty)
            #expect(parser.expire().isEmpty)
            #expect(parser.parse("z".utf8) == [.key(KeyPress(.character("z")))])
        }
    }
}
