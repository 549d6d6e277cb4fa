/// What is said to a person: the sentences of a language, with the names of this person's keys.
///
/// A table is a property: `strings.status.tooSmall`. A sentence that needs several tables is a method.
package struct Strings: Hashable, Sendable {
    package let language: Language
    private let keyMap: KeyMap

    package init(_ language: Language = .english, naming keyMap: KeyMap = KeyMap()) {
        self.language = language
        self.keyMap = keyMap
    }

    /// The name of the first key that asks for something, as hints say it.
    subscript(action: Action) -> String {
        keyMap.keys(for: action).first.map { keys.name(of: $0) } ?? "–"
    }

    var local: LocalPhrases { language.phrases.local }
    package var keys: KeyPhrases { language.phrases.keys }
    var browser: LibraryPhrases { language.phrases.browser }
    var detail: DetailPhrases { language.phrases.detail }
    var search: SearchPhrases { language.phrases.search }
    var status: StatusPhrases { language.phrases.status }
    var viewer: ViewerPhrases { language.phrases.viewer }
    var notices: NoticePhrases { language.phrases.notices }
    var help: HelpPhrases { language.phrases.help }
    var failures: FailurePhrases { language.phrases.failures }
    package var cache: CachePhrases { language.phrases.cache }
    var commands: CommandPhrases { language.phrases.commands }
    package var arguments: ArgumentPhrases { language.phrases.arguments }
    package var configuration: ConfigurationPhrases { language.phrases.configuration }
    package var doctor: DoctorPhrases { language.phrases.doctor }
    package var manual: ManualPhrases { language.phrases.manual }
}
