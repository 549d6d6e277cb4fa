/// What can come from a terminal.
package enum TerminalInput: Hashable, Sendable {
    case key(KeyPress)
    case mouse(MouseAction)
    /// Pasted text is text, never commands; it is raw and must be made safe.
    case pasted([UInt8])
    case focus(Bool)
    case reply(TerminalReply)
}
