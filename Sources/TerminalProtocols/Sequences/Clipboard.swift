/// The way of a text to the clipboard of the terminal a person sits at, also from far away.
package enum Clipboard {
    /// The bytes that copy `text`, where the terminal allows it; it does not answer.
    ///
    /// tmux takes them for itself (`set-clipboard on`) or hands them through (`allow-passthrough
    /// on`): it is offered both, and to copy twice does no harm.
    package static func bytes(copying text: String, in environment: TerminalEnvironment) -> [UInt8]
    {
        let plain = ControlSequence.bytes(.copy(text))
        switch environment.multiplexer {
        case .tmux: return plain + TmuxPassthrough.wrap(plain)
        case .screen: return ScreenPassthrough.wrap(plain)
        case nil: return plain
        }
    }
}
