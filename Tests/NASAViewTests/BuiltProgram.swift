import Foundation
import TestSupport
import Testing

/// The programs built with the tests.
enum BuiltProgram: String {
    case viewer = "nasa-view"
    case workbench

    /// Returns its path: beside the test bundle, where SwiftPM puts all products of a build.
    func path() throws -> String {
        for folder in Self.folders {
            let file = folder.appending(path: rawValue)
            if FileManager.default.isExecutableFile(atPath: file.path) { return file.path }
        }
        throw TestEnvironmentError.notBuilt(rawValue)
    }

    private static var folders: [URL] {
        let arguments = CommandLine.arguments.filter { $0.contains(".xctest") }
        let places = [Bundle.main.bundleURL, Bundle.main.executableURL].compactMap { $0 }
        let all = places + arguments.map { URL(filePath: $0) }
        return all.flatMap { place in
            sequence(first: place.standardizedFileURL) { folder in
                folder.path == "/" ? nil : folder.deletingLastPathComponent()
            }.prefix(6)
        }
    }

    /// The package's own folder.
    static let package = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}

/// `workbench sandbox`, run to its end.
enum SandboxCommand {
    #if os(Linux)
    static let isSupported = true
    #else
    static let isSupported = false
    #endif

    static func lines(
        _ arguments: [String], preloading library: String? = nil,
        _ variables: [String: String] = [:]
    ) throws -> [[String]] {
        var start = ProgramStart(
            try BuiltProgram.workbench.path(), ["sandbox"] + arguments)
        if let library {
            start.environment["LD_PRELOAD"] = CleanEnvironment.preloading(library)
        }
        start.environment.merge(variables) { _, own in own }
        let run = try ProgramRun(start)
        #expect(run.status == .code(0), "\(run.errors)")
        return run.text.split(separator: "\n").map {
            $0.split(separator: "\t", maxSplits: 1).map(String.init)
        }
    }
}

/// `nasa-view doctor`, run to its end in a terminal.
struct DoctorRun {
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

    /// The report that `--json` prints.
    var report: DoctorReply {
        get throws { try JSONDecoder().decode(DoctorReply.self, from: Data(text.utf8)) }
    }

    /// The output after the queries.
    var text: String {
        let output = String(decoding: program.output, as: UTF8.self)
        let ends = ["Pictures: ", "{\r\n"].compactMap { output.range(of: $0)?.lowerBound }
        return ends.min().map { String(output[$0...]).replacing("\r\n", with: "\n") } ?? ""
    }

    /// The tables without values that differ between runs and machines: columns are no longer
    /// aligned, times are T, versions of libraries V.
    var comparableText: String {
        String(text.prefix(upTo: text.range(of: "With ")?.lowerBound ?? text.endIndex))
            .replacing(#/ +/#, with: " ").replacing(/-{2,}/, with: "-")
            .replacing(/\b\d+\.\d (ms|\|)/) { "T \($0.output.1)" }
            .replacing(Self.version) { "| \($0.output.1) | V |" }
    }

    private static var version: Regex<(Substring, Substring)> {
        #/\| (nasa-view|z?lib[a-z]*|ISA-L|TurboJPEG|OpenJPEG|OpenEXR|lcms2|ncurses|SQLite) \| [^|]*\|/#
    }

    /// The lines of each table, which are equally wide.
    var tables: [[Substring]] {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .split { !$0.hasPrefix("|") }.map(Array.init)
    }

    /// The complete sixel strings that were sent.
    var sixels: [[UInt8]] {
        String(decoding: program.output, as: UTF8.self)
            .matches(of: /\u{1B}P[0-9;]*q[^\u{1B}]*\u{1B}\\/).map { Array(String($0.output).utf8) }
    }
}

/// The format of `doctor --json` on which others rely: format 2.
struct DoctorReply: Decodable {
    struct Program: Decodable {
        let name: String
        let version: String
    }

    struct Probe: Decodable {
        let outcome: String
        let milliseconds: Double?
        let questions: [Question]
    }

    struct Question: Decodable {
        let name: String
        let sent: String
        let answer: String?
        let milliseconds: Double?
    }

    struct Decoding: Decodable, Equatable {
        let sandbox: String
        let forbidden_operations: [String]
    }

    struct Decision: Decodable {
        let name: String
        let value: String
        let reason: String
        let question: String?
        let why: String
    }

    struct Terminal: Decodable {
        let name: String
        let version: String?
        let why: String
    }

    struct Quirk: Decodable {
        let name: String
        let text: String
    }

    let format: Int
    let verdict: String
    /// Omitted if the terminal is unknown.
    let terminal: Terminal?
    let quirks: [Quirk]
    let programs: [Program]
    let environment: [String: String]
    let probe: Probe
    let decisions: [Decision]
    let decoding: Decoding
}

/// A shell with job control in a terminal, as a program needs one to be stopped.
struct JobShell {
    let program: TerminalProgram

    init(in terminal: SimulatedTerminal = .vt340) throws {
        var start = ProgramStart("/bin/sh", ["-i"])
        start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
        start.environment["PS1"] = "ready> "
        // If pictures are measured by the terminal's own cell, so is the screen.
        program = try TerminalProgram(
            start, in: terminal,
            geometry: TerminalGeometry(columns: 80, rows: 24, cell: terminal.cell))
    }

    var page: String { PageText.text(program.model.grid) }

    func waitForPrompt() -> Bool {
        program.wait {
            let lines = page.split(separator: "\n")
            return !program.model.modes.isAlternateScreen
                && lines.last { !$0.allSatisfy(\.isWhitespace) }?.hasSuffix("ready>") == true
        }
    }

    /// Starts the viewer and waits for the photo.
    func view(_ picture: TestPicture) throws {
        program.type("'\(try BuiltProgram.viewer.path())' '\(try picture.path())'\n")
        #expect(program.wait { program.model.pictureCount > 0 && !program.model.isUnfinished })
    }

    /// Ends it, and checks that the terminal is restored.
    func exit(_ place: SourceLocation = #_sourceLocation) throws {
        #expect(waitForPrompt(), sourceLocation: place)
        #expect(program.model.leftovers == [], sourceLocation: place)
        #expect(program.model.faults == [], sourceLocation: place)
        let isAsBefore = program.wait {
            (try? program.terminal.attributes()) == program.attributesBefore
        }
        #expect(isAsBefore, sourceLocation: place)
        program.type("exit\n")
        #expect(program.waitForExit() == .code(0), sourceLocation: place)
    }
}
