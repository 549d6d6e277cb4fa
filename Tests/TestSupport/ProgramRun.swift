package import Foundation

/// A program that ran to its end without a terminal: its output and its exit status.
package struct ProgramRun: Sendable {
    package let status: ExitStatus
    package let output: [UInt8]
    package let errors: String

    /// A running program, with files for its streams, so that no pipe can fill up and block it.
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
    ///   - terminal: its controlling terminal, if any.
    /// - Throws: `TestEnvironmentError` if it cannot start or does not end.
    package init(_ start: ProgramStart, terminal: String? = nil) throws {
        self = try UnderWay(start, terminal: terminal).finish()
    }

    package var text: String { String(decoding: output, as: UTF8.self) }
}

/// The environment of a tested program, without the developer's own settings.
package enum CleanEnvironment {
    /// The same for each program, so that a test has the same result for everyone.
    package static let variables: [String: String] = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
        "HOME": home.path,
        "XDG_CONFIG_HOME": home.appending(path: "config").path,
        "XDG_CACHE_HOME": home.appending(path: "cache").path,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
    ].merging(sanitizing) { own, _ in own }

    /// Set by `make sanitize`: the programs under test are built with the sanitizer too.
    private static let sanitizing = ProcessInfo.processInfo.environment.filter {
        ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD", "SWIFT_BACKTRACE"].contains($0.key)
    }

    /// LD_PRELOAD for a program that loads a test's library first.
    ///
    /// The thread sanitizer's own library stays: without it each lock handed over by the kernel is
    /// a race.
    package static func preloading(_ library: String) -> String {
        ([library] + [variables["LD_PRELOAD"]].compactMap { $0 }).joined(separator: ":")
    }

    /// True if the tested programs contain a sanitizer, which takes terabytes of addresses.
    package static let isSanitized = sanitizer != nil

    /// True for the thread sanitizer, which writes a file at its start, and takes seconds for that.
    package static let isThreadSanitized = sanitizer == "thread"

    private static let sanitizer = ProcessInfo.processInfo.environment["NASA_VIEW_SANITIZER"]

    /// Returns the variables for a separate cache and data: servers of tests reuse each other's
    /// ports, and cached data of one would be used for another.
    package static func ownPlace() -> [String: String] {
        let folder = home.appending(path: UUID().uuidString)
        return [
            "XDG_CACHE_HOME": folder.appending(path: "cache").path,
            "XDG_DATA_HOME": folder.appending(path: "data").path,
        ]
    }

    /// An empty home, so that no test reads or writes a user's files.
    package static let home: URL = {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "nasa-view-tests-\(ProcessInfo.processInfo.processIdentifier)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: CleanEnvironment.home) }
        return folder
    }()
}

/// A file that is removed with its last reference.
package final class ScratchFile: Sendable {
    package let url: URL
    /// For writing, at the end of the file.
    package let descriptor: Int32

    package convenience init(_ bytes: [UInt8], name: String = "file") throws {
        try self.init(name: name)
        try Data(bytes).write(to: url)
    }

    package init(name: String = "file") throws {
        let folder = CleanEnvironment.home.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: name)
        descriptor = open(url.path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw TestEnvironmentError.call("open", number: errno) }
    }

    package var path: String { url.path }

    package func contents() throws -> [UInt8] { Array(try Data(contentsOf: url)) }

    deinit {
        close(descriptor)
        try? FileManager.default.removeItem(at: url.deletingLastPathComponent())
    }
}
