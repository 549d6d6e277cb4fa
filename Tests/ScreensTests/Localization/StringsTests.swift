import Foundation
import Imaging
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import Testing

@testable import Localization
@testable import Screens

/// Common properties of the tables of all languages; the compiler ensures that nothing is missing.
@Suite struct StringsTests {
    private static let others = Language.allCases.filter { $0 != .english }

    @Test(arguments: [
        (200, "See this now"), (30, "See"), (5, "See"), (36, "See this"), (2, "Se"),
    ])
    func aTagThatIsCutInTwoIsNotShown(scalars: Int, text: String) {
        let description = #"See <a href="https://a.b/c.d">this</a> now"#
        let words = PhotoText.words(description, scalars: scalars)
        #expect(words.split { " …".contains($0) }.joined(separator: " ") == text)
    }

    @Test(
        arguments: [
            (.english, [.other, .one, .other, .other]), (.german, [.other, .one, .other, .other]),
            (.spanish, [.other, .one, .other, .many]), (.hebrew, [.other, .one, .two, .other]),
            (.japanese, [.other, .other, .other, .other]),
        ] as [(Language, [PluralCategory])])
    func aNumberHasTheCategoryOfItsLanguage(language: Language, categories: [PluralCategory]) {
        #expect([0, 1, 2, 2_000_000].map { language.plural(of: $0) } == categories)
    }

    @Test(arguments: Language.allCases) func noSentenceIsEmpty(language: Language) {
        for (path, text) in Self.texts(language) where !path.hasSuffix("percentSpace") {
            #expect(!text.isEmpty, "\(path)")
        }
    }

    /// An untranslated sentence is the same in two languages; few words really are.
    @Test(arguments: others) func everySentenceIsTranslated(language: Language) {
        let english = Self.texts(.english)
        let equal = Self.mayBeEqual.union(Self.equal[language] ?? [])
        for (path, text) in Self.texts(language) where !equal.contains(path) {
            #expect(text != english[path], "\(path)")
        }
    }

    private static let mayBeEqual: Set<String> = ["keys.alt", "detail.id"]
    /// Words and signs that equal the English ones.
    private static let equal: [Language: Set<String>] = [
        .german: ["status.mars", "detail.file.bits", "detail.file.position", "detail.file.format"],
        .spanish: ["detail.camera.flash", "detail.file.bits", "hints.zoom"],
        .hebrew: ["local.groupSeparator", "local.decimalSeparator", "local.percentSpace"],
        .japanese: ["local.groupSeparator", "local.decimalSeparator", "local.percentSpace"],
    ]

    @Test(arguments: others) func everyFailureIsTranslated(language: Language) {
        for failure in PictureFailure.all(saying: "no more") {
            #expect(
                Self.sentence(failure, language) != Self.sentence(failure, .english), "\(failure)")
        }
    }

    /// They are in brackets, in the middle of a sentence.
    @Test(arguments: Language.allCases) func allDamageHasItsOwnWords(language: Language) {
        let all = Damage.all(count: 7, text: "a library's")
        let texts = all.map { Strings(language).text(of: $0).string }
        let english = Set(all.map { Strings(.english).text(of: $0).string })
        #expect(Set(texts).count == texts.count)
        #expect(language == .english || english.isDisjoint(with: texts))
        for text in texts {
            #expect(text.count > 5 && !text.contains(#/[.?!:()。]/#), "\(text)")
        }
    }

    @Test(arguments: Language.allCases) func everyFailureIsOneSentenceOrTwo(language: Language) {
        for failure in PictureFailure.all(saying: "no more") {
            let sentence = Self.sentence(failure, language)
            let stops = language == .japanese ? ["。", "?"] : [".", "?"]
            #expect(stops.contains { sentence.hasSuffix($0) }, "\(sentence)")
            #expect(sentence.matches(of: #/[.?!] |。./#).count <= 1, "\(sentence)")
            #expect(!sentence.contains("Optional"), "\(sentence)")
        }
    }

    /// Text inserted in a sentence must be readable in it.
    @Test(arguments: Language.allCases) func noFailureLosesItsNameOrReason(language: Language) {
        let failures: [(PictureFailure, String)] = [
            (.reading(.unreadable(reason: "because")), "because"),
            (.decoding(.damaged(.library("because"))), "because"),
            (.decoding(.damaged(.tooManyScans(limit: 789))), "789"),
            (.fetching(.nameNotFound(host: "host.example")), "host.example"),
            (.fetching(.timedOut(afterSeconds: 25)), "25"),
            (.looking(.noSuchAlbum("Apollo")), "Apollo"), (.reading(.isDirectory), "moon"),
        ]
        for (failure, word) in failures {
            #expect(Self.sentence(failure, language).contains(word), "\(failure)")
        }
    }

    @Test(arguments: others) func everyKeyOfTheHelpIsExplained(language: Language) {
        for kind in ScreenKind.allCases {
            for action in KeyMap.standard.map(\.action) {
                let english = HelpWords(Preferences()).meaning(of: action, on: kind)
                let other = HelpWords(Preferences(language)).meaning(of: action, on: kind)
                #expect((english == nil) == (other == nil))
                #expect(english == nil || english != other, "\(action)")
            }
        }
    }

    /// Hints without room are left out.
    @Test(arguments: others) func hintsFitInEightyColumns(language: Language) {
        for keys in ["", "/", "i", "?"] {
            let counts = [language, .english].map { language in
                var story = LibraryStory.listing(
                    LibraryPages.photos(1...3), preferences: Preferences(language))
                story.press(keys)
                return story.hints.count
            }
            #expect(counts[0] == counts[1] && counts[0] > 0, "\(keys)")
        }
    }

    /// Meanings are beside their keys in two columns of an 80-column window.
    @Test(arguments: Language.allCases) func meaningsInTheHelpFitBesideTheirKeys(
        language: Language
    ) {
        for kind in [ScreenKind.library, .detail, .viewer] {
            for action in KeyMap.standard.map(\.action) {
                let meaning = HelpWords(Preferences(language)).meaning(of: action, on: kind)
                #expect((meaning?.width ?? 0) <= 20, "\(action): \(meaning?.string ?? "")")
            }
        }
    }

    /// Notices, hints and errors of a form have one line of at most 80 columns.
    @Test(arguments: Language.allCases) func whatHasOneLineFitsInEightyColumns(
        language: Language
    ) {
        let strings = Strings(language)
        let single = ["notices.", "library.", "status.", "search.", "viewer.", "picture.", "help."]
        for (path, text) in Self.texts(language)
        where single.contains(where: { path.hasPrefix($0) }) {
            #expect(SafeText(text).width <= 78, "\(path): \(text)")
        }
        for text in Self.sentences(strings) { #expect(text.width <= 78, "\(text.string)") }
    }

    /// Returns sentences with the name of a key or with numbers, at their usual length.
    private static func sentences(_ strings: Strings) -> [SafeText] {
        let (notices, library) = (strings.notices, strings.library)
        let ofKeys: [@Sendable (Strings) -> SafeText] = [
            notices.onlySound, notices.quitKey, notices.marked, notices.aligning,
            notices.favouriteNow, notices.placeKept, notices.onlyInTheViewer,
            library.favouritesHint, library.placesHint,
        ]
        return ofKeys.map { $0(strings) } + [
            notices.blinking(9, strings), notices.slideshow(60, strings), notices.exporting(100),
            library.alertTitles.unreachable, library.alertTitles.other,
            strings.hint(\.openDemo, .screen(.open)).text,
        ] + [.image, .video, .audio, nil].map { library.nothingFound($0, "a moon landing") }
    }

    /// A search for sounds without results does not mention photos.
    @Test(arguments: Language.allCases)
    func anEmptySearchNamesWhatWasSearchedFor(language: Language) {
        let library = Strings(language).library
        let kinds = [["image"], ["video"], ["audio"], [], ["image", "audio"]]
        let sentences = kinds.map { types in
            var query = Query(text: "moon")
            query.mediaTypes = types
            return library.nothingFound(query.medium, "moon").string
        }
        #expect(Set(sentences).count == 4 && sentences[3] == sentences[4], "\(sentences)")
        #expect(sentences.allSatisfy { $0.contains("moon") })
    }

    @Test(arguments: Language.allCases) func hintsNameTheKeysThatAreBound(language: Language) {
        let keys = KeyMap(changing: [.screen(.open): [KeyPress(.function(5))], .list(.search): []])
        let strings = Strings(language, naming: keys)
        #expect(strings.hint(\.view, .screen(.open)).keys == "F5")
        #expect(strings.searchHint.keys == "–")
        #expect(strings.hint(\.search, .list(.search)) { _ in true } == nil)
        #expect(strings.hint(\.size, .screen(.zoomIn), .screen(.zoomOut)).keys == "+ -")
        let smaller = strings.hint(\.size, .screen(.zoomIn), .screen(.zoomOut)) {
            $0 == .screen(.zoomOut)
        }
        #expect(smaller?.keys == "-")
        let open = strings.hint(\.view, .list(.search), .screen(.open)) { _ in true }
        #expect(open?.keys == "F5", "an action without a key hides no other")
    }

    @Test(
        arguments: [
            (.english, "20 Jul 1969", "Jul 1969", "24,977", "7.1%", "12.3 MB"),
            (.german, "20. Juli 1969", "Juli 1969", "24.977", "7,1 %", "12,3 MB"),
            (.spanish, "20 jul 1969", "jul 1969", "24.977", "7,1 %", "12,3 MB"),
            (.hebrew, "20 ביולי 1969", "יולי 1969", "24,977", "7.1%", "12.3 MB"),
            (.japanese, "1969年7月20日", "1969年7月", "24,977", "7.1%", "12.3 MB"),
        ] as [(Language, String, String, String, String, String)])
    func daysAndNumbersAreThoseOfTheLanguage(
        language: Language, day: String, month: String, number: String, percent: String,
        size: String
    ) throws {
        let date = try #require(CalendarDate("1969-07-20"))
        let rough = try #require(CalendarDate("1969-07"))
        let local = Strings(language).local
        #expect(local.day(date) == day)
        #expect(local.day(rough) == month)
        #expect(local.number(24_977) == number)
        #expect(local.percent(0.0711) == percent)
        #expect(local.size(12_345_678) == size)
    }

    @Test(
        arguments: [
            (["auto"], "auto", "auto"), (["auto", "light"], "auto or light", "auto oder light"),
            (["auto", "light", "dark"], "auto, light or dark", "auto, light oder dark"),
        ])
    func alternativesAreListedAsInASentence(words: [String], english: String, german: String) {
        #expect(LocalStrings.english.alternatives(words) == english)
        #expect(LocalStrings.german.alternatives(words) == german)
    }

    @Test(arguments: [
        (999, "999 B"), (999_999, "999 kB"), (999_999_999, "999.9 MB"), (1 << 30, "1.0 GB"),
        (5_368_709_120, "5.3 GB"),
    ])
    func aSizeHasTheUnitThatSuitsIt(bytes: Int, text: String) {
        #expect(LocalStrings.english.size(bytes) == text)
    }

    /// Phrases that are grammatical but that no native writer would use: they came from German.
    private static let translated = [
        "is told", "nobody", "somebody", "any more", "anew", "whoever", "where there is no",
        "if not said", "of so many", "asks for patience", "go on without", "not concerned",
        "did not work", "what is known", "a fence", "here should be", "says nothing", "tells",
        "for nothing came", "makes it one", "changes the search", "cannot be read",
    ]

    /// Checks the source of the tables, because most of their sentences are functions.
    @Test(arguments: translated) func noEnglishSentenceReadsTranslated(turn: String) throws {
        for (file, line) in try Self.englishLines where line.lowercased().contains(turn) {
            Issue.record("\(file): \(line)")
        }
    }

    private static var englishLines: [(file: String, line: String)] {
        get throws {
            let sources = URL(filePath: #filePath).deletingLastPathComponent().appending(
                path: "../../../Sources/Localization")
            return try ["English", "CommandLine"].flatMap { folder in
                try FileManager.default.contentsOfDirectory(
                    at: sources.appending(path: folder), includingPropertiesForKeys: nil)
            }.flatMap { file in
                try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                    .filter { !$0.hasPrefix("//") }
                    .map { (file.lastPathComponent, $0) }
            }
        }
    }

    private static func sentence(_ failure: PictureFailure, _ language: Language) -> String {
        Strings(language).sentence(for: failure, of: .file(path: "moon")).string
    }

    /// Returns the texts of all tables, by their paths: `browser.loading`.
    private static func texts(_ language: Language) -> [String: String] {
        var texts: [String: String] = [:]
        collect(language.table, "", into: &texts)
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

/// The choice of the language.
@Suite struct LanguageTests {
    @Test(
        arguments: [
            ("de", .german), ("de_DE.UTF-8", .german), ("de_AT@euro", .german), ("DE", .german),
            ("en_GB", .english), ("es_MX.UTF-8", .spanish), ("he_IL.UTF-8", .hebrew),
            ("iw_IL", .hebrew), ("ja_JP.UTF-8", .japanese), ("fr_FR.UTF-8", nil),
            ("deutsch", nil), ("C", nil), ("", nil),
        ] as [(String, Language?)])
    func aLocaleNamesIt(locale: String, language: Language?) {
        #expect(Language(locale: locale) == language)
    }

    @Test(
        arguments: [
            (["LANG": "de_DE.UTF-8"], .german),
            (["LANG": "en_US.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"], .german),
            (["LC_ALL": "C", "LANG": "de_DE.UTF-8"], nil),
            (["LC_ALL": "", "LANG": "de_DE.UTF-8"], .german), ([:], nil),
        ] as [([String: String], Language?)])
    func theFirstVariableThatIsSetCounts(variables: [String: String], language: Language?) {
        #expect(Language.wished(by: variables)?.language == language)
    }

    /// As for gettext.
    @Test(
        arguments: [
            ("de", "en_US.UTF-8", .german), ("fr:ja:de", "en_US.UTF-8", .japanese),
            ("de_AT:en", "es_ES.UTF-8", .german), ("fr", "de_DE.UTF-8", nil),
            ("en:de", "de_DE.UTF-8", .english), ("C:de", "de_DE.UTF-8", nil),
            ("::de", "en_US.UTF-8", .german), ("", "de_DE.UTF-8", .german),
            ("de", "C", nil), ("de", "C.UTF-8", nil), ("de", "POSIX", nil), ("de", "", nil),
        ] as [(String, String, Language?)])
    func aListOfLanguagesGoesBeforeTheLocaleUnlessThatIsC(
        list: String, locale: String, language: Language?
    ) {
        let wished = Language.wished(by: ["LANGUAGE": list, "LANG": locale])
        #expect(wished?.language == language)
        #expect(wished.map(\.variable) == language.map { _ in list.isEmpty ? "LANG" : "LANGUAGE" })
    }
}
