/// Whose word a decision rests on.
package enum DecisionReason: Hashable, Sendable {
    /// The terminal's, yes or no.
    case answer(CapabilityQuery)
    /// The terminal said nothing to this question, or was not asked.
    case noAnswer(CapabilityQuery)
    /// The kernel's (TIOCGWINSZ).
    case kernel
    /// What was measured in terminals of that name.
    case knownTerminal(String)
    /// An environment variable's.
    case environment(String)
    /// Nobody's: the usual case.
    case assumption
}
