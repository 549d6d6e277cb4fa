internal import TerminalProtocols

/// The sentences of the line that `doctor` begins with.
struct VerdictStrings: Sendable {
    /// A protocol, and the colours it has here.
    let pictures: @Sendable (String, SafeText) -> SafeText
    /// The same through a multiplexer, by its name.
    let picturesThrough: @Sendable (String, String, SafeText) -> SafeText
    let unknown: SafeText
    let allColours: SafeText
    let colours: @Sendable (Int) -> SafeText

    let allWell: SafeText
    let notAsked: SafeText
    let noAnswer: SafeText
    let advice: @Sendable (PictureAdvice) -> SafeText
    let noPictures: SafeText
    let noSandbox: SafeText
    let noDecoder: SafeText
}
