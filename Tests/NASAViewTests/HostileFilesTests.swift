import Foundation
import TestSupport
import Testing

extension WholeProgram {
    /// Every corrupt file ends in a picture or a sentence, within 2 s and 256 MB: enforced by the system.
    ///
    /// `NASA_VIEW_CORPORA=all` takes all of them, for a run in release.
    @Suite(.enabled(if: Corpora.folder != nil, "no corpora beside the checkout"))
    struct HostileFiles {
        /// Every thirtieth; empty where there are none.
        static let names: [String] = {
            guard let folder = Corpora.folder,
                let table = try? String(
                    contentsOf: folder.appending(path: "INDEX.tsv"), encoding: .utf8)
            else { return [] }
            let rows = table.split(separator: "\n").map { $0.split(separator: "\t") }
            let names = rows.filter { row in
                row.count > 1 && (row[1].hasSuffix("corrupt") || row[1] == "weird")
            }.map { String($0[0]) }
            let takesAll = ProcessInfo.processInfo.environment["NASA_VIEW_CORPORA"] == "all"
            let some = stride(from: 0, to: names.count, by: takesAll ? 1 : 30).map { names[$0] }
            return some + names.filter { failedOnce.contains($0) && !some.contains($0) }
        }()

        /// The 32 rows it was read by did not fit.
        private static let failedOnce = ["weird/gen/png-1000000x1.png"]

        // Of a process's own data, not of the libraries it maps; seconds of its processor time. A
        // sanitizer takes memory as it likes: there the files are tried for what it reports.
        private static let limits =
            "ulimit -t \(2 * Int(TimeoutScale.factor)); "
            + (CleanEnvironment.isSanitized ? "" : "ulimit -d 262144; ") + "exec \"$0\" \"$@\""

        private static func run(_ name: String, _ way: [String]) throws -> ProgramRun {
            let path = try #require(Corpora.folder).appending(path: name).path
            var start = ProgramStart(
                "/bin/sh",
                ["-c", limits, try BuiltProgram.workbench.path(), "decode"] + way + [path])
            start.input = .nowhere
            start.environment.merge(CleanEnvironment.ownPlace()) { _, own in own }
            return try ProgramRun(start)
        }

        @Test(arguments: [[], ["--tiles"]] as [[String]])
        func endInAPictureOrASentenceWithinLimits(way: [String]) throws {
            for name in Self.names {
                let run = try Self.run(name, way)
                #expect(run.status == .code(0), "\(name): \(run.status) \(run.errors)")
                #expect(run.text.split(separator: "\n").count == 1, "\(name): \(run.text)")
                #expect(!run.text.contains("not enough memory"), "\(name): \(run.text)")
            }
        }

        /// The limits are real: a program that wants more of them ends.
        @Test func theLimitsHold() throws {
            var start = ProgramStart(
                "/bin/sh", ["-c", Self.limits, "/bin/sh", "-c", "while :; do :; done"])
            start.input = .nowhere
            #expect(try ProgramRun(start).status != .code(0))
        }
    }
}

/// The valid and hostile pictures that some checkouts have beside them.
private enum Corpora {
    static let folder: URL? = {
        let folder = BuiltProgram.package.deletingLastPathComponent()
            .appending(path: "shared/corpora")
        let isThere = FileManager.default.fileExists(
            atPath: folder.appending(path: "INDEX.tsv").path)
        return isThere ? folder : nil
    }()
}
