/// How asking a terminal went.
package enum ProbeOutcome: Hashable, Sendable {
    /// The last question was answered.
    case answered
    /// The last question was not answered in the time there was.
    case timedOut(milliseconds: Int)
    case notAsked(ProbeFailure)

    /// Why a terminal was not asked.
    package enum ProbeFailure: String, Hashable, Sendable {
        case noTerminal
        /// The output goes to a pipe, whose reader may be at the terminal itself (a pager).
        case pipe
        /// The terminal belongs to another job of the shell.
        case background
        /// A terminal of that TERM would show the questions.
        case kind
    }
}
