internal import TerminalProtocols

/// The sentences of the commands for scripts.
struct CommandStrings: Sendable {
    /// So many failures that are not listed.
    let moreFailures: @Sendable (String) -> SafeText
    struct Facts: Sendable {
        let id: String
        let title: String
        let credit: String
        let date: String
        let center: String
        let location: String
        let keywords: String
        let albums: String
        let page: String
    }

    let facts: Facts
    /// What has come, of how much.
    let received: @Sendable (String, String) -> String

    /// Width and height.
    let pixels: @Sendable (String, String) -> String
    /// So many of so many photos.
    let more: @Sendable (String, String) -> SafeText

    let noFavourite: @Sendable (String) -> SafeText
    /// A photo, the size asked for, and the sizes there are.
    let noSuchSize: @Sendable (String, String, [String]) -> SafeText
    let noFolder: @Sendable (String) -> SafeText
    let notWritable: @Sendable (String) -> SafeText
    let diskFull: SafeText
    let busy: @Sendable (String) -> SafeText
    /// A photo, and the reason.
    let unusable: @Sendable (String, String) -> SafeText
}
