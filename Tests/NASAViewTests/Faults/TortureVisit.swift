import Foundation
import TestSupport

extension WholeProgram.Torture {
    /// A visit under strace that goes on whatever fails: list, page, photo, a pan, a zoom, help, back.
    struct Visit {
        let program: TerminalProgram
        private let log: ScratchFile

        init(_ options: [String], _ address: String) throws {
            log = try ScratchFile(name: "trace")
            var start = ProgramStart(
                TracedRun.strace,
                ["-f", "-qq", "-o", log.path] + options + [
                    try BuiltProgram.viewer.path(), "--search", "made-up", "--api", address,
                ])
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            program = try TerminalProgram(start, in: .vt340)
        }

        var calls: [Substring] {
            get throws {
                String(decoding: try log.contents(), as: UTF8.self).split(separator: "\n")
            }
        }

        /// Goes through the visit and leaves; a key that leads nowhere is not waited for.
        func end() throws -> ExitStatus {
            let page = { PageText.text(program.model.grid) }
            _ = program.wait(within: 4) { program.status != nil || page().contains("of 3") }
            program.type("\r")
            _ = program.wait(within: 2) { program.status != nil || page().contains("1/3") }
            program.type("\rzl")
            _ = program.wait(within: 2) { program.status != nil || page().contains("100%") }
            program.type("?qqqq")
            if let status = program.waitForExit(within: 4) { return status }
            program.type("\u{03}")
            guard let status = program.waitForExit(within: 10) else {
                throw TestEnvironmentError.outOfTime("the program ends")
            }
            return status
        }
    }
}

extension ExitStatus {
    /// No crash: an end of its own, or by what asked it to.
    var isOrderly: Bool {
        switch self {
        case .code: true
        case .signal(let number): [SIGINT, SIGHUP, SIGTERM].contains(number)
        }
    }
}
