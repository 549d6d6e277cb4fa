import Imaging
import Localization
import TerminalProtocols
import TestSupport
import Testing

@testable import Screens

/// Keys as a person wishes them: their names, and what they take from others.
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
        #expect(Action(name: "zoom-in") == .zoomIn)
        #expect(Action(name: "copy-id") == .copyID)
        #expect(Action(name: "page-down") == .page(.down))
        #expect(Action(name: "interrupt") == nil)
    }

    @Test func aKeyIsTakenFromTheActionItHad() {
        let s = KeyPress(.character("s"))
        let keys = KeyMap(changing: [.search: [s]])
        #expect(keys.action(for: s) == .search)
        #expect(keys.action(for: KeyPress(.character("/"))) == nil)
        #expect(Strings(naming: keys)[.slideshow] == "–")
        #expect(keys.action(for: KeyPress(.character("n"))) == .nextPhoto)
    }

    @Test func countsAndCtrlCStayAsTheyAre() {
        #expect(KeyMap.keeps(KeyPress(.character("c"), .control)))
        #expect(KeyMap.keeps(KeyPress(.character("5"))))
        #expect(!KeyMap.keeps(KeyPress(.character("0"))))
        #expect(!KeyMap.keeps(KeyPress(.character("c"))))
    }

    @Test func theHelpAndTheHintsSayTheKeysThereAre() {
        let keys = KeyMap(changing: [
            .help: [KeyPress(.character("x"))], .search: [KeyPress(.character("s"))],
        ])
        var story = LibraryStory.listing(
            LibraryPages.photos(1...3), preferences: Preferences(keyMap: keys))
        #expect(story.page.contains("s: search"))
        #expect(story.page.contains("x: keys"))
        story.press("x")
        #expect(story.page.contains("Keys (x or q to close"))
        story.press("G")
        let lines = story.page.split(separator: "\n")
        #expect(lines.contains { $0.contains("s  ") && $0.contains("search") })
    }
}
