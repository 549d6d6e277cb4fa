/// All sentences of one language, a table for each room.
///
/// What a table lacks the compiler misses; no sentence falls back to another language.
struct Phrases: Sendable {
    let local: LocalPhrases
    let keys: KeyPhrases
    let browser: LibraryPhrases
    let detail: DetailPhrases
    let search: SearchPhrases
    let status: StatusPhrases
    let viewer: ViewerPhrases
    let notices: NoticePhrases
    let help: HelpPhrases
    let failures: FailurePhrases
    let cache: CachePhrases
    let commands: CommandPhrases
    let arguments: ArgumentPhrases
    let configuration: ConfigurationPhrases
    let doctor: DoctorPhrases
    let manual: ManualPhrases
}
