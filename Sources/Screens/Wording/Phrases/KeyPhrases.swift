internal import TerminalProtocols

/// What stands on the keys.
struct KeyPhrases: Sendable {
    let control: String
    let alt: String
    let shift: String
    /// Nil for keys that are named by their character.
    let name: @Sendable (KeyPress.Key) -> String?
    /// The heading of a group of keys in the help.
    let section: @Sendable (HelpSection) -> SafeText
}
