internal import Imaging
internal import PhotoPipeline
package import TerminalProtocols

/// The words of `doctor`'s tables, which are in English because users paste them into bug reports.
package struct DoctorStrings: Sendable {
    let headings = Headings()
    let multiplexer = MultiplexerStrings()
    let yes: SafeText = "yes"
    let no: SafeText = "no"
    let unknown: SafeText = "unknown"
    let noneNamed: SafeText = "not reported"
    let bits: SafeText = "24-bit"
    let namesSixel: SafeText = "DA1 lists sixel (4)"
    let namesNoSixel: SafeText = "DA1 does not list sixel (4)"
    let wasNotAsked: SafeText = "not asked"
    let kernel: SafeText = "the kernel (TIOCGWINSZ)"
    let assumed: SafeText = "assumed (no information)"
    let tried: SafeText = "tested: it shows regions of pictures"
    /// The text in place of the version of a library that reports no version.
    package let unknownVersion: SafeText = "unknown"
    /// The text in place of the private value of a variable.
    package let isSet: SafeText = "set"

    package init() {}

    struct Headings: Sendable {
        let program: SafeText = "program"
        let version: SafeText = "version"
        let environment: SafeText = "environment"
        let asked: SafeText = "query"
        let answered: SafeText = "answer"
        let decided: SafeText = "result"
        let why: SafeText = "reason"
    }

    /// Returns the text for the number of replies and the time of the last reply, in milliseconds.
    func answered(_ answers: Int, _ questions: Int, _ milliseconds: String) -> SafeText {
        SafeText(
            """
            The terminal answered \(answers) of \(questions) queries, the last after \
            \(milliseconds) ms.
            """)
    }

    /// Returns the text for the number of replies and the time limit, in milliseconds.
    func timedOut(_ answers: Int, _ questions: Int, _ milliseconds: Int) -> SafeText {
        """
        The terminal answered \(answers) of \(questions) queries within \(milliseconds) ms, but \
        not the last query.
        """
    }

    func query(_ query: CapabilityQuery) -> SafeText {
        switch query {
        case .version: "name and version (XTVERSION)"
        case .secondaryAttributes: "terminal type (DA2)"
        case .sixelGeometry: "current sixel size"
        case .cellPixels: "cell size in pixels (16t)"
        case .textAreaPixels: "text area in pixels (14t)"
        case .synchronizedUpdates: "synchronized updates (mode 2026)"
        case .mousePixels: "mouse in pixels (mode 1016)"
        case .resizeReports: "resize reports (mode 2048)"
        case .colourSchemeReports: "light/dark reports (mode 2031)"
        case .visibilityReports: "visibility reports (mode 2033)"
        case .background: "background colour (OSC 11)"
        case .primaryAttributes: "capabilities (DA1)"
        case .kittyGraphics, .sixelLimit, .sixelRegisters, .keyboard: DoctorText.code(of: query)
        }
    }

    func topic(_ topic: DecisionTopic) -> SafeText {
        switch topic {
        case .terminal: "terminal"
        case .window: "window"
        case .cell: "cell size"
        case .graphics: "pictures"
        case .passage: "passthrough"
        case .registers: "sixel registers"
        case .pictureLimit: "sixel limit"
        case .colours: "text colours"
        case .synchronizedUpdates: "sync updates"
        case .keyboard: "kitty keyboard"
        case .mousePixels: "mouse in pixels"
        case .resizeReports: "resize reports"
        case .background: "background"
        case .colourSchemeReports: "light or dark"
        case .visibilityReports: "visibility"
        case .hyperlinks: "hyperlinks"
        case .progress: "progress bar"
        case .rightToLeft: "right-to-left"
        }
    }

    /// Returns the meaning of the value in a reply to DECRQM, from 0 to 4.
    func setting(_ setting: Int) -> String {
        switch setting {
        case 0: "unknown"
        case 1: "set"
        case 2: "not set"
        case 3: "always set"
        case 4: "never set"
        default: "invalid"
        }
    }

    func error(_ number: Int) -> SafeText { "error \(number)" }

    /// Returns the text for the terminal's own treatment of right-to-left text.
    func rightToLeft(_ support: BidiSupport) -> SafeText {
        switch support {
        case .none: "unchanged"
        case .words: "reorders words"
        case .switched: "can reorder lines (nasa-view switches this off)"
        case .rows: "reorders lines"
        }
    }

    func cells(_ columns: Int, _ rows: Int) -> String { "\(columns)x\(rows) cells" }

    /// Returns the reason for a decision that is based on a reply; `query` is the technical name of
    /// the query.
    func answerTo(_ query: SafeText) -> SafeText { "answer to " + query }
    func noAnswerTo(_ query: SafeText) -> SafeText { "no answer to " + query }

    func measuredIn(_ terminal: String) -> SafeText { SafeText("known terminal: \(terminal)") }

    /// Returns the line above a terminal's quirks, with the terminal's name and version.
    func quirks(_ name: String) -> SafeText {
        SafeText(
            "Known quirks of \(name.isEmpty ? "this terminal" : name), handled automatically:")
    }

    func chart(_ format: String) -> SafeText {
        SafeText("With \(format), each patch should have the colour named above it:")
    }
}

/// The words of `doctor`'s tables about pictures through a multiplexer, which is tmux or GNU
/// screen.
struct MultiplexerStrings: Sendable {
    /// The text after the reason for a decision that is based on the outer terminal.
    let fromOutside: SafeText = ", outer terminal"
    let namesSixel: SafeText = "DA1 of the outer terminal lists sixel (4)"
    let noAnswer: SafeText = "no answer from the outer terminal"
    let answers: SafeText = "answers from the outer terminal"
    let noPlace: SafeText = "position of the pane unknown"
    let noPictures: SafeText = "the outer terminal draws no pictures"

    func pane(_ multiplexer: String, _ column: Int, _ row: Int) -> SafeText {
        SafeText("\(multiplexer), pane at \(column),\(row)")
    }

    /// Returns the multiplexer's name with a remark that pictures are passed on as text.
    func asText(_ multiplexer: String) -> SafeText {
        SafeText("\(multiplexer), as text (Unicode placeholders)")
    }

    func answered(_ multiplexer: String, _ answers: Int, _ questions: Int) -> SafeText {
        SafeText(
            "Through \(multiplexer), the outer terminal answered \(answers) of \(questions) queries:"
        )
    }
}
