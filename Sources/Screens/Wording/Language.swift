/// A language the program speaks.
///
/// To add one: a case here, and its tables in a folder of its own.
package enum Language: String, CaseIterable, Hashable, Sendable {
    case english = "en"
    case german = "de"

    // Of the task, not handed from screen to screen: a session speaks one language, and wherever a
    // sentence is made it is the same one.
    @TaskLocal package static var current = Language.english

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

    /// Does something in this language before there are tasks.
    package func speaking<Result>(_ body: () throws -> Result) rethrows -> Result {
        try Self.$current.withValue(self) {
            try ReadingDirection.$current.withValue(direction, operation: body)
        }
    }

    /// Does something in this language, and in its direction.
    package func speaking<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await Self.$current.withValue(self) {
            try await ReadingDirection.$current.withValue(direction, operation: body)
        }
    }
}
