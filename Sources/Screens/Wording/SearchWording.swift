internal import TerminalProtocols

/// The words of the search form.
enum SearchWording {
    static func name(of field: SearchField) -> SafeText { Phrases.current.search.name(field) }

    static var keys: SafeText { Phrases.current.search.keys }

    static func example(of field: SearchField) -> SafeText {
        Phrases.current.search.example(field)
    }
}
