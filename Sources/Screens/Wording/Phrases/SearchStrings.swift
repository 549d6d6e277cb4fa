internal import TerminalProtocols

/// The sentences of the search form.
struct SearchStrings: Sendable {
    let name: @Sendable (SearchField) -> SafeText
    let keys: SafeText
    /// What can be typed in a field.
    let example: @Sendable (SearchField) -> SafeText
}
