package import Imaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Where files without a name come from.
package enum SpillPlace: Sendable {
    case folder(String)
    /// Somebody else opens them, because this process may not.
    case granted(
        @Sendable (_ reserving: Int, _ expecting: Int) -> Result<Int32, DecodingFailure>)

    /// Files of this name had one for an instant, where the system has no files without.
    private static let prefix = "spill-"

    /// Opens a file that may have up to `byteCount` bytes, though `expected` are more likely.
    ///
    /// - Returns: its descriptor, for whoever asked to close.
    /// - Throws: `.noRoom` where so many bytes are too many for the disk, or for anybody.
    package func open(
        reserving byteCount: Int, expecting expected: Int
    ) throws(DecodingFailure) -> Int32 {
        switch self {
        case .granted(let open): return try open(byteCount, expected).get()
        case .folder(let folder):
            return try Self.open(reserving: byteCount, expecting: expected, in: folder)
        }
    }

    private static func open(
        reserving byteCount: Int, expecting expected: Int, in folder: String
    ) throws(DecodingFailure) -> Int32 {
        guard expected <= DecodingLimits.spillBytes else { throw .noRoom(byteCount: expected) }
        SpillFolder.make(folder)
        let free = SpillFolder.freeBytes(in: folder) ?? 0
        guard expected <= free - DecodingLimits.bytesLeftFree else {
            throw .noRoom(byteCount: expected)
        }
        let file = unnamedFile(in: folder)
        guard file >= 0 else { throw .noRoom(byteCount: expected) }
        guard ftruncate(file, off_t(byteCount)) == 0 else {
            close(file)
            throw .noRoom(byteCount: expected)
        }
        return file
    }

    /// Linux makes files that never had a name; elsewhere the name is gone before anything is written.
    private static func unnamedFile(in folder: String) -> Int32 {
        #if os(Linux)
        // O_TMPFILE, whose macro Swift does not import: __O_TMPFILE and O_DIRECTORY.
        let file = Glibc.open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
        if file >= 0 { return file }
        #endif
        sweep(folder)
        var name = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
        let named = mkstemp(&name)
        guard named >= 0 else { return named }
        unlink(name)
        _ = fcntl(named, F_SETFD, FD_CLOEXEC)
        return named
    }

    /// Removes what a program left that was killed within that instant.
    private static func sweep(_ folder: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(prefix) { unlink("\(folder)/\(name)") }
        }
    }
}
