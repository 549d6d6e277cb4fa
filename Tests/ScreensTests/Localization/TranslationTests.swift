import Imaging
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import Testing

@testable import Localization
@testable import Screens

/// No sentence is half in English: each is rendered with arguments in each language.
@Suite struct TranslationTests {
    private static let others = Language.allCases.filter { $0 != .english }

    @Test(arguments: Language.allCases) func everySentenceIsRendered(language: Language) {
        let rendered = RenderedSentences(language)
        #expect(rendered.unnamed == [])
        #expect(rendered.texts.values.map(\.count).reduce(0, +) > 500)
    }

    @Test(arguments: others) func noSentenceHasAnEnglishWord(language: Language) {
        for (path, texts) in RenderedSentences(language).texts {
            for text in texts {
                #expect(Self.englishWords(in: text) == [], "\(path): \(text)")
            }
        }
    }

    @Test(arguments: others) func noFailureHasAnEnglishWord(language: Language) {
        let strings = Strings(language)
        for failure in PictureFailure.all(saying: RenderedSentences.name) {
            let text = strings.sentence(for: failure, of: .file(path: "moon.jpg")).string
            #expect(Self.englishWords(in: text) == [], "\(text)")
        }
    }

    @Test(arguments: others) func aMessageOfTheSystemIsQuoted(language: Language) {
        let message = "the disk is not there"
        let strings = Strings(language)
        let sentences: [SafeText] =
            [
                .reading(.unreadable(reason: message)), .decoding(.damaged(.library(message))),
                .fetching(.noConnection(.library(message))),
                .fetching(.tlsFailed(reason: message)), .fetching(.interrupted(.library(message))),
            ].map { strings.sentence(for: $0, of: .file(path: "moon.jpg")) } + [
                strings.sentence(
                    for: SavingFailure.unusable(reason: message), of: PhotoID("moon")),
                strings.sentence(for: .encoding(.library(message)), of: .file(path: "moon.jpg")),
                strings.cache.trouble(.unusable(reason: message)),
                strings.cache.archiveFailure(.unusable(reason: message)),
                strings.program.outputFailed(message),
            ]
        for sentence in sentences.map(\.string) {
            #expect(sentence.contains(message), "\(sentence)")
            #expect(Self.englishWords(in: sentence) == [], "\(sentence)")
        }
    }

    /// The verdict and the advice are translated, and the tables are not.
    @Test(arguments: others) func theReportOfDoctorHasItsTablesInEnglish(language: Language) {
        let findings = ProbeReport(
            ProbeLog(.notAsked(.noTerminal)), TerminalEnvironment(["TERM": "xterm"]), window: nil)
        let reports = [language, .english].map {
            DoctorText($0).lines(findings, environment: [], programs: [], sandbox: .broken)
                .map(\.string)
        }
        let tables = reports.map { $0.filter { $0.hasPrefix("|") } }
        #expect(tables[0] == tables[1] && tables[0].count > 15)
        for line in reports[0] where !line.hasPrefix("|") {
            #expect(Self.englishWords(in: line) == [], "\(line)")
        }
    }

    private static let english: Set<String> = [
        "the", "this", "that", "these", "is", "are", "were", "not", "of", "to", "and", "with",
        "from", "for", "by", "can", "cannot", "it", "its", "your", "you", "photo", "photos",
        "file", "files", "picture", "pictures", "page", "key", "keys", "too", "only", "more",
        "than", "press", "open", "set", "missing", "damaged", "search", "unknown", "try",
        "again",
    ]

    /// Returns words that only English has, outside quoted text, commands and names of services.
    private static func englishWords(in text: String) -> [String] {
        let own = text.replacing(#/„[^“]*“|«[^»]*»|「[^」]*」|"[^"]*"|`[^`]*`/#, with: " ")
            .replacing(#/set -g [a-z-]+ on|nasa-view doctor > \S+/#, with: " ")
        let unnamed = Service.allCases.reduce(own) { $0.replacing($1.title, with: " ") }
        return unnamed.split(separator: #/[\s,;:.!?()…]+/#).map(String.init)
            .filter { $0.allSatisfy(\.isLetter) && english.contains($0.lowercased()) }
    }
}
