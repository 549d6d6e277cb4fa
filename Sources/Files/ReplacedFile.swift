package import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The replacement of a file's content; a killed program leaves either the old or the new bytes.
package enum ReplacedFile {
    /// Writes the bytes to a new file and renames it over the old one.
    ///
    /// The file keeps its mode, and its owner if this user may set it. Its modification time is
    /// now, so that programs that copy changed files notice the change. A symbolic link is kept,
    /// and its target is replaced. Other hard links keep the old bytes.
    ///
    /// `isCurrent` is called before renaming. If `isCurrent` returns false, because the file has
    /// changed since the bytes were made, nothing is replaced and this function returns false.
    package static func replace(
        _ path: FilePath, by bytes: [UInt8], if isCurrent: () -> Bool
    ) throws(Errno) -> Bool {
        guard let text = path.withPlatformString({ realpath($0, nil) }) else {
            throw Errno(rawValue: errno)
        }
        defer { free(text) }
        let destination = FilePath(platformString: text)
        guard let name = destination.lastComponent, let facts = try? Stat(destination) else {
            throw .noSuchFileOrDirectory
        }
        let wished = WishedName(
            FilePath(root: nil, [name]).bytes, ending: "", in: destination.removingLastComponent())
        UnfinishedFile.sweep(wished.folder)
        // Only a named file can be renamed over another.
        let file = try UnfinishedFile(for: wished, isNameless: false)
        try file.descriptor.write(bytes)
        _ = fchown(file.descriptor.number, facts.userID.rawValue, facts.groupID.rawValue)
        guard fchmod(file.descriptor.number, mode_t(facts.permissions.rawValue)) == 0,
            fsync(file.descriptor.number) == 0
        else { throw Errno(rawValue: errno) }
        guard isCurrent() else { return false }
        try file.replace(destination)
        return true
    }
}
