package import Testing

/// Checks that a program which has ended left its terminal as it found it.
package func expectTerminalRestored(
    _ program: TerminalProgram, brokenOff isBrokenOff: Bool = false,
    _ place: SourceLocation = #_sourceLocation
) throws {
    let attributes = try program.terminal.attributes()
    #expect(attributes == program.attributesBefore, "termios", sourceLocation: place)
    #expect(program.model.leftovers == [], sourceLocation: place)
    // Output that is broken off may end with an escape; the next one takes its place in any terminal.
    let faults = program.model.faults.filter { !isBrokenOff || $0 != "ESC before 0x1b" }
    #expect(faults == [], sourceLocation: place)
    let unread = try program.terminal.unreadByteCount()
    #expect(unread == 0, "bytes are left for the shell to read", sourceLocation: place)
}
