/// The sentences of the manual page that no other table has.
package struct ManualStrings: Sendable {
    package let headings: Headings
    let keys: Keys
    let variables: Variables
    let files: Files
    /// What each exit status means, from 0.
    let statuses: [String]

    package struct Headings: Sendable {
        /// The collection of manuals that the page belongs to.
        package let section: String
        package let name: String
        package let synopsis: String
        package let description: String
        package let options: String
        package let commands: String
        package let keys: String
        package let environment: String
        package let files: String
        package let exitStatus: String
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
