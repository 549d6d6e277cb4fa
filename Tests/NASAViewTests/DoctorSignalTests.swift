import Foundation
import TestSupport
import Testing

extension WholeProgramCommands {
    /// `nasa-view doctor` that is ended while it waits.
    @Suite struct EndedDoctor {
        @Test(arguments: [SimulatedTerminal.silent, .late], [SIGINT, SIGTERM])
        func aSignalWhileItWaitsForAnswersRestoresTheTerminal(
            terminal: SimulatedTerminal, signal: Int32
        ) throws {
            let program = try DoctorRun.start([], in: terminal)
            _ = program.wait { !program.model.questions.isEmpty }
            program.send(signal)
            #expect(program.waitForExit() == .signal(signal))
            try expectTerminalRestored(program)
        }

        @Test func controlCWhileItWaitsForAnswersEndsIt() throws {
            let program = try DoctorRun.start([], in: .silent)
            _ = program.wait { !program.model.questions.isEmpty }
            program.type(Key.controlC)
            #expect(program.waitForExit() == .signal(SIGINT))
            try expectTerminalRestored(program)
        }

        /// Ctrl-S stops a terminal: the report is held up, and the user wants to leave.
        @Test(arguments: [SIGINT, SIGTERM])
        func aSignalWhileTheReportIsHeldUpEndsIt(signal: Int32) throws {
            // Nothing is answered between two waits, so no report is written before the terminal holds.
            var slow = SimulatedTerminal.vt340
            slow.manner = .late(seconds: 0.2)
            let program = try DoctorRun.start([], in: slow)
            #expect(program.wait { program.model.questions.count >= 14 })
            program.terminal.holdOutput(true)
            // The queries are over when line mode is restored.
            #expect(program.wait { (try? program.terminal.attributes().isLineByLine) == true })
            program.send(signal)
            #expect(program.waitForExit() == .signal(signal))
            program.terminal.holdOutput(false)
            try expectTerminalRestored(program)
        }
    }
}
