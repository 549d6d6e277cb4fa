import Foundation

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// A program that ran to its end without a terminal: what it said and how it ended.
package struct ProgramRun: Sendable {
    package let status: ExitStatus
    package let output: [UInt8]
    package let errors: String

    /// Runs a program with files for its streams, so that no pipe can fill up and block it.
    ///
    /// - Parameters:
    ///   - start: the program; its output and errors are replaced, its input is kept.
    ///   - terminal: its controlling terminal, if it shall have one.
    ///   - seconds: the time after which it is ended and the test fails.
    /// - Throws: `WorldFailure` where it cannot start or does not end.
    package init(
        _ start: ProgramStart, terminal: String? = nil, within seconds: Double = 60
    ) throws {
        let output = try ScratchFile()
        let errors = try ScratchFile()
        var start = start
        if start.input == .terminal, terminal == nil { start.input = .nowhere }
        start.output = .descriptor(output.descriptor)
        start.errors = .descriptor(errors.descriptor)
        let child = try ChildProcess(start, terminal: terminal)
        guard waitUntil(within: seconds, { child.status != nil }), let status = child.status else {
            child.end()
            throw WorldFailure.outOfTime("\(start.path) \(start.arguments) ends")
        }
        self.status = status
        self.output = try output.contents()
        self.errors = String(decoding: try errors.contents(), as: UTF8.self)
    }

    package var text: String { String(decoding: output, as: UTF8.self) }
}
