internal import ArgumentParser
internal import Decoding
internal import FoundationEssentials
internal import PhotoPipeline
internal import Sandbox
internal import Screens
internal import TerminalDevice
internal import TerminalProtocols

/// Says what the terminal was asked, what it answered, and what follows from that.
struct DoctorCommand: ParsableCommand {
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

    @OptionGroup var speech: SpeechOptions

    func run() throws {
        let variables = ProcessInfo.processInfo.environment
        let surroundings = Surroundings(variables, fence: Self.fence())
        let examination = Examination(TerminalEnvironment(variables))
        let (findings, ending) = examination.run()
        if let ending { SignalWatch.end(by: ending) }
        let output =
            try json ? Self.json(findings, surroundings) : Self.text(findings, surroundings)
        guard StandardOutput.write(output) else { throw ExitCode(Complaint.failed) }
    }

    private static func fence() -> DecodingFence {
        defer { PhotoDecoding.zygote?.leave() }
        return FenceTrial.outcome(by: PhotoDecoding.zygote)
    }

    /// For programs: the same in every language.
    private static func json(
        _ findings: TerminalFindings, _ surroundings: Surroundings
    ) throws -> [UInt8] {
        try Language.$current.withValue(.english) {
            try DoctorReport(findings, surroundings).json()
        }
    }

    private static func text(_ findings: TerminalFindings, _ surroundings: Surroundings) -> [UInt8]
    {
        let lines = DoctorWording.lines(
            findings, environment: surroundings.environment, programs: surroundings.programs,
            fence: surroundings.fence)
        var output: [UInt8] = []
        for line in lines {
            line.append(to: &output)
            output += Array("\n".utf8)
        }
        return TTY.isOutput ? output + TestChart(findings).bytes : output
    }
}
