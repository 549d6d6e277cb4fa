/// The sentences of the manual page that no other table has.
struct ManualPhrases: Sendable {
    let headings: Headings
    let keys: Keys
    let variables: Variables
    let files: Files
    /// What each exit status means, from 0.
    let statuses: [String]

    struct Headings: Sendable {
        let section: String
        let name: String
        let synopsis: String
        let description: String
        let options: String
        let commands: String
        let keys: String
        let environment: String
        let files: String
        let exitStatus: String
    }

    /// Where keys work.
    struct Keys: Sendable {
        let viewer: String
        let browser: String
        let detail: String
    }

    struct Variables: Sendable {
        /// An option that does the same.
        let like: @Sendable (String) -> String
        let start: String
        let demo: String
        let log: String
        let noColour: String
        let language: String
        let terminal: String
    }

    struct Files: Sendable {
        /// Each with the folder that is used if the variable is not set.
        let settings: @Sendable (String) -> String
        let cache: @Sendable (String) -> String
        let archive: @Sendable (String) -> String
    }
}
