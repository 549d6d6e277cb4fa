/// A program that ran to its end without a terminal: what it said and how it ended.
package struct ProgramRun: Sendable {
    package let status: ExitStatus
    package let output: [UInt8]
    package let errors: String

    /// A program on its way, with files for its streams, so that no pipe can fill up and block it.
    package final class UnderWay {
        private let start: ProgramStart
        private let child: ChildProcess
        private let output: ScratchFile
        private let errors: ScratchFile

        package init(_ start: ProgramStart, terminal: String? = nil) throws {
            output = try ScratchFile()
            errors = try ScratchFile()
            var start = start
            if start.input == .terminal, terminal == nil { start.input = .nowhere }
            start.output = .descriptor(output.descriptor)
            start.errors = .descriptor(errors.descriptor)
            self.start = start
            child = try ChildProcess(start, terminal: terminal)
        }

        package func finish(within seconds: Double = 60) throws -> ProgramRun {
            guard waitUntil(within: seconds, { child.status != nil }), let status = child.status
            else {
                child.end()
                throw TestEnvironmentError.outOfTime("\(start.path) \(start.arguments) ends")
            }
            return ProgramRun(
                status: status, output: try output.contents(),
                errors: String(decoding: try errors.contents(), as: UTF8.self))
        }
    }

    private init(status: ExitStatus, output: [UInt8], errors: String) {
        self.status = status
        self.output = output
        self.errors = errors
    }

    /// Runs a program to its end.
    ///
    /// - Parameters:
    ///   - start: the program; its output and errors are replaced, its input is kept.
    ///   - terminal: its controlling terminal, if it shall have one.
    /// - Throws: `TestEnvironmentError` where it cannot start or does not end.
    package init(_ start: ProgramStart, terminal: String? = nil) throws {
        self = try UnderWay(start, terminal: terminal).finish()
    }

    package var text: String { String(decoding: output, as: UTF8.self) }
}
