import Localization
import Testing

@testable import Screens

/// Which language is spoken.
@Suite struct LanguageTests {
    @Test(
        arguments: [
            ("de", .german), ("de_DE.UTF-8", .german), ("de_AT@euro", .german), ("DE", .german),
            ("en_GB", .english), ("fr_FR.UTF-8", nil), ("deutsch", nil), ("C", nil), ("", nil),
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
}
