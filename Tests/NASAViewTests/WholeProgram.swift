import Testing

/// The built program, started as a person starts it: in each of these one test at a time, for each has
/// a terminal, a program and maybe a server to feed.
///
/// `Tests/run` gives each of the three a process of its own: they wait side by side.
@Suite(.serialized) enum WholeProgram {}

/// The same, where what is drawn is looked at.
@Suite(.serialized) enum WholeProgramDrawing {}

/// The same, where the terminal is left, or says what it should not.
@Suite(.serialized) enum WholeProgramLeaving {}
