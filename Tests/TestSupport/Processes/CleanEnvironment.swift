package import Foundation

/// The environment of a program under test: nothing of the developer's own settings.
package enum CleanEnvironment {
    /// The same for each program, so that a test passes or fails for everyone alike.
    package static let variables: [String: String] = [
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
        "HOME": home.path,
        "XDG_CONFIG_HOME": home.appending(path: "config").path,
        "XDG_CACHE_HOME": home.appending(path: "cache").path,
        "LANG": "C.UTF-8",
        "TZ": "UTC",
    ].merging(sanitizing) { own, _ in own }

    /// What `make sanitize` sets: the programs under test are built with the sanitizer too.
    private static let sanitizing = ProcessInfo.processInfo.environment.filter {
        ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_PRELOAD", "SWIFT_BACKTRACE"].contains($0.key)
    }

    /// What LD_PRELOAD is to be for a program that is to have a library of a test's before all others.
    ///
    /// The thread sanitizer's own stays: without it each lock that the kernel hands over is a race.
    package static func preloading(_ library: String) -> String {
        ([library] + [variables["LD_PRELOAD"]].compactMap { $0 }).joined(separator: ":")
    }

    /// Whether the programs under test have a sanitizer in them, which takes terabytes of addresses.
    package static let isSanitized = sanitizer != nil

    /// Whether it is the one for threads, which writes a file as it starts, and takes seconds for that.
    package static let isThreadSanitized = sanitizer == "thread"

    private static let sanitizer = ProcessInfo.processInfo.environment["NASA_VIEW_SANITIZER"]

    /// The variables that give a program a cache and data of its own: servers of tests take each
    /// other's ports, and what was kept of one would be shown for another.
    package static func ownPlace() -> [String: String] {
        let folder = home.appending(path: UUID().uuidString)
        return [
            "XDG_CACHE_HOME": folder.appending(path: "cache").path,
            "XDG_DATA_HOME": folder.appending(path: "data").path,
        ]
    }

    /// An empty home, so that no test reads or writes what belongs to a person.
    package static let home: URL = {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "nasa-view-tests-\(ProcessInfo.processInfo.processIdentifier)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: CleanEnvironment.home) }
        return folder
    }()
}
