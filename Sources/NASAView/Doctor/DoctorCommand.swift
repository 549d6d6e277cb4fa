internal import ArgumentParser
internal import Decoding
internal import Localization
internal import PhotoPipeline
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// Says what the terminal was asked, what it answered, and what follows from that.
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
        let fence = SandboxSelfTest.outcome(by: context.zygote)
        context.zygote?.leave()
        let surroundings = EnvironmentReport(context.variables, fence: fence, strings.doctor)
        let examination = ProbeRunner(TerminalEnvironment(context.variables))
        let (findings, ending) = examination.run()
        if let ending { SignalWatch.end(by: ending) }
        let words = DoctorText(strings)
        let output =
            json
            ? try DoctorReport(findings, surroundings, words).json()
            : Self.text(findings, surroundings, words)
        guard StandardOutput.write(output, context.strings) else {
            throw ExitCode(Diagnostics.failed)
        }
    }

    private static func text(
        _ findings: TerminalFindings, _ surroundings: EnvironmentReport, _ words: DoctorText
    ) -> [UInt8] {
        let lines = words.lines(
            findings, environment: surroundings.environment, programs: surroundings.programs,
            sandbox: surroundings.fence)
        var output: [UInt8] = []
        for line in lines {
            line.append(to: &output)
            output += Array("\n".utf8)
        }
        return TTY.isOutput ? output + TestChart(findings, words).bytes : output
    }
}
