/// One thing a program says to a terminal.
package enum TerminalEvent: Hashable, Sendable {
    case text(Unicode.Scalar)
    /// A control character, as line feed.
    case control(UInt8)
    /// What follows ESC, where it is neither a control function nor a string.
    case escape(String)
    case function(ControlFunction)
    case string(OutputString)
    /// Bytes that no terminal should be sent, and why.
    case fault(String)
}
