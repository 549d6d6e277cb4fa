package import TerminalProtocols

/// What a person reads: the sentences of a language, with the names of this person's keys.
///
/// A table is a property: `strings.status.tooSmall`. A sentence that needs several tables is a method.
package struct Strings: Hashable, Sendable {
    package let language: Language
    private let namedKeys: [Action: KeyPress]

    /// `namedKeys` has the key that hints name for each action.
    package init(_ language: Language, naming namedKeys: [Action: KeyPress]) {
        self.language = language
        self.namedKeys = namedKeys
    }

    /// The name of the key that asks for something, as hints say it.
    package subscript(action: Action) -> String {
        namedKeys[action].map { keys.name(of: $0) } ?? "–"
    }

    package var local: LocalStrings { language.table.local }
    package var keys: KeyStrings { language.table.keys }
    package var library: LibraryStrings { language.table.library }
    package var detail: DetailStrings { language.table.detail }
    package var search: SearchStrings { language.table.search }
    package var status: StatusStrings { language.table.status }
    package var viewer: ViewerStrings { language.table.viewer }
    package var notices: NoticeStrings { language.table.notices }
    package var help: HelpStrings { language.table.help }
    package var failures: FailureStrings { language.table.failures }
    package var cache: CacheStrings { language.table.cache }
    package var commands: CommandStrings { language.table.commands }
    package var arguments: ArgumentStrings { language.table.arguments }
    package var configuration: ConfigurationStrings { language.table.configuration }
    package var doctor: DoctorStrings { language.table.doctor }
    package var manual: ManualStrings { language.table.manual }
}

/// All sentences of one language, a table for each subject.
///
/// The compiler reports what a language lacks; no sentence falls back to another language.
package struct StringTable: Sendable {
    let local: LocalStrings
    package let keys: KeyStrings
    package let library: LibraryStrings
    package let detail: DetailStrings
    package let search: SearchStrings
    package let status: StatusStrings
    package let viewer: ViewerStrings
    package let notices: NoticeStrings
    package let help: HelpStrings
    package let failures: FailureStrings
    package let cache: CacheStrings
    package let commands: CommandStrings
    package let arguments: ArgumentStrings
    package let configuration: ConfigurationStrings
    package let doctor: DoctorStrings
    package let manual: ManualStrings

    static let english = StringTable(
        local: .english, keys: .english, library: .english, detail: .english, search: .english,
        status: .english, viewer: .english, notices: .english, help: .english, failures: .english,
        cache: .english, commands: .english, arguments: .english, configuration: .english,
        doctor: .english, manual: .english)

    static let german = StringTable(
        local: .german, keys: .german, library: .german, detail: .german, search: .german,
        status: .german, viewer: .german, notices: .german, help: .german, failures: .german,
        cache: .german, commands: .german, arguments: .german, configuration: .german,
        doctor: .german, manual: .german)
}
