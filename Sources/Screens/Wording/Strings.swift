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

    var local: LocalStrings { language.phrases.local }
    package var keys: KeyStrings { language.phrases.keys }
    var browser: LibraryStrings { language.phrases.browser }
    var detail: DetailStrings { language.phrases.detail }
    var search: SearchStrings { language.phrases.search }
    var status: StatusStrings { language.phrases.status }
    var viewer: ViewerStrings { language.phrases.viewer }
    var notices: NoticeStrings { language.phrases.notices }
    var help: HelpStrings { language.phrases.help }
    var failures: FailureStrings { language.phrases.failures }
    package var cache: CacheStrings { language.phrases.cache }
    var commands: CommandStrings { language.phrases.commands }
    package var arguments: ArgumentStrings { language.phrases.arguments }
    package var configuration: ConfigurationStrings { language.phrases.configuration }
    package var doctor: DoctorStrings { language.phrases.doctor }
    package var manual: ManualStrings { language.phrases.manual }
}
