import TestSupport
import Testing

/// The built program, started as a person starts it.
///
/// In each of these suites one test runs at a time, for each has a terminal, a program and maybe a
/// server to feed. `Tests/run` gives each suite a process: they wait side by side.
@Suite(.serialized) enum WholeProgram {}

/// What it does without a screen: commands, prints, its start.
@Suite(.serialized) enum WholeProgramCommands {}

/// What the world does to it: rows of the fault table, hostile files.
@Suite(.serialized) enum WholeProgramFaults {}

/// What it draws.
@Suite(.serialized) enum WholeProgramDrawing {}

/// How it leaves the terminal.
@Suite(.serialized) enum WholeProgramLeaving {}

/// A failure names the terminal, not all that is known of it.
extension SimulatedTerminal: CustomTestStringConvertible {
    package var testDescription: String { name }
}
