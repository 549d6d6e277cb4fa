internal import TerminalProtocols

/// The sentences of `doctor` about pictures through tmux and GNU screen; a name is one of these.
struct MultiplexerStrings: Sendable {
    /// A name, and the column and row of the pane.
    let pane: @Sendable (String, Int, Int) -> SafeText
    /// Behind the reason for a decision.
    let fromOutside: SafeText
    let namesSixel: SafeText
    let noAnswer: SafeText
    let answers: SafeText
    let noPlace: SafeText
    let noPictures: SafeText

    /// A name, how many questions were answered, of how many.
    let answered: @Sendable (String, Int, Int) -> SafeText
    let makeActive: @Sendable (String) -> SafeText
    let outsideIsPlain: @Sendable (String) -> SafeText
    let unknownPictures: @Sendable (String) -> SafeText
    /// The same, where kitty keeps them.
    let keptPictures: @Sendable (String) -> SafeText
    let tmuxIsClosed: SafeText
    let tmuxIsSilent: SafeText
    let screenIsSilent: SafeText
}
