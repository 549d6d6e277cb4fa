package import Settings
package import TerminalProtocols

/// The sentences about the configuration file.
package struct ConfigurationPhrases: Sendable {
    /// Without a full stop, as compilers say it.
    let fault: @Sendable (SettingsError.Kind) -> String
    /// Said of the file's path.
    package let noFile: @Sendable (String) -> SafeText
    package let noHome: SafeText
    package let byDefault: String
    /// A line of the file.
    package let file: @Sendable (Int) -> String
    /// A variable.
    package let environment: @Sendable (String) -> String
    package let flag: @Sendable (String) -> String
    package let automatic: String
}

extension ConfigurationPhrases {
    /// What is wrong, and where, as compilers say it.
    package func sentence(for fault: SettingsError, in path: String) -> SafeText {
        SafeText("\(path):\(fault.place.line):\(fault.place.column): \(self.fault(fault.kind))")
    }
}
