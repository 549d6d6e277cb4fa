#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Where photos that are larger than memory are spilled to.
enum SpillFolder {
    /// `nasa-view` in the cache directory, by the rules of freedesktop.org; nil without a home.
    static var standard: String? {
        if let cache = variable("XDG_CACHE_HOME"), cache.hasPrefix("/") {
            return cache + "/nasa-view"
        }
        return variable("HOME").map { $0 + "/.cache/nasa-view" }
    }

    /// Makes the folder and those above it, where they are missing.
    static func make(_ folder: String) {
        var path = ""
        for part in folder.split(separator: "/") {
            path += "/" + part
            mkdir(path, 0o700)
        }
    }

    /// Bytes that an ordinary user may still write there; nil where it cannot be told.
    static func freeBytes(in folder: String) -> Int? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        let (bytes, overflow) = Int(status.f_bavail).multipliedReportingOverflow(
            by: Int(status.f_frsize))
        return overflow ? .max : bytes
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
