import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// Where there is no terminal, and where the command line is wrong.
    @Suite struct Starting {
        private func run(_ arguments: [String]) throws -> ProgramRun {
            try ProgramRun(ProgramStart(try BuiltProgram.viewer.path(), arguments))
        }

        @Test(
            "X8: without a terminal it says so in plain text",
            arguments: [["--demo"], ["FILE"], ["PIA12235"]])
        func withoutATerminalItSaysSoInPlainText(arguments: [String]) throws {
            let path = try TestPictures.wideGradient.path()
            let run = try run(arguments.map { $0 == "FILE" ? path : $0 })
            #expect(run.status == .code(2))
            #expect(run.output.isEmpty)
            #expect(!run.errors.isEmpty)
            #expect(!run.errors.utf8.contains(0x1b))
        }

        @Test func aTerminalThatIsNotItsOutputIsNotDrawnOn() throws {
            let terminal = try PseudoTerminal(TerminalGeometry(columns: 80, rows: 24))
            var start = ProgramStart(
                try BuiltProgram.viewer.path(), [try TestPictures.wideGradient.path()])
            start.input = .nowhere
            let run = try ProgramRun(start, terminal: terminal.path)
            #expect(run.status == .code(2))
            #expect(run.output.isEmpty)
        }

        @Test("X8: the dumb terminal is not drawn on") func theDumbTerminalIsNotDrawnOn() throws {
            let path = try TestPictures.wideGradient.path()
            let program = try TerminalProgram(
                ProgramStart(try BuiltProgram.viewer.path(), [path]), in: .dumb)
            #expect(program.waitForExit() == .code(2))
            #expect(!program.output.contains(0x1b))
            try expectTerminalRestored(program)
        }

        @Test func theHelpNamesTheOptions() throws {
            let run = try run(["--help"])
            #expect(run.status == .code(0))
            for option in ["--demo", "--print", "--protocol", "--size", "--api", "--cell-size"] {
                #expect(run.text.contains(option))
            }
        }

        @Test(arguments: [["--protocol", "smoke"], ["--size", "12"], ["--unheard-of"], []])
        func aWrongCommandLineIsExplained(arguments: [String]) throws {
            let run = try run(arguments)
            #expect(run.status != .code(0))
            #expect(!run.errors.isEmpty)
            #expect(!run.errors.utf8.contains(0x1b))
        }
    }
}
