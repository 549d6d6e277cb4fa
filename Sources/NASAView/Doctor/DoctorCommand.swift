internal import ArgumentParser
internal import Decoding
internal import Localization
internal import PhotoPipeline
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// Reports what the terminal was asked, what it answered, and what follows from that.
struct DoctorCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Diagnose the terminal (for bug reports).",
        discussion: """
            Begins with a verdict. Then it lists what the terminal was asked, what it answered and \
            what follows from that, tests the sandbox for decoding photos, and draws a test chart \
            with each protocol the terminal supports. The report is Markdown and contains no host \
            or user names.

              nasa-view doctor                  show the report
              nasa-view doctor > report.md      save it (without charts)
              nasa-view doctor --json > a.json  for programs; "format" is the format's version
            """)

    @Flag(help: "Print JSON, without test charts.")
    var json = false

    @OptionGroup var speech: LanguageOption

    func run(in context: CommandContext) throws {
        // For programs: the same in every language.
        let strings = json ? Strings() : context.strings
        let sandbox = SandboxSelfTest.outcome(by: context.zygote)
        context.zygote?.leave()
        let environment = EnvironmentReport(context.variables, sandbox, strings.doctor)
        let (findings, ending) = ProbeRunner(TerminalEnvironment(context.variables)).run()
        if let ending { SignalWatch.end(by: ending) }
        let words = DoctorText(strings)
        let output =
            json
            ? try CommandOutput.bytes(of: DoctorReport(findings, environment, words))
            : Self.text(findings, environment, words)
        try CommandOutput.write(output, context.strings)
    }

    private static func text(
        _ findings: TerminalFindings, _ environment: EnvironmentReport, _ words: DoctorText
    ) -> [UInt8] {
        let output = CommandOutput.bytes(
            of: words.lines(
                findings, environment: environment.variables, programs: environment.programs,
                sandbox: environment.sandbox))
        return TTY.isOutput ? output + TestChart(findings, words).bytes : output
    }
}

/// What bears on the program besides the terminal: its version, its libraries, the environment, the
/// sandbox.
struct EnvironmentReport {
    let programs: [(String, SafeText)]
    let variables: [(String, SafeText)]
    let sandbox: SandboxStatus

    init(_ variables: [String: String], _ sandbox: SandboxStatus, _ words: DoctorStrings) {
        self.sandbox = sandbox
        programs = [("nasa-view", SafeText(Version.text))] + Version.libraries(words)
        self.variables =
            Self.shown.compactMap { name in
                variables[name].map { (name, SafeText($0).truncated(to: 60)) }
            }
            + Self.mentioned.compactMap { name in
                variables[name, default: ""].isEmpty ? nil : (name, words.isSet)
            }
    }

    private static let shown = [
        "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LC_ALL", "LC_CTYPE", "LANG",
    ]

    /// Their values name hosts, addresses and people, which do not belong in a bug report.
    private static let mentioned = ["TMUX", "STY", "SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"]
}

/// What `doctor --json` prints; the names of the properties are the keys.
///
/// A key keeps its meaning within a `format`; new keys may come at any time. What is not known is
/// left out. Texts from outside are made safe: ESC is written ␛.
private struct DoctorReport: Encodable {
    struct Program: Encodable {
        let name: String
        let version: String
    }

    struct Probe: Encodable {
        /// `answered`, `timedOut`, or why nothing was asked: `noTerminal`, `pipe`, `background`, `kind`.
        let outcome: String
        /// From the questions to the last answer.
        let milliseconds: Double?
        let questions: [Question]
    }

    struct Question: Encodable {
        let name: String
        let sent: String
        let answer: String?
        let milliseconds: Double?
    }

    struct Decision: Encodable {
        let name: String
        let value: String
        /// `answer`, `noAnswer` (both with `question`), `kernel`, `knownTerminal`, `environment`,
        /// `assumption`.
        let reason: String
        let question: String?
        /// The same as a person reads it.
        let why: String
    }

    struct Decoding: Encodable {
        /// `holds`, `open`, `broken`, or `none`: photos are decoded in the program's own process.
        let fence: String
        /// What a process that decodes photos could do though it must not: `openFiles`, `useNetwork`,
        /// `signalProcesses`.
        let deeds: [String]
    }

    let format = 1
    /// As a person reads it: how pictures are drawn, and what would make them better.
    let verdict: String
    /// The program first, then its libraries.
    let programs: [Program]
    let environment: [String: String]
    let probe: Probe
    /// What was asked through a multiplexer; left out if there is none.
    let outside: Probe?
    let decisions: [Decision]
    let decoding: Decoding

    init(
        _ findings: TerminalFindings, _ environment: EnvironmentReport, _ words: DoctorText
    ) {
        verdict = words.verdict(findings, environment.sandbox).string
        programs = environment.programs.map { Program(name: $0.0, version: $0.1.string) }
        self.environment = Dictionary(
            environment.variables.map { ($0.0, $0.1.string) },
            uniquingKeysWith: { _, last in last }
        )
        probe = Probe(findings.record, CapabilityQuery.allCases, words)
        outside = findings.outside.map { Probe($0.record, CapabilityQuery.askedOutside, words) }
        decisions = findings.topics.map { Decision($0, findings, words) }
        decoding = Decoding(environment.sandbox)
    }
}

extension DoctorReport.Probe {
    fileprivate init(
        _ record: ProbeLog, _ queries: [CapabilityQuery], _ words: DoctorText
    ) {
        outcome =
            switch record.outcome {
            case .answered: "answered"
            case .timedOut: "timedOut"
            case .notAsked(let obstacle): obstacle.rawValue
            }
        milliseconds = record.lastReplyMicroseconds.map { Double($0) / 1000 }
        questions = queries.map { query in
            let answer = record.answers[query]
            return DoctorReport.Question(
                name: "\(query)", sent: SafeText(query.rawValue).string,
                answer: answer.map { words.text(of: $0.reply).string },
                milliseconds: answer.map { Double($0.microseconds) / 1000 })
        }
    }
}

extension DoctorReport.Decoding {
    fileprivate init(_ sandbox: SandboxStatus) {
        (fence, deeds) =
            switch sandbox {
            case .holds: ("holds", [])
            case .open(let operations): ("open", operations.map(\.rawValue))
            case .broken: ("broken", [])
            case .none: ("none", [])
            }
    }
}

extension DoctorReport.Decision {
    fileprivate init(
        _ topic: DecisionTopic, _ findings: TerminalFindings, _ words: DoctorText
    ) {
        name = topic.rawValue
        value = words.value(of: topic, findings).string
        why = words.reason(for: topic, findings).string
        (reason, question) =
            switch findings.reason(for: topic) {
            case .answer(let query): ("answer", "\(query)")
            case .noAnswer(let query): ("noAnswer", "\(query)")
            case .kernel: ("kernel", nil)
            case .knownTerminal: ("knownTerminal", nil)
            case .environment: ("environment", nil)
            case .assumption: ("assumption", nil)
            }
    }
}
