internal import PhotoPipeline
package import TerminalProtocols

/// The sentences of `doctor`.
package struct DoctorStrings: Sendable {
    let verdict: VerdictStrings
    let headings: Headings
    /// How many questions were answered, of how many: `11 of 14 questions`.
    let count: @Sendable (_ answers: Int, _ questions: Int) -> String
    /// That count, and the milliseconds to the last answer.
    let answered: @Sendable (_ count: String, _ milliseconds: String) -> SafeText
    /// That count, and the time limit in milliseconds.
    let timedOut: @Sendable (_ count: String, _ milliseconds: Int) -> SafeText
    let notAsked: @Sendable (ProbeOutcome.ProbeFailure) -> SafeText

    let query: @Sendable (CapabilityQuery) -> SafeText
    let topic: @Sendable (DecisionTopic) -> SafeText
    /// An answer to DECRQM: 0 to 4.
    let setting: @Sendable (Int) -> String
    let error: @Sendable (Int) -> SafeText

    let yes, no, unknown, noneNamed, bits: SafeText
    /// The terminal's own treatment of right-to-left text.
    let rightToLeft: @Sendable (BidiSupport) -> SafeText
    let cells: @Sendable (_ columns: Int, _ rows: Int) -> String

    let namesSixel, namesNoSixel: SafeText
    /// The technical name of the query.
    let answerTo, noAnswerTo: @Sendable (SafeText) -> SafeText
    let wasNotAsked, kernel, assumed: SafeText
    /// A terminal.
    let measuredIn: @Sendable (String) -> SafeText
    let tried: SafeText
    /// The line above the quirks of a terminal: its name and version.
    let quirks: @Sendable (String) -> SafeText
    let quirk: @Sendable (TerminalQuirk) -> SafeText
    /// The protocol of a test chart.
    let chart: @Sendable (String) -> SafeText

    let multiplexer: MultiplexerStrings
    let sandbox: @Sendable (SandboxStatus) -> SafeText

    /// The version of a library that reports none.
    package let unknownVersion: SafeText
    /// A variable whose value is private.
    package let isSet: SafeText

    struct Headings: Sendable {
        let program, version, environment, asked, answered, decided, why: SafeText
    }
}

/// The sentences of the line that `doctor` begins with.
struct VerdictStrings: Sendable {
    /// A protocol, and the colours it has here.
    let pictures: @Sendable (_ format: String, _ colours: SafeText) -> SafeText
    /// The same through a multiplexer, by its name.
    let picturesThrough:
        @Sendable (_ format: String, _ multiplexer: String, _ colours: SafeText) -> SafeText
    let unknown, allColours: SafeText
    let colours: @Sendable (Int) -> SafeText

    let allWell, notAsked, noAnswer: SafeText
    let advice: @Sendable (PictureAdvice) -> SafeText
    let noPictures, noSandbox, noDecoder: SafeText
}

/// The sentences of `doctor` about pictures through a multiplexer: tmux or GNU screen.
struct MultiplexerStrings: Sendable {
    let pane: @Sendable (_ multiplexer: String, _ column: Int, _ row: Int) -> SafeText
    /// Follows the reason for a decision.
    let fromOutside: SafeText
    let namesSixel, noAnswer, answers, noPlace, noPictures: SafeText

    /// The multiplexer, how many questions were answered, of how many.
    let answered: @Sendable (_ multiplexer: String, _ answers: Int, _ questions: Int) -> SafeText
    let makeActive, outsideIsPlain, unknownPictures: @Sendable (String) -> SafeText
    /// As `unknownPictures`, for a terminal that stores them.
    let keptPictures: @Sendable (String) -> SafeText
    /// As `pane` and `unknownPictures`, for pictures that are text to the multiplexer.
    let asText, textPictures: @Sendable (String) -> SafeText
    let tmuxIsClosed, tmuxIsSilent, screenIsSilent: SafeText
}
