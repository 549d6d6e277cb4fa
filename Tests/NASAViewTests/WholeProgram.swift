import TestSupport
import Testing

/// The built program, started as by a user.
///
/// Each of these suites runs one test at a time, because each needs a terminal, a program and
/// perhaps a server. `Tests/run` gives each suite a process, so that they wait in parallel.
@Suite(.serialized) enum WholeProgram {}

/// Without a screen: commands, prints, its start.
@Suite(.serialized) enum WholeProgramCommands {}

/// Faults from outside: rows of the fault table, hostile files.
@Suite(.serialized) enum WholeProgramFaults {}

/// Its drawing.
@Suite(.serialized) enum WholeProgramDrawing {}

/// Its exits.
@Suite(.serialized) enum WholeProgramLeaving {}

/// A failure names the terminal, not all its properties.
extension SimulatedTerminal: CustomTestStringConvertible {
    package var testDescription: String { name }
}
