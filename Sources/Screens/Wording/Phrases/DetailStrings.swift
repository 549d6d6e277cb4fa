internal import TerminalProtocols

/// The sentences of a photo's page.
struct DetailStrings: Sendable {
    let photographer: String
    let secondaryCreator: String
    let center: String
    let location: String
    /// What it shows, for those who cannot see it.
    let alternative: String
    let id: String
    let albums: SafeText
    let keywords: SafeText

    let loading: SafeText
    let noFacts: SafeText
    let more: @Sendable (Int) -> SafeText
    let keys: @Sendable (Strings) -> SafeText
}
