#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Where a user's programs store things (XDG Base Directory Specification 0.8).
struct XDGDirectories {
    private let variables: [String: String]

    init(_ variables: [String: String]) { self.variables = variables }

    /// For what can be had again; `nil` if the user has no home.
    var cache: String? { directory("XDG_CACHE_HOME", usual: ".cache") }

    /// For what the user sets.
    var configuration: String? { directory("XDG_CONFIG_HOME", usual: ".config") }

    /// For what cannot be had again.
    var data: String? { directory("XDG_DATA_HOME", usual: ".local/share") }

    /// The specification has variables ignored that are not absolute paths.
    private func directory(_ name: String, usual: String) -> String? {
        if let named = variables[name], named.hasPrefix("/") { return named + "/nasa-view" }
        return home.map { "\($0)/\(usual)/nasa-view" }
    }

    private var home: String? {
        if let home = variables["HOME"], home.hasPrefix("/") { return home }
        guard let entry = getpwuid(geteuid()), let home = entry.pointee.pw_dir else { return nil }
        let text = String(cString: home)
        return text.hasPrefix("/") ? text : nil
    }
}

/// The path of the running program, with links resolved.
enum ProgramPath {
    static var own: String? {
        #if canImport(Glibc)
        let name = "/proc/self/exe"
        #else
        let name = CommandLine.arguments[0]
        #endif
        guard let resolved = realpath(name, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
