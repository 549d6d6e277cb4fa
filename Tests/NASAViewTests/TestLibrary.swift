import Foundation
import TestSupport

/// `workbench serve` with items of our own, for one test.
///
/// It reads its standard input and ends with it, so that it never outlives the tests.
final class TestLibrary {
    let address: String
    private let process: ChildProcess
    private let lifeline: OwnPipe
    private let log: ScratchFile
    private let folder: URL

    init(_ items: [LibraryItem], port: Int = 0, options: [String] = []) throws {
        folder = CleanEnvironment.home.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for item in items { try item.write(to: folder) }
        let output = try ScratchFile(name: "output")
        log = try ScratchFile(name: "log")
        lifeline = try OwnPipe()
        var start = ProgramStart(
            try BuiltProgram.workbench.path(),
            [
                "serve", "--recorded", folder.path, "--photos", folder.path, "--log",
                "--until-stdin-closes", "--port", String(port),
            ] + options)
        start.input = .descriptor(lifeline.reading)
        start.output = .descriptor(output.descriptor)
        start.errors = .descriptor(log.descriptor)
        process = try ChildProcess(start)
        address = try Self.firstLine(of: output)
    }

    var port: Int { address.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// The paths that were asked for, in order.
    var requests: [String] {
        let bytes = (try? log.contents()) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    func stop() { process.end() }

    private static func firstLine(of file: ScratchFile) throws -> String {
        var line: Substring?
        let isThere = waitUntil(within: 60) {
            let text = String(decoding: (try? file.contents()) ?? [], as: UTF8.self)
            line = text.contains("\n") ? text.split(separator: "\n").first : nil
            return line != nil
        }
        guard isThere, let line else {
            throw TestEnvironmentError.outOfTime("the server tells its address")
        }
        return String(line)
    }

    deinit {
        process.end()
        try? FileManager.default.removeItem(at: folder)
    }
}
