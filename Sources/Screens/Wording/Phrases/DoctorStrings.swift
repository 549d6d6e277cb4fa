internal import PhotoPipeline
package import TerminalProtocols

/// The sentences of `doctor`.
package struct DoctorStrings: Sendable {
    let verdict: VerdictStrings
    let headings: Headings
    /// How many questions were answered, of how many: `11 of 14 questions`.
    let count: @Sendable (Int, Int) -> String
    /// That count, and the milliseconds to the last answer.
    let answered: @Sendable (String, String) -> SafeText
    /// That count, and the milliseconds that were waited.
    let timedOut: @Sendable (String, Int) -> SafeText
    let notAsked: @Sendable (ProbeOutcome.ProbeFailure) -> SafeText

    let query: @Sendable (CapabilityQuery) -> SafeText
    let topic: @Sendable (DecisionTopic) -> SafeText
    /// An answer to DECRQM: 0 to 4.
    let setting: @Sendable (Int) -> String
    let error: @Sendable (Int) -> SafeText

    let yes: SafeText
    let no: SafeText
    let unknown: SafeText
    let noneNamed: SafeText
    let bits: SafeText
    /// Columns and rows.
    let cells: @Sendable (Int, Int) -> String

    let namesSixel: SafeText
    let namesNoSixel: SafeText
    /// What those who write terminals call the question.
    let answerTo: @Sendable (SafeText) -> SafeText
    let noAnswerTo: @Sendable (SafeText) -> SafeText
    let wasNotAsked: SafeText
    let kernel: SafeText
    let measuredIn: @Sendable (String) -> SafeText
    let assumed: SafeText
    /// The protocol of a test chart.
    let chart: @Sendable (String) -> SafeText

    let passage: MultiplexerStrings

    /// Whether decoders of photos can do harm here.
    let fence: @Sendable (SandboxStatus) -> SafeText

    /// Said of a library that has no version.
    package let unknownVersion: SafeText
    /// Said of a variable whose value is private.
    package let isSet: SafeText

    struct Headings: Sendable {
        let program: SafeText
        let version: SafeText
        let environment: SafeText
        let asked: SafeText
        let answered: SafeText
        let decided: SafeText
        let why: SafeText
    }
}
