import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// The marked files, for a script that reads standard output.
    @Suite struct Selecting {
        /// Marks files with keys and returns what the program prints when it ends.
        private static func selection(
            _ options: [String], of folder: PictureFolder, pressing keys: String
        ) throws -> (output: [UInt8], status: TestSupport.ExitStatus?) {
            let output = folder.url.appending(path: "output.txt")
            try Data().write(to: output)
            let file = try FileHandle(forWritingTo: output)
            var start = ProgramStart(
                try BuiltProgram.viewer.path(), options + [folder.path, "--grid", "0"])
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            start.output = .descriptor(file.fileDescriptor)
            let program = try TerminalProgram(start, in: .vt340)
            #expect(program.wait { PageText.text(program.model.grid).contains("1 of 3") })
            program.type(keys)
            let status = program.waitForExit()
            try expectTerminalRestored(program)
            return (Array(try Data(contentsOf: output)), status)
        }

        @Test(arguments: [([], "\n"), (["--print0"], "\0")])
        func theMarkedFilesArePrintedInTheOrderOfMarking(options: [String], end: String) throws {
            let folder = try PictureFolder(["a.png", "b c.png", "d.png"])
            let (output, status) = try Self.selection(
                ["--select"] + options, of: folder, pressing: "nnMppMq")
            #expect(status == .code(0))
            let names = ["d.png", "a.png"].map { "\(folder.path)/\($0)\(end)" }
            #expect(String(decoding: output, as: UTF8.self) == names.joined())
        }

        /// A script must not take it for an answer.
        @Test func ctrlCPrintsNothing() throws {
            let folder = try PictureFolder(["a.png", "b.png", "c.png"])
            let (output, status) = try Self.selection(
                ["--select"], of: folder, pressing: "M\u{3}")
            #expect(status == .signal(SIGINT) && output.isEmpty)
        }

        @Test func withoutTheOptionAPipeIsNotATerminal() throws {
            let folder = try PictureFolder(["a.png"])
            var start = ProgramStart(try BuiltProgram.viewer.path(), [folder.path])
            start.output = .nowhere
            let program = try TerminalProgram(start, in: .vt340)
            #expect(program.waitForExit() == .code(2))
        }
    }
}
