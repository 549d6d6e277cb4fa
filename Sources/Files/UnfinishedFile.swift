internal import Synchronization
package import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file that gets its name when it is complete, so that a killed program leaves nothing behind.
///
/// Where the system cannot create unnamed files (outside Linux, or on FAT), the file is called
/// `NAME.nasa-view.part` and is locked while it is written. The next program that saves a file in
/// the folder deletes such files that are not locked.
package final class UnfinishedFile: Sendable {
    /// The descriptor, for reading and writing at any offset.
    package let descriptor: Descriptor
    private let wished: WishedName
    /// The temporary name; `nil` if the file has no name yet, or is finished.
    private let name: Mutex<FilePath?>

    private static let ending = ".nasa-view.part"
    /// The maximum number of examined entries of a folder.
    private static let entryLimit = 100_000

    /// Creates the file; `isNameless` is false to give it a temporary name from the start.
    package init(for wished: WishedName, isNameless: Bool = true) throws(Errno) {
        self.wished = wished
        if isNameless, let file = Self.nameless(in: wished.folder) {
            descriptor = file
            name = Mutex(nil)
        } else {
            let (file, path) = try Self.named(wished)
            descriptor = file
            name = Mutex(path)
        }
    }

    deinit { remove() }

    /// Gives the file its name, or a numbered one if the name is taken; returns the path.
    package func finish() throws(Errno) -> FilePath {
        guard let path = name.withLock({ $0 }) else { return try nameNow() }
        let destination = try FreeName.give(path, wished)
        name.withLock { $0 = nil }
        return destination
    }

    /// Replaces another file with this one.
    ///
    /// - Precondition: the file was created with a temporary name.
    func replace(_ destination: FilePath) throws(Errno) {
        guard let path = name.withLock({ $0 }) else { preconditionFailure("it has a name") }
        try FreeName.replace(destination, by: path)
        name.withLock { $0 = nil }
    }

    /// Deletes the file unless it is finished.
    package func remove() {
        name.withLock { name in
            if let name { Descriptor.unlink(name) }
            name = nil
        }
    }

    /// Deletes the files that programs left in a folder because they ended while writing.
    package static func sweep(_ folder: FilePath) {
        let entries = (try? FolderReader.entries(of: folder, limit: entryLimit)) ?? []
        for entry in entries where entry.name.ends(with: ending.utf8) && entry.kind == .file {
            removeIfAbandoned(folder.appending(bytes: entry.name))
        }
    }

    private static func removeIfAbandoned(_ path: FilePath) {
        let file = try? Descriptor(opening: path, .readWrite, options: [.noFollow, .nonBlocking])
        guard let file, let facts = try? file.status(), facts.type == .regular,
            facts.userID.rawValue == geteuid(), flock(file.number, LOCK_EX | LOCK_NB) == 0
        else { return }
        Descriptor.unlink(path)
    }

    /// Creates an unnamed file; `nil` if the system cannot.
    private static func nameless(in folder: FilePath) -> Descriptor? {
        #if os(Linux)
        // This is O_TMPFILE, whose macro Swift does not import: __O_TMPFILE and O_DIRECTORY.
        let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
        return Descriptor(folder.withPlatformString { open($0, flags, 0o666) })
        #else
        return nil
        #endif
    }

    private static func named(_ wished: WishedName) throws(Errno) -> (Descriptor, FilePath) {
        var stem = wished.stem
        if !wished.ending.isEmpty { stem += ".\(wished.ending)".utf8 }
        let name = WishedName(stem, ending: String(ending.dropFirst()), in: wished.folder)
        for path in name.candidates {
            guard let file = FreeName.create(path) else {
                guard errno == EEXIST else { throw Errno(rawValue: errno) }
                continue
            }
            // Before the file was locked, another program may have deleted it as abandoned.
            if flock(file.number, LOCK_EX | LOCK_NB) == 0, FolderReader.exists(path) {
                return (file, path)
            }
        }
        throw .fileExists
    }

    /// Names the open file by a link, or by a copy if links are not supported; returns the path.
    private func nameNow() throws(Errno) -> FilePath {
        let file = "/proc/self/fd/\(descriptor.number)"
        return try FreeName.first(of: wished) { destination in
            let isNamed = destination.withPlatformString {
                linkat(AT_FDCWD, file, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) == 0
            }
            let hasNoLinks = FreeName.hasNoLinks(errno) || errno == ENOENT || errno == EXDEV
            return isNamed || (hasNoLinks && copy(to: destination))
        }
    }

    private func copy(to destination: FilePath) -> Bool {
        guard let status = try? descriptor.status(), let other = FreeName.create(destination) else {
            return false
        }
        let isCopied = OpenFile(descriptor, byteCount: Int(status.size)).copy(to: other)
        if !isCopied {
            let number = errno
            Descriptor.unlink(destination)
            errno = number
        }
        return isCopied
    }
}

extension Collection<UInt8> {
    fileprivate func ends(with end: String.UTF8View) -> Bool {
        suffix(end.count).elementsEqual(end)
    }
}
