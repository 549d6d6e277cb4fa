import Foundation
import TestSupport

/// A run of the program of which every file it makes or changes is known; by strace.
struct TracedRun {
    static let strace = "/usr/bin/strace"
    static let isHere = FileManager.default.isExecutableFile(atPath: strace)

    let run: ProgramRun
    /// The calls that name a file, as strace writes them.
    let calls: [String]

    init(_ start: ProgramStart) throws {
        let log = try ScratchFile(name: "trace")
        var traced = start
        traced.path = Self.strace
        traced.arguments =
            [
                "-f", "-qq", "-s", "9999", "-o", log.path, "-e",
                "trace=openat,open,creat,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,"
                    + "link,linkat,symlink,symlinkat", start.path,
            ] + start.arguments
        run = try ProgramRun(traced)
        calls = String(decoding: try log.contents(), as: UTF8.self)
            .split(separator: "\n").map(String.init)
    }

    /// The calls that made, renamed or removed something, and worked.
    var changes: [String] {
        calls.filter { call in
            !call.contains(" = -1 ") && !call.contains("O_RDONLY")
                && (!call.contains("open") || call.contains("O_CREAT")
                    || call.contains("O_TMPFILE"))
        }
    }
}
