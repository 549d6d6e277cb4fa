import Imaging
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import Testing

@testable import Screens

/// What the tables of all languages have in common: that nothing is missing the compiler sees to.
@Suite struct PhrasesTests {
    private static let others = Language.allCases.filter { $0 != .english }

    @Test(arguments: Language.allCases) func noSentenceIsEmpty(language: Language) {
        for (path, text) in Self.texts(language) where !path.hasSuffix("percentSpace") {
            #expect(!text.isEmpty, "\(path)")
        }
    }

    /// A sentence that was not translated is the same in two languages; few words really are.
    @Test(arguments: others) func everySentenceIsTranslated(language: Language) {
        let english = Self.texts(.english)
        for (path, text) in Self.texts(language) where !Self.mayBeEqual.contains(path) {
            #expect(text != english[path], "\(path)")
        }
    }

    private static let mayBeEqual: Set<String> = ["keys.alt"]

    @Test(arguments: others) func everyFailureIsTranslated(language: Language) {
        for failure in PictureFailure.all(saying: "no more") {
            #expect(
                Self.sentence(failure, language) != Self.sentence(failure, .english), "\(failure)")
        }
    }

    @Test(arguments: Language.allCases) func everyFailureIsOneSentence(language: Language) {
        for failure in PictureFailure.all(saying: "no more") {
            let sentence = Self.sentence(failure, language)
            #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"), "\(sentence)")
            for end in [". ", "? ", "! "] { #expect(!sentence.contains(end), "\(sentence)") }
            #expect(!sentence.contains("Optional"), "\(sentence)")
        }
    }

    /// What is put in a sentence must be read in it.
    @Test(arguments: Language.allCases) func noFailureLosesItsNameOrReason(language: Language) {
        let failures: [(PictureFailure, String)] = [
            (.reading(.unreadable(reason: "because")), "because"),
            (.fetching(.nameNotFound(host: "host.example")), "host.example"),
            (.fetching(.timedOut(afterSeconds: 25)), "25"),
            (.looking(.noSuchAlbum("Apollo")), "Apollo"), (.reading(.isDirectory), "moon"),
        ]
        for (failure, word) in failures {
            #expect(Self.sentence(failure, language).contains(word), "\(failure)")
        }
    }

    @Test(arguments: others) func everyKeyOfTheHelpIsExplained(language: Language) {
        for kind in [Screen.Kind.browser, .detail, .viewer] {
            for action in KeyMap.standard.map(\.action) {
                let english = HelpWording.meaning(of: action, on: kind)
                let other = Language.$current.withValue(language) {
                    HelpWording.meaning(of: action, on: kind)
                }
                #expect((english == nil) == (other == nil))
                #expect(english == nil || english != other, "\(action)")
            }
        }
    }

    /// Hints stand on one line beside a counter; what does not fit in 80 columns is cut.
    @Test(arguments: Language.allCases) func hintsFitInEightyColumns(language: Language) {
        Language.$current.withValue(language) {
            let hints = [
                BrowserWording.listKeys, BrowserWording.gridKeys, SearchWording.keys,
                DetailWording.keys, HelpWording.title,
            ]
            for hint in hints { #expect(hint.width <= 78, "\(hint.string)") }
        }
    }

    @Test(arguments: Language.allCases) func hintsNameTheKeysThatAreBound(language: Language) {
        let keys = KeyMap([KeyBinding(.open, KeyPress(.function(5))), KeyBinding(.search)])
        Language.$current.withValue(language) {
            KeyMap.$current.withValue(keys) {
                #expect(BrowserWording.listKeys.string.hasPrefix("F5: "))
                #expect(BrowserWording.listKeys.string.contains("  –: "))
            }
        }
    }

    @Test(
        arguments: [
            (.english, "20 Jul 1969", "Jul 1969", "24,977", "7.1%", "12.3 MB"),
            (.german, "20. Juli 1969", "Juli 1969", "24.977", "7,1 %", "12,3 MB"),
        ] as [(Language, String, String, String, String, String)])
    func daysAndNumbersAreThoseOfTheLanguage(
        language: Language, day: String, month: String, number: String, percent: String,
        size: String
    ) throws {
        let date = try #require(CalendarDate("1969-07-20"))
        let rough = try #require(CalendarDate("1969-07"))
        Language.$current.withValue(language) {
            #expect(LocalWording.day(date) == day)
            #expect(LocalWording.day(rough) == month)
            #expect(LocalWording.number(24_977) == number)
            #expect(LocalWording.percent(0.0711) == percent)
            #expect(LocalWording.size(12_345_678) == size)
        }
    }

    private static func sentence(_ failure: PictureFailure, _ language: Language) -> String {
        Language.$current.withValue(language) {
            FailureMessage.sentence(for: failure, of: .file(path: "moon")).string
        }
    }

    /// The texts of all tables, by their paths: `browser.loading`.
    private static func texts(_ language: Language) -> [String: String] {
        var texts: [String: String] = [:]
        collect(language.phrases, "", into: &texts)
        return texts
    }

    private static func collect(
        _ table: Any, _ path: String, into texts: inout [String: String]
    ) {
        for child in Mirror(reflecting: table).children {
            let path = path + (path.isEmpty ? "" : ".") + (child.label ?? "?")
            switch child.value {
            case let text as String: texts[path] = text
            case let text as SafeText: texts[path] = text.string
            case let list as [String]: texts[path] = list.joined(separator: " ")
            default: collect(child.value, path, into: &texts)
            }
        }
    }
}
