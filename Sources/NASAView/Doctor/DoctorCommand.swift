internal import ArgumentParser
internal import Decoding
internal import Localization
internal import PhotoPipeline
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// The `doctor` command, which reports the queries to the terminal, its replies, and the decisions
/// that follow from them.
struct DoctorCommand: ProgramCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Diagnose the terminal (for bug reports).",
        discussion: """
            Begins with a verdict. Then it lists the questions to the terminal, the answers and the \
            decisions from them, tests the sandbox for decoding photos, and draws a test chart with \
            each protocol that the terminal supports. The report is Markdown and contains no host \
            or user names.

              nasa-view doctor                  show the report
              nasa-view doctor > report.md      save it (without charts)
              nasa-view doctor --json > a.json  for programs; "format" is the format's version
            """)

    static let tables: [any OptionTable.Type] = [LanguageOption.self]

    @Flag(help: "Print JSON, without test charts.")
    var json = false

    @OptionGroup var languageOption: LanguageOption

    func run(in context: CommandContext) throws {
        let sandbox = SandboxSelfTest.outcome(by: context.zygote)
        context.zygote?.leave()
        let environment = EnvironmentReport(context.variables, sandbox)
        let (findings, ending) = ProbeRunner(
            environment: TerminalEnvironment(context.variables),
            folder: XDGDirectories(context.variables).runtime
        ).run()
        if let ending { SignalWatch.end(by: ending) }
        // JSON is read by programs, so it is the same in every language.
        let words = DoctorText(json ? .english : context.strings.language)
        let output =
            json
            ? try CommandOutput.bytes(
                of: DoctorReport(findings: findings, environment: environment, words: words).json)
            : Self.text(findings, environment, words)
        try CommandOutput.write(output, context.strings)
    }

    private static func text(
        _ findings: ProbeReport, _ environment: EnvironmentReport, _ words: DoctorText
    ) -> [UInt8] {
        let output = CommandOutput.bytes(
            of: words.lines(
                findings, environment: environment.variables, programs: environment.programs,
                sandbox: environment.sandbox))
        return TTY.isOutput ? output + TestChart(findings, words).bytes : output
    }
}

/// A runner of the terminal queries of `doctor`.
struct ProbeRunner {
    let environment: TerminalEnvironment
    /// The folder in which replies are stored for `preview`; `nil` if they cannot be stored.
    let folder: String?

    /// Queries the terminal if possible; returns the results, and the signal that must end the
    /// program, if one arrived.
    func run() -> (ProbeReport, WatchedSignal?) {
        do throws(TTYFailure) {
            let terminal = try TTY()
            if let obstacle = obstacle(terminal) {
                return (findings(ProbeLog(.notAsked(obstacle)), terminal.window), nil)
            }
            let probe = try TerminalProbe(terminal, environment, within: .diagnosis)
            probe.run()
            // The stored replies also serve `--print`, which needs to know the media.
            probe.askForMedia(in: terminal.window, TerminalProfile.Overrides())
            probe.finish()
            AnswerCache(of: terminal, environment, in: folder)?.keep(probe.answers)
            let findings = ProbeReport(
                probe.record, environment, window: terminal.window, outside: probe.outside)
            return (findings, probe.ending)
        } catch {
            return (findings(ProbeLog(.notAsked(.noTerminal)), nil), nil)
        }
    }

    private func findings(_ record: ProbeLog, _ window: WindowSize?) -> ProbeReport {
        ProbeReport(record, environment, window: window)
    }

    private func obstacle(_ terminal: TTY) -> ProbeOutcome.ProbeFailure? {
        if !environment.mayBeQueried { return .kind }
        if StandardOutput.isPipe { return .pipe }
        return terminal.isOurs ? nil : .background
    }
}

/// The environment apart from the terminal: the versions of the program and its libraries, the
/// environment variables, and the sandbox.
struct EnvironmentReport {
    let programs: [(String, SafeText)]
    let variables: [(String, SafeText)]
    let sandbox: SandboxStatus

    init(_ variables: [String: String], _ sandbox: SandboxStatus) {
        let words = DoctorStrings()
        self.sandbox = sandbox
        programs = [("nasa-view", SafeText(Version.text))] + Version.libraries
        self.variables =
            Self.shown.compactMap { name in
                variables[name].map { (name, SafeText($0).truncated(to: 60)) }
            }
            + (Self.mentioned + Self.naming).compactMap { name in
                variables[name, default: ""].isEmpty ? nil : (name, words.isSet)
            }
    }

    private static let shown = [
        "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "LC_ALL", "LC_CTYPE", "LANG",
        "LANGUAGE",
    ]

    /// The variables that are reported only by name, because only their presence identifies a
    /// terminal; their values are meaningless numbers and paths.
    private static let naming = TerminalEnvironment.namingVariables

    /// The variables whose values are not reported, because they name hosts, addresses and users,
    /// which do not belong in a bug report.
    private static let mentioned = ["TMUX", "STY", "SSH_CONNECTION", "SSH_TTY", "SSH_CLIENT"]
}

/// The output of `doctor --json`.
///
/// Keys keep their meaning within a `format`; new keys may be added. Unknown facts are omitted.
/// Texts from outside the program are sanitised: ESC is written as ␛.
private struct DoctorReport {
    let findings: ProbeReport
    let environment: EnvironmentReport
    let words: DoctorText

    var json: JSON {
        // The first entry is the program; its libraries follow.
        let programs = environment.programs.map { name, version in
            JSON.object(["name": .text(name), "version": .text(version.string)])
        }
        let variables = environment.variables.map { ($0, JSON.text($1.string)) }
        let outside = findings.outside.map { probe($0.record, CapabilityQuery.askedOutside) }
        return Self.object([
            "format": .integer(2),
            // The verdict is for human readers: how pictures are drawn, and what could be improved.
            "verdict": .text(words.verdict(findings, environment.sandbox).string),
            "programs": .list(programs),
            "environment": .object(Dictionary(variables) { _, last in last }),
            "probe": probe(findings.record, CapabilityQuery.allCases),
            // These queries pass through a multiplexer to the terminal outside it.
            "outside": outside,
            // The terminal is omitted if it is unknown.
            "terminal": findings.terminal.map(terminal),
            // The quirks are those of the terminal that draws the pictures.
            "quirks": .list(findings.quirks.map(quirk)),
            "decisions": .list(findings.topics.map(decision)), "decoding": decoding,
        ])
    }

    private static func object(_ members: [String: JSON?]) -> JSON {
        .object(members.compactMapValues(\.self))
    }

    private func probe(_ record: ProbeLog, _ queries: [CapabilityQuery]) -> JSON {
        func milliseconds(_ microseconds: Int) -> JSON { .number(Double(microseconds) / 1000) }
        let questions = queries.map { query in
            let answer = record.answers[query]
            return Self.object([
                "name": .text("\(query)"), "sent": .text(SafeText(query.rawValue).string),
                "answer": answer.map { .text(words.text(of: $0.reply).string) },
                "milliseconds": answer.map { milliseconds($0.microseconds) },
            ])
        }
        let outcome =
            switch record.outcome {
            case .answered: "answered"
            case .timedOut: "timedOut"
            // The reasons why the terminal was not queried: `noTerminal`, `pipe`, `background`,
            // `kind`.
            case .notAsked(let obstacle): obstacle.rawValue
            }
        return Self.object([
            "outcome": .text(outcome), "questions": .list(questions),
            // The time from the queries to the last reply.
            "milliseconds": record.lastReplyMicroseconds.map(milliseconds),
        ])
    }

    private func terminal(_ known: Decision<KnownTerminal>) -> JSON {
        Self.object([
            "name": .text(known.value.name),
            "version": known.value.version.map { .text($0.text) },
            // The reason for recognising this terminal.
            "why": .text(words.reason(for: .terminal, findings).string),
        ])
    }

    private func quirk(_ quirk: TerminalQuirk) -> JSON {
        .object(["name": .text(quirk.name), "text": .text(words.text(of: quirk).string)])
    }

    private func decision(_ topic: DecisionTopic) -> JSON {
        let (reason, question): (String, CapabilityQuery?) =
            switch findings.reason(for: topic) {
            case .answer(let query): ("answer", query)
            case .noAnswer(let query): ("noAnswer", query)
            case .kernel: ("kernel", nil)
            case .knownTerminal: ("knownTerminal", nil)
            case .trial: ("trial", nil)
            case .environment: ("environment", nil)
            case .assumption: ("assumption", nil)
            }
        return Self.object([
            "name": .text(topic.rawValue), "reason": .text(reason),
            "value": .text(words.value(of: topic, findings).string),
            "question": question.map { .text("\($0)") },
            // The reason is text for human readers.
            "why": .text(words.reason(for: topic, findings).string),
        ])
    }

    /// The state of the sandbox, and the forbidden operations that a decoding process could
    /// perform: `openFiles`, `useNetwork`, `signalProcesses`.
    private var decoding: JSON {
        let (state, operations): (String, [String]) =
            switch environment.sandbox {
            case .holds: ("active", [])
            case .open(let operations): ("inactive", operations.map(\.rawValue))
            case .broken: ("failed", [])
            // Photos are decoded in the program's own process.
            case .none: ("none", [])
            }
        return .object([
            "sandbox": .text(state),
            "forbidden_operations": .list(operations.map { .text($0) }),
        ])
    }
}
