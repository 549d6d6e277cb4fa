import Imaging
import TestSupport
import Testing

@testable import TerminalProtocols

/// Right-to-left lines in the order of cells from the left.
@Suite struct BidiOrderTests {
    /// The results of ICU 72 for a right-to-left paragraph (`ubidi_setPara`, `ubidi_writeReordered`
    /// with mirroring); 300,000 random lines of letters, digits, signs and brackets of six scripts
    /// were compared with it, too.
    @Test(
        arguments: [
            ("שלום", "םולש"),
            ("שלום עולם", "םלוע םולש"),
            ("חיפוש: moon", "moon :שופיח"),
            ("התמונה moon.jpg לא נמצאה.", ".האצמנ אל moon.jpg הנומתה"),
            ("20 ביולי 1969", "1969 ילויב 20"),
            ("Buzz Aldrin — 20 ביולי 1969", "1969 ילויב Buzz Aldrin — 20"),
            ("גודל 12.5 MB", "MB 12.5 לדוג"),
            ("גודל (12.5 MB)", "(MB 12.5) לדוג"),
            ("NASA: התמונות האחרונות", "תונורחאה תונומתה :NASA"),
            ("1 מתוך 24,977", "24,977 ךותמ 1"),
            ("[מקור: 12% מתוך 3.4 MB]", "[MB 3.4 ךותמ 12% :רוקמ]"),
            ("(שלום)", "(םולש)"),
            ("(moon)", "(moon)"),
            ("אפולו (Apollo 11) נחתה", "התחנ (Apollo 11) ולופא"),
            ("לא <זה> אלא «זה»", "«הז» אלא <הז> אל"),
            ("מחיר: 5$ או ₪7-9", "₪7-9 וא 5$ :ריחמ"),
            ("א/ב 1/2 a/b", "a/b 1/2 ב/א"),
            ("שָׁלוֹם", "םוֹלשָׁ"),
            ("月 וגם 裏", "裏 םגו 月"),
            ("עברית عربي ١٢٣,٤ 12", "12 ١٢٣,٤ يبرع תירבע"),
            ("عربي 12 + 3", "3 + 12 يبرع"),
            ("a (b) א [c] {ד}", "{ד} [c] א a (b)"),
            ("\"Apollo\" ו־\"Gemini\"", "\"Gemini\"־ו \"Apollo\""),
            ("✕ ★ א ► b", "b ► א ★ ✕"),
            ("א…", "…א"),
        ])
    func isThatOfUAX9(line: String, seen: String) {
        #expect(String(BidiOrder(Array(line)).visual()) == seen)
    }

    /// By UAX #9 alone the hyphens would follow the word on their right, and the 20 the name.
    @Test(
        arguments: [
            ("האפשרות --demo פועלת", "תלעופ --demo תורשפאה"),
            ("בתיקייה ~/.config/a", "~/.config/a הייקיתב"),
            ("אל /tmp או $HOME", "$HOME וא /tmp לא"), ("מ־.png", ".png־מ"),
            ("-5 או -x", "-x וא -5"), ("עוצמה +1", "+1 המצוע"), ("א - ב", "ב - א"),
            ("אם/או", "וא/םא"),
            ("NASA — 20 ביולי 1969", "1969 ילויב 20 — NASA"),
            ("8 מאי · JPL · 12", "12 · JPL · יאמ 8"),
        ])
    func whatBelongsTogetherStaysTogether(line: String, seen: String) {
        #expect(SafeText(line).ordered(for: .none).string == seen)
    }

    /// Latin text never changes, in any terminal.
    @Test(arguments: ["", "moon", "Esc: cancel (1/24,977)", "月の裏側 🚀", "1969 – 1972"])
    func whatReadsFromTheLeftStaysAsItIs(text: String) {
        for terminal in [BidiSupport.none, .words, .rows, .switched(.explicitMode)] {
            #expect(SafeText(text).ordered(for: terminal) == SafeText(text))
        }
    }

    /// kitty reverses each word, Konsole each row except at marks.
    @Test(
        arguments: [
            (.none, "Apollo 11 :שופיח הלחתה"), (.switched(.mlterm), "Apollo 11 :שופיח הלחתה"),
            (.words, "Apollo 11 :חיפוש התחלה"),
            (
                .rows,
                "Apollo 11 :ש\u{200E}ו\u{200E}פ\u{200E}י\u{200E}ח\u{200E} "
                    + "ה\u{200E}ל\u{200E}ח\u{200E}ת\u{200E}ה\u{200E}"
            ),
        ] as [(BidiSupport, String)])
    func eachTerminalIsSentWhatItShowsRight(terminal: BidiSupport, bytes: String) {
        let text = SafeText("התחלה חיפוש: Apollo 11")
        let sent = text.ordered(for: terminal)
        #expect(sent.string.unicodeScalars.elementsEqual(bytes.unicodeScalars))
        #expect(sent.width == text.width)
    }

    @Test func eachSwitchHasItsSequences() {
        #expect(BidiSwitch.explicitMode.off == Array("\u{1B}[8l".utf8))
        #expect(BidiSwitch.explicitMode.on == Array("\u{1B}[8h".utf8))
        #expect(BidiSwitch.mlterm.off == Array("\u{1B}]5379;use_ctl=false\u{07}".utf8))
        #expect(BidiSwitch.mlterm.on == Array("\u{1B}]5379;use_ctl=true\u{07}".utf8))
    }

    /// Signs of six scripts in any order: no character is lost, and no width changes.
    @Test func randomLinesKeepTheirCharacters() {
        var (random, replay) = SeededNumbers.replayable()
        let signs = Array("אבגדה abc 012 ()[]<>«» .,:/-+%$ عسل١٢ 月（） …")
        for length in 0..<500 {
            let line = (0..<length % 40).map { _ in signs.randomElement(using: &random) ?? " " }
            let text = SafeText(String(line))
            let seen = text.ordered(for: .none)
            #expect(seen.width == text.width, "\(replay)")
            #expect(Self.unsided(seen) == Self.unsided(text), "\(text.string), \(replay)")
        }
    }

    /// Returns the characters in order, with the same one for both of a mirrored pair.
    private static func unsided(_ text: SafeText) -> [Character] {
        let left: [Character: Character] = [
            ")": "(", "]": "[", ">": "<", "»": "«", "）": "（",
        ]
        return text.string.map { left[$0] ?? $0 }.sorted()
    }
}

/// Possible line breaks.
@Suite struct LineBreakingTests {
    @Test(
        arguments: [
            ("a photo of NASA", "a| photo| of| NASA"), ("", ""), ("moon.jpg", "moon.jpg"),
            ("写真です。", "写|真|で|す。"), ("「月」を見る", "「月」|を|見|る"),
            ("NASA の写真 (月)", "NASA| の|写|真| (月)"), ("100%です", "100%|で|す"),
            ("サーバー", "サー|バー"), ("על הירח", "על| הירח"),
        ])
    func isAtSpacesAndBetweenWideCharacters(text: String, pieces: String) {
        let found = SafeText(text).pieces.map { ($0.isAfterSpace ? " " : "") + $0.text.string }
        #expect(found.joined(separator: "|").drop { $0 == " " } == pieces)
    }
}
