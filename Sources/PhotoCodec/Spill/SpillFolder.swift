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

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }
}
