internal import Settings
internal import TerminalProtocols

/// The sentences about the configuration file.
struct ConfigurationPhrases: Sendable {
    /// Without a full stop, as compilers say it.
    let fault: @Sendable (SettingsFault.Kind) -> String
    /// Said of the file's path.
    let noFile: @Sendable (String) -> SafeText
    let noHome: SafeText
    let byDefault: String
    /// A line of the file.
    let file: @Sendable (Int) -> String
    /// A variable.
    let environment: @Sendable (String) -> String
    let flag: @Sendable (String) -> String
    let automatic: String
}
