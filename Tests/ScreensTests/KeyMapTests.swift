import Imaging
import Localization
import TerminalProtocols
import Testing

@testable import Screens

/// The one table of keys.
@Suite struct KeyMapTests {
    @Test func noKeyIsBoundTwice() {
        let keys = KeyMap.standard.flatMap(\.keys)
        #expect(Set(keys).count == keys.count)
    }

    @Test func noActionHasTwoLines() {
        let actions = KeyMap.standard.map(\.action)
        #expect(Set(actions).count == actions.count)
    }

    @Test func everyBindingHasAKeyAndAMeaningSomewhere() {
        let kinds: [Screen.Kind] = [.browser, .detail, .viewer]
        for binding in KeyMap.standard {
            #expect(!binding.keys.isEmpty)
            let meanings = kinds.compactMap {
                Strings().meaning(of: binding.action, on: $0, panPercent: 10)
            }
            #expect(!meanings.isEmpty && !meanings.contains(""), "\(binding.action)")
        }
    }

    @Test func inTheViewerNoTwoKeysDoTheSame() {
        let meanings = KeyMap.standard.compactMap {
            Strings().meaning(of: $0.action, on: .viewer, panPercent: 10)
        }
        // "as wide as the screen" is what z does half of the time.
        #expect(Set(meanings).count == meanings.count)
    }

    @Test func aCountNeverTakesAKeyThatIsBound() {
        for key in KeyMap.standard.flatMap(\.keys) {
            var count = RepeatCount()
            let isTaken = count.take(key)
            #expect(!isTaken, "\(key)")
        }
    }

    @Test(
        arguments: [
            (KeyPress(.character("G"), .shift), .edge(.down)),
            (KeyPress(.character("G")), .edge(.down)),
            (KeyPress(.character("?"), .shift), .help), (KeyPress(.left, .shift), .page(.left)),
            (KeyPress(.left), .step(.left)), (KeyPress(.character("z")), .toggleZoom),
            (KeyPress(.character("z"), .control), .suspend),
            (KeyPress(.character("z"), .alt), nil), (KeyPress(.left, .control), nil),
            (KeyPress(.pageUp, .shift), nil), (KeyPress(.character("x")), nil),
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
        #expect(Strings().names(of: keys).string == names)
    }
}
