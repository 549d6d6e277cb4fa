internal import TerminalProtocols

/// The sentences about what was typed behind the program's name.
struct ArgumentPhrases: Sendable {
    let noTerminal: SafeText
    let nothingToPrint: String
    let noDemo: String
    let year: String
    let limit: String
    let mediaTypes: String
    let api: String
    let memory: String
    /// A variable of the environment.
    let unknownValue: @Sendable (String) -> String
    let seeHelp: String
    /// A word that is no command, and what was probably meant.
    let meant: @Sendable (String, String) -> String
    let keyboardIsInput: String
    /// So many megabytes.
    let tooMuchInput: @Sendable (Int) -> String
    /// The system's reason.
    let outputFailed: @Sendable (String) -> String
}
