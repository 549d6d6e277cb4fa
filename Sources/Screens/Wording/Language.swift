/// A language the program speaks.
///
/// To add one: a case here, and its tables in a folder of its own.
package enum Language: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case german = "de"

    /// Where lines begin.
    package var direction: ReadingDirection { .leftToRight }

    /// All its sentences.
    var phrases: Phrases {
        switch self {
        case .english: .english
        case .german: .german
        }
    }

    /// The language of a POSIX locale: `de_AT.UTF-8`, `de`; nil for one that is not spoken.
    package init?(locale: String) {
        let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
        self.init(rawValue: code.lowercased())
    }

    /// What the environment asks for; the first of the three that is set counts, as POSIX has it.
    package static func wished(by variables: [String: String]) -> (
        language: Language, variable: String
    )? {
        for name in ["LC_ALL", "LC_MESSAGES", "LANG"] {
            guard let locale = variables[name], !locale.isEmpty else { continue }
            return Language(locale: locale).map { ($0, name) }
        }
        return nil
    }
}
