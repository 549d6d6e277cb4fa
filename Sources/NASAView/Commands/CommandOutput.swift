internal import ArgumentParser
internal import Localization
internal import Screens
internal import TerminalProtocols

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// What commands for scripts print: results on standard output, all else where a person sees it.
enum CommandOutput {
    /// Prints one JSON document.
    static func print(json document: some Encodable, _ strings: Strings) throws {
        try write(try CommandDocument.bytes(document), strings)
    }

    static func print(_ lines: [SafeText], _ strings: Strings) throws {
        var output: [UInt8] = []
        for line in lines {
            line.append(to: &output)
            output += Array("\n".utf8)
        }
        try write(output, strings)
    }

    /// Says something that is no result, if a person is there to read it.
    static func remark(_ sentence: SafeText) {
        if isWatched { Diagnostics.print(sentence) }
    }

    /// Whether a person sees standard error.
    static var isWatched: Bool { isatty(STDERR_FILENO) == 1 }

    private static func write(_ bytes: [UInt8], _ strings: Strings) throws {
        guard StandardOutput.write(bytes, strings) else { throw ExitCode(Diagnostics.failed) }
    }
}
