import Foundation
import TerminalDevice
import Testing

/// The terminal that needs no terminfo database, as ncurses' own tput reads it.
struct FallbackTerminalTests {
    @Test(
        .disabled(if: !Self.hasTput, "tput is not installed"),
        arguments: [
            (["cup", "4", "9"], "\u{1B}[5;10H"), (["clear"], "\u{1B}[H\u{1B}[2J"),
            (["setaf", "2"], "\u{1B}[32m"), (["setaf", "10"], "\u{1B}[92m"),
            (["setab", "3"], "\u{1B}[43m"), (["setab", "11"], "\u{1B}[103m"),
            (["setaf", "200"], "\u{1B}[38;5;200m"), (["op"], "\u{1B}[39;49m"),
            (["rev"], "\u{1B}[7m"), (["smul"], "\u{1B}[4m"), (["rmul"], "\u{1B}[24m"),
            (["sgr0"], "\u{1B}[m"), (["cuf", "7"], "\u{1B}[7C"), (["el"], "\u{1B}[K"),
            (["colors"], "256\n"), (["lines"], "24\n"),
        ])
    func itsEntryHasTheFunctionsOfECMA48(capability: [String], bytes: String) throws {
        #expect(try Self.tput(capability) == bytes)
    }

    /// ncurses rejects an entry under another name: the system's own entries stay in use.
    @Test(.disabled(if: !Self.hasTput, "tput is not installed"))
    func itsEntryStandsForNoOtherTerminal() throws {
        #expect(try Self.tput(["colors"], of: "a-terminal-that-nobody-made") == "")
    }

    private static let path = "/usr/bin/tput"
    private static var hasTput: Bool { FileManager.default.isExecutableFile(atPath: path) }

    private static func tput(
        _ capability: [String], of terminal: String = FallbackTerminal.name
    ) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: path)
        process.arguments = ["-T", terminal] + capability
        // No folder of entries: only the one in the variable.
        process.environment = ["TERMINFO": FallbackTerminal.entry, "TERMINFO_DIRS": "/nowhere"]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: bytes, as: UTF8.self)
    }
}
