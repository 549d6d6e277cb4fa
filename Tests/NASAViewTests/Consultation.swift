import Foundation
import TestSupport
import Testing

/// `nasa-view doctor`, run to its end in a terminal.
struct Consultation {
    let program: TerminalProgram

    init(
        _ arguments: [String] = [], in terminal: SimulatedTerminal,
        geometry: TerminalGeometry = Self.usual, output: StandardStream = .terminal,
        _ place: SourceLocation = #_sourceLocation
    ) throws {
        program = try Self.start(arguments, in: terminal, geometry: geometry, output: output)
        #expect(program.waitForExit() == .code(0), sourceLocation: place)
    }

    static let usual = TerminalGeometry(columns: 80, rows: 24)

    static func start(
        _ arguments: [String], in terminal: SimulatedTerminal,
        geometry: TerminalGeometry = Self.usual,
        output: StandardStream = .terminal
    ) throws -> TerminalProgram {
        var start = ProgramStart(try BuiltProgram.viewer.path(), ["doctor"] + arguments)
        start.output = output
        return try TerminalProgram(start, in: terminal, geometry: geometry)
    }

    /// What follows the questions.
    var text: String {
        let output = String(decoding: program.output, as: UTF8.self)
        let ends = ["Pictures: ", "{\r\n"].compactMap { output.range(of: $0)?.lowerBound }
        return ends.min().map { String(output[$0...]).replacing("\r\n", with: "\n") } ?? ""
    }

    /// The tables without what changes from run to run and from machine to machine: columns are
    /// not aligned any more, times are T, versions of libraries V.
    var comparableText: String {
        String(text.prefix(upTo: text.range(of: "With ")?.lowerBound ?? text.endIndex))
            .replacing(#/ +/#, with: " ").replacing(/-{2,}/, with: "-")
            .replacing(/\b\d+\.\d (ms|\|)/) { "T \($0.output.1)" }
            .replacing(/\| (nasa-view|libcurl|libpng|lcms2|ncurses|SQLite) \| [^|]*\|/) {
                "| \($0.output.1) | V |"
            }
    }

    /// The lines of each table, which are all as wide as each other.
    var tables: [[Substring]] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .split { !$0.hasPrefix("|") }.map(Array.init)
    }

    /// The sixel strings that were sent, whole.
    var sixels: [[UInt8]] {
        String(decoding: program.output, as: UTF8.self)
            .matches(of: /\u{1B}P[0-9;]*q[^\u{1B}]*\u{1B}\\/).map { Array(String($0.output).utf8) }
    }
}
