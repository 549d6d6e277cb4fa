/// A language the program speaks.
///
/// To add one: a case here, and its tables in a folder of its own.
package enum Language: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case german = "de"

    /// Where lines begin.
    package var direction: ReadingDirection { .leftToRight }

    package var table: StringTable {
        switch self {
        case .english: .english
        case .german: .german
        }
    }

    /// The language of a POSIX locale such as `de_AT.UTF-8` or `de`; `nil` if it is not supported.
    package init?(locale: String) {
        let code = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" && $0 != "-" }
        self.init(rawValue: code.lowercased())
    }

    /// What the environment asks for; as in POSIX the first of the three that is set counts.
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

/// Where lines begin: pages are laid out from the left, and mirrored if lines begin on the right.
package enum ReadingDirection: Hashable, Sendable { case leftToRight, rightToLeft }
