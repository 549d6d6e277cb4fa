#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Where the running program lies on the disk, links followed.
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
