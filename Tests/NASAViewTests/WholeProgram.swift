import Testing

/// The built program, started as a person starts it: one test at a time, for each has a terminal,
/// a program and maybe a server to feed.
@Suite(.serialized) enum WholeProgram {}
