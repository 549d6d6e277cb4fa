internal import TerminalProtocols

/// What the viewer says of the view, and the keys it names.
struct ViewerStrings: Sendable {
    let region: @Sendable (ViewRegion) -> SafeText
    let helpKey: @Sendable (Strings) -> SafeText
    let zoomKey: @Sendable (Strings) -> SafeText
    /// How pictures could be better.
    let advice: @Sendable (PictureAdvice) -> SafeText

    let retryKey: @Sendable (Strings) -> SafeText
    let othersKeys: @Sendable (Strings) -> SafeText
    let backKey: @Sendable (Strings) -> SafeText
    let quitKey: @Sendable (Strings) -> SafeText
}
