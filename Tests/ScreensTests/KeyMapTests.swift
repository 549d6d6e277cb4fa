import Imaging
import Localization
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// The one table of keys.
@Suite struct KeyMapTests {
    /// A kind of screen may have another meaning than all screens.
    @Test(arguments: [nil, .library, .detail, .viewer, .comparison] as [ScreenKind?])
    func noKeyIsBoundTwice(kind: ScreenKind?) {
        let keys = KeyMap.standard.filter { $0.kind == kind }.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
    }

    @Test(
        arguments: [
            // The key, and its effect in a list, on a page, in the viewer, in a comparison.
            ("x", [.list(.removeFilter), nil, .compare(.mark), .compare(.flip)]),
            ("X", [nil, nil, nil, .compare(.blink)]),
            ("|", [nil, nil, nil, .compare(.sideBySide)]),
            ("Tab", [.screen(.layout), .screen(.layout), .screen(.layout), .compare(.flip)]),
            (
                "z",
                [.view(.toggleZoom), .view(.toggleZoom), .view(.toggleZoom), .view(.toggleZoom)]
            ),
            ("Delete", [.photo(.trash), .photo(.trash), .photo(.trash), .photo(.trash)]),
        ] as [(String, [Action?])])
    func aKeyHasOneMeaningOnEachKindOfScreen(name: String, actions: [Action?]) throws {
        let key = try #require(KeyPress(name: name))
        let kinds: [ScreenKind] = [.library, .detail, .viewer, .comparison]
        #expect(kinds.map { KeyMap().action(for: key, on: $0) } == actions)
    }

    /// A user's key for one kind of screen is used only there; one for all is used everywhere.
    @Test func aKeyIsTakenWhereItsNewActionHolds() throws {
        let (slash, x) = (KeyPress(.character("/")), KeyPress(.character("x")))
        let narrow = KeyMap(changing: [.compare(.mark): [slash]])
        #expect(narrow.action(for: slash, on: .viewer) == .compare(.mark))
        #expect(narrow.action(for: slash, on: .library) == .list(.search))
        #expect(narrow.action(for: x, on: .viewer) == nil)
        #expect(narrow.action(for: x, on: .library) == .list(.removeFilter))
        let wide = KeyMap(changing: [.list(.search): [x]])
        for kind in [.library, .detail, .viewer] as [ScreenKind] {
            #expect(wide.action(for: x, on: kind) == .list(.search))
        }
        // The help lists the keys that exist.
        let rows = HelpScreen.rows(Preferences(keyMap: narrow), on: .viewer).map(\.keys.string)
        #expect(rows.count { $0.split(separator: " ").contains("/") } == 1)
    }

    @Test func noActionHasTwoLines() {
        let actions = KeyMap.standard.map(\.action)
        #expect(Set(actions).count == actions.count)
    }

    @Test func everyBindingHasAKeyAndAMeaningSomewhere() {
        let kinds = ScreenKind.allCases
        for binding in KeyMap.standard {
            #expect(!binding.keys.isEmpty)
            let meanings = kinds.compactMap {
                HelpWords(Preferences()).meaning(of: binding.action, on: $0)
            }
            #expect(!meanings.isEmpty && !meanings.contains(""), "\(binding.action)")
        }
    }

    /// An action without a key cannot be reached.
    @Test func everyActionIsBound() {
        let all =
            AppAction.allCases.map { Action.app($0) } + StackAction.allCases.map { .stack($0) }
            + ListAction.allCases.map { .list($0) } + PhotoAction.allCases.map { .photo($0) }
            + ScreenAction.allCases.map { .screen($0) } + ViewAction.allCases.map { .view($0) }
            + LevelsAction.allCases.map { .levels($0) }
            + CompareAction.allCases.map { .compare($0) }
            + Movement.allCases.flatMap { movement in
                ViewportMove.Direction.allCases.map { .move(movement, $0) }
            }
        #expect(Set(KeyMap.standard.map(\.action)) == Set(all))
    }

    /// Except those of directions, which share a line.
    @Test func inTheViewerNoTwoKeysDoTheSame() {
        let shared: [Action] = [
            .screen(.zoomIn), .screen(.zoomOut), .levels(.weaker), .levels(.stronger),
            .levels(.blackPoint), .levels(.whitePoint),
            .screen(.previousPart), .screen(.nextPart),
        ]
        let meanings = KeyMap.standard.map(\.action).filter { action in
            switch action {
            case .move: false
            default: !shared.contains(action)
            }
        }.compactMap { HelpWords(Preferences()).meaning(of: $0, on: .viewer) }
        // "as wide as the screen" is what z does half of the time.
        #expect(Set(meanings).count == meanings.count)
    }

    @Test func aCountNeverTakesAKeyThatIsBound() {
        for key in KeyMap.standard.flatMap(\.keys) {
            var count = RepeatCount()
            let isTaken = count.receive(key)
            #expect(!isTaken, "\(key)")
        }
    }

    @Test(
        arguments: [
            (KeyPress(.character("G"), .shift), .move(.edge, .down)),
            (KeyPress(.character("G")), .move(.edge, .down)),
            (KeyPress(.character("?"), .shift), .stack(.help)),
            (KeyPress(.left, .shift), .move(.page, .left)),
            (KeyPress(.left), .move(.step, .left)),
            (KeyPress(.character("z")), .view(.toggleZoom)),
            (KeyPress(.character("z"), .control), .app(.suspend)),
            (KeyPress(.character("z"), .alt), nil), (KeyPress(.left, .control), nil),
            (KeyPress(.pageUp, .shift), nil), (KeyPress(.character("X")), nil),
            (KeyPress(.character("é")), nil),
        ] as [(KeyPress, Action?)])
    func aKeyAsksForOneThing(key: KeyPress, action: Action?) {
        #expect(KeyMap().action(for: key) == action)
    }

    @Test(
        arguments: [
            ([KeyPress(.character(" ")), KeyPress(.backspace)], "Space  Backspace"),
            ([KeyPress(.up, .shift), KeyPress(.pageUp)], "Shift-↑  PgUp"),
            ([KeyPress(.character("c"), .control)], "Ctrl-c"), ([KeyPress(.function(1))], "F1"),
            ([KeyPress(.escape), KeyPress(.home)], "Esc  Home"),
        ] as [([KeyPress], String)])
    func keysHaveTheNamesThatStandOnThem(keys: [KeyPress], names: String) {
        #expect(Strings().names(of: [keys]).string == names)
    }
}

/// Keys that share a line of the help, like those of directions.
@Suite struct KeyRowTests {
    @Test(arguments: [
        (["←", "↓", "↑", "→"], "←↓↑→"), (["h", "j", "k", "l"], "hjkl"),
        (["Shift-←", "Shift-↓", "Shift-↑", "Shift-→"], "Shift-←↓↑→"), (["+", "-"], "+ -"),
        (["Home", "End"], "Home End"), (["Shift-↑", "PgUp"], "Shift-↑ PgUp"),
        (["Ctrl-l", "Ctrl-z"], "Ctrl-l z"), (["a", "Home", "b"], "a Home b"), (["z"], "z"),
    ])
    func areNamedTogether(names: [String], row: String) throws {
        let keys = try names.map { [try #require(KeyPress(name: $0))] }
        #expect(Strings().names(of: keys).string == row)
    }

    @Test func thoseThatHintsNameComeFirst() throws {
        let left = try ["←", "h"].map { try #require(KeyPress(name: $0)) }
        let right = try ["→", "l", "x"].map { try #require(KeyPress(name: $0)) }
        #expect(Strings().names(of: [left, right]).string == "← →  h l  x")
    }
}

/// The number typed before a key.
@Suite struct KeyCountTests {
    @Test(
        arguments: [
            ("", nil), ("1", 1), ("5", 5), ("10", 10), ("105", 105), ("10000", 10_000),
            ("10001", 10_000), ("99999999999999999999999999", 10_000),
        ] as [(String, Int?)])
    func digitsMakeANumberWithALimit(digits: String, number: Int?) {
        var count = RepeatCount()
        for digit in digits {
            let isTaken = count.receive(KeyPress(.character(digit)))
            #expect(isTaken)
        }
        let spent = [count.pop(), count.pop()]
        #expect(spent == [number, nil])
    }

    @Test(arguments: [
        KeyPress(.character("0")), KeyPress(.character("z")), KeyPress(.character("5"), .control),
        KeyPress(.character("٣")), KeyPress(.character("五")), KeyPress(.function(5)),
        KeyPress(.up),
    ])
    func otherKeysAreNoNumber(key: KeyPress) {
        var count = RepeatCount()
        let isTaken = count.receive(key)
        #expect(!isTaken)
        let spent = count.pop()
        #expect(spent == nil)
    }
}

/// Keys of a user's configuration: their names, and the keys they replace.
@Suite struct UserKeysTests {
    @Test(arguments: Language.allCases) func aKeyIsFoundByTheNameTheHelpGivesIt(language: Language)
    {
        for key in KeyMap.standard.flatMap(\.keys) {
            let name = Strings(language).keys.name(of: key)
            #expect(KeyPress(name: name) == key, "\(name)")
        }
    }

    @Test(
        arguments: [
            ("Ctrl-l", KeyPress(.character("l"), .control)),
            ("ctrl-L", KeyPress(.character("l"), .control)), ("PgUp", KeyPress(.pageUp)),
            ("pgup", KeyPress(.pageUp)), ("Bild↑", KeyPress(.pageUp)),
            ("Space", KeyPress(.character(" "))), ("Alt-x", KeyPress(.character("x"), .alt)),
            ("Shift-g", KeyPress(.character("G"))), ("G", KeyPress(.character("G"))),
            ("F12", KeyPress(.function(12))), ("Shift-↓", KeyPress(.down, .shift)),
            ("-", KeyPress(.character("-"))), ("é", KeyPress(.character("é"))), ("", nil),
            ("Ctrl-", nil), ("F25", nil), ("PageUp!", nil), ("\u{1B}", nil),
            (" ", KeyPress(.character(" "))),
        ] as [(String, KeyPress?)])
    func namesAreThoseOnTheKeys(name: String, key: KeyPress?) {
        #expect(KeyPress(name: name) == key)
    }

    @Test func everyActionHasANameOfItsOwn() {
        let names = Action.remappable.map(\.name)
        #expect(Set(names).count == names.count)
        for action in Action.remappable {
            #expect(Action(name: action.name) == action)
            #expect(action.name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(action.name)")
        }
        #expect(Action(name: "zoom-in") == .screen(.zoomIn))
        #expect(Action(name: "copy-id") == .photo(.copyID))
        #expect(Action(name: "page-down") == .move(.page, .down))
        #expect(Action(name: "interrupt") == nil)
    }

    @Test func aKeyIsTakenFromTheActionItHad() {
        let s = KeyPress(.character("s"))
        let keys = KeyMap(changing: [.list(.search): [s]])
        #expect(keys.action(for: s) == .list(.search))
        #expect(keys.action(for: KeyPress(.character("/"))) == nil)
        #expect(Strings(naming: keys)[.view(.slideshow)] == "–")
        #expect(keys.action(for: KeyPress(.character("n"))) == .screen(.nextPhoto))
    }

    @Test func countsAndCtrlCStayAsTheyAre() {
        #expect(KeyMap.keeps(KeyPress(.character("c"), .control)))
        #expect(KeyMap.keeps(KeyPress(.character("5"))))
        #expect(!KeyMap.keeps(KeyPress(.character("0"))))
        #expect(!KeyMap.keeps(KeyPress(.character("c"))))
    }

    @Test func theHelpAndTheHintsSayTheKeysThereAre() {
        let keys = KeyMap(changing: [
            .stack(.help): [KeyPress(.character("x"))], .list(.search): [KeyPress(.character("s"))],
        ])
        var story = LibraryStory.listing(
            LibraryPages.photos(1...3), preferences: Preferences(keyMap: keys))
        #expect(story.page.contains("s: search"))
        #expect(story.page.contains("x: keys"))
        story.press("x")
        #expect(story.page.contains("x Esc: close"))
        let lines = story.page.split(separator: "\n")
        #expect(lines.contains { $0.contains("s  ") && $0.contains("search") })
    }
}
