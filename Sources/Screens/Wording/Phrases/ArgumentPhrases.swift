internal import TerminalProtocols

/// The sentences about what was typed behind the program's name.
struct ArgumentPhrases: Sendable {
    let noTerminal: SafeText
    /// The system gives the program no second thread.
    let noThreads: SafeText
    /// So many files cannot be open at the same time.
    let fewDescriptors: @Sendable (Int) -> String
    /// So many megabytes of addresses are not free.
    let littleMemory: @Sendable (Int) -> String
    /// The program has crashed; the file of its log, if it has one.
    let crashed: @Sendable (String?) -> String
    let nothingToPrint: String
    let noDemo: String
    let year: String
    let limit: String
    let mediaTypes: String
    let api: String
    let memory: String
    /// The largest side of a cell.
    let cellSize: @Sendable (Int) -> String
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
