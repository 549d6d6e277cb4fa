internal import TerminalProtocols

/// What the viewer says of the view, and the keys it names.
struct ViewerPhrases: Sendable {
    let region: @Sendable (ViewRegion) -> SafeText
    let helpKey: @Sendable (KeyMap) -> SafeText
    let zoomKey: @Sendable (KeyMap) -> SafeText

    let retryKey: @Sendable (KeyMap) -> SafeText
    let othersKeys: @Sendable (KeyMap) -> SafeText
    let backKey: @Sendable (KeyMap) -> SafeText
    let quitKey: @Sendable (KeyMap) -> SafeText
}
