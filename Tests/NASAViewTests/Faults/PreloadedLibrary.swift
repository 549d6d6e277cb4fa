import Foundation
import TestSupport

/// A library in C that a program under test loads before all others, so that some calls are ours.
final class PreloadedLibrary {
    private static let compiler = "/usr/bin/cc"

    static var canBeBuilt: Bool { FileManager.default.isExecutableFile(atPath: compiler) }

    let file: URL
    private let source: ScratchFile

    /// - Throws: `TestEnvironmentError` where the compiler refuses.
    init(_ text: String) throws {
        source = try ScratchFile(Array(text.utf8), name: "calls.c")
        file = source.url.deletingPathExtension().appendingPathExtension("so")
        let run = try ProgramRun(
            ProgramStart(
                Self.compiler, ["-shared", "-fPIC", "-O1", "-o", file.path, source.path]))
        guard run.status == .code(0) else { throw TestEnvironmentError.outOfTime(run.errors) }
    }

    deinit { try? FileManager.default.removeItem(at: file) }
}
