package import TerminalProtocols

/// The sentences about what was typed behind the program's name.
package struct ArgumentStrings: Sendable {
    package let noTerminal: SafeText
    /// The system gives the program no second thread.
    package let noThreads: SafeText
    /// So many files cannot be open at the same time.
    package let fewDescriptors: @Sendable (Int) -> SafeText
    /// So many megabytes of addresses are not free.
    package let littleMemory: @Sendable (Int) -> SafeText
    /// The program has crashed; the file of its log, if it has one.
    package let crashed: @Sendable (String?) -> SafeText
    package let nothingToPrint: String
    package let noDemo: String
    package let year: String
    package let limit: String
    package let mediaTypes: String
    package let api: String
    package let memory: String
    /// The largest side of a cell.
    package let cellSize: @Sendable (Int) -> String
    /// A variable of the environment.
    package let unknownValue: @Sendable (String) -> String
    let seeHelp: String
    /// A word that is no command, and what was probably meant.
    package let meant: @Sendable (String, String) -> String
    /// The system's reason.
    package let outputFailed: @Sendable (String) -> SafeText
}

extension ArgumentStrings {
    /// What was wrong, as a sentence, and where to read what is right.
    package func complaint(_ message: String) -> SafeText {
        let isSentence = [".", "?", "!"].contains { message.hasSuffix($0) }
        return SafeText(message + (isSentence ? "" : ".") + " " + seeHelp)
    }
}
