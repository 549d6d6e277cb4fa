#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Where this user's programs keep things (XDG Base Directory Specification 0.8).
struct XDGDirectories {
    private let variables: [String: String]

    init(_ variables: [String: String]) { self.variables = variables }

    /// For what can be had again; nil where the user has no home.
    var cache: String? { folder("XDG_CACHE_HOME", usual: ".cache") }

    /// For what the user sets.
    var configuration: String? { folder("XDG_CONFIG_HOME", usual: ".config") }

    /// For what cannot be had again.
    var data: String? { folder("XDG_DATA_HOME", usual: ".local/share") }

    /// A variable that is no absolute path is to be ignored, says the specification.
    private func folder(_ name: String, usual: String) -> String? {
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
