/// All sentences of one language, a table for each room.
///
/// What a table lacks the compiler misses; no sentence falls back to another language.
struct Phrases: Sendable {
    let local: LocalStrings
    let keys: KeyStrings
    let browser: LibraryStrings
    let detail: DetailStrings
    let search: SearchStrings
    let status: StatusStrings
    let viewer: ViewerStrings
    let notices: NoticeStrings
    let help: HelpStrings
    let failures: FailureStrings
    let cache: CacheStrings
    let commands: CommandStrings
    let arguments: ArgumentStrings
    let configuration: ConfigurationStrings
    let doctor: DoctorStrings
    let manual: ManualStrings
}
