internal import Synchronization
package import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An open folder of this user; all methods work relative to it and follow no links.
///
/// The methods wait for the disk. Most call the system's `…at` functions, which swift-system lacks.
package final class SecureDirectory: Sendable {
    private let descriptor: Int32

    /// Opens the folder at an absolute path; creates missing folders, with access for this user
    /// only.
    ///
    /// The last `ownNames` components must be folders of this user, not links, and other users lose
    /// access to them. The components above them may be links.
    ///
    /// - Throws: `.notOurs`, `.isLink`, or the system's error.
    package init(path: String, ownNames: Int) throws(DirectoryError) {
        var parent = try Self.open("/", in: AT_FDCWD)
        let names = path.split(separator: "/").map(String.init)
        for (index, name) in names.enumerated() {
            let above = parent
            defer { close(above) }
            parent = try Self.open(name, in: parent, isOurs: index >= names.count - ownNames)
        }
        descriptor = parent
    }

    deinit { close(descriptor) }

    /// Opens a file for reading; returns `nil` if the file is missing or cannot be read.
    package func open(_ name: String) -> Descriptor? {
        Descriptor(openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC))
    }

    /// Writes a copy of a file under a temporary name and renames it, so that it appears complete
    /// or not at all.
    package func write(_ content: OpenFile, as name: String) throws(DirectoryError) {
        let file = try newFile()
        guard content.copy(to: file.descriptor) else { throw .system(.ioError) }
        try file.commit(as: name)
    }

    /// Creates a file with these bytes; deletes the file if it cannot be written completely.
    ///
    /// - Throws: `.fileExists` if the name is taken.
    package func create(_ name: String, containing bytes: [UInt8]) throws(Errno) {
        guard let file = make(name) else { throw Errno(rawValue: errno) }
        do throws(Errno) {
            try file.write(bytes)
            try file.flush()
        } catch {
            remove(name)
            throw error
        }
    }

    /// Renames a file into the folder; returns false on failure, with `errno` `EEXIST` if the name
    /// is taken.
    package func receive(_ path: FilePath, as name: String) -> Bool {
        path.withPlatformString {
            FreeName.rename($0, in: AT_FDCWD, toFree: name, in: descriptor)
        }
    }

    /// Renames a file of the folder to a path; returns false on failure, with `errno` `EEXIST` if
    /// the path is taken.
    package func give(_ name: String, to path: FilePath) -> Bool {
        path.withPlatformString {
            FreeName.rename(name, in: descriptor, toFree: $0, in: AT_FDCWD)
        }
    }

    /// Creates a file with a temporary name; `NewFile.commit` renames the file when it is complete.
    package func newFile() throws(DirectoryError) -> NewFile {
        let name = StaleTemporaryFile.name
        guard let file = make(name) else { throw .system(Errno(rawValue: errno)) }
        return NewFile(file, as: name, in: self)
    }

    /// Returns an unlinked file, open for reading and writing; `nil` if the system cannot create
    /// one.
    ///
    /// On Linux, the file never has a name if the file system supports that; otherwise, the name is
    /// removed before anything is written.
    package func makeUnnamed() -> Descriptor? {
        #if os(Linux)
        // This is O_TMPFILE, whose macro Swift does not import: __O_TMPFILE and O_DIRECTORY.
        let flags = 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC
        if let file = Descriptor(openat(descriptor, ".", flags, 0o600)) { return file }
        #endif
        sweep()
        let name = StaleTemporaryFile.name
        let file = make(name)
        if file != nil { remove(name) }
        return file
    }

    package func remove(_ name: String) { unlinkat(descriptor, name, 0) }
    /// Sets a file's access and modification times to now.
    package func renew(_ name: String) { utimensat(descriptor, name, nil, AT_SYMLINK_NOFOLLOW) }

    /// Deletes the temporary files of programs that ended while writing.
    package func sweep() {
        for name in names() where StaleTemporaryFile.isAbandoned(name) { remove(name) }
    }

    /// Returns all names in the folder, without `.` and `..`.
    package func names() -> [String] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        return FolderReader.items(in: copy).map { String(decoding: $0.name, as: UTF8.self) }
    }

    /// Returns the size and times of a regular file; `nil` if the folder has no regular file of
    /// that name.
    package func file(_ name: String) -> FolderFile? {
        let folder = FileDescriptor(rawValue: descriptor)
        guard let facts = try? Stat(name, relativeTo: folder, flags: .symlinkNoFollow),
            facts.type == .regular
        else { return nil }
        return FolderFile(
            name: name, byteCount: Int(facts.size), lastUsed: facts.st_atim.nanoseconds,
            lastWritten: facts.st_mtim.nanoseconds)
    }

    /// The free space that an ordinary user may fill, in bytes; `nil` if the system does not report
    /// it.
    package var freeBytes: Int? {
        var status = statvfs()
        guard fstatvfs(descriptor, &status) == 0 else { return nil }
        // A user-space file system may report any number.
        let (bytes, overflow) = Int(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int(clamping: status.f_frsize))
        return overflow ? .max : bytes
    }

    /// Creates an empty file for this user only, if there is no file with that name.
    ///
    /// - Throws: `.isLink` for a link, `.notOurs` for another user's file or anything but a file.
    package func ensure(_ name: String) throws(DirectoryError) {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        guard let file = Descriptor(openat(descriptor, name, flags, 0o600)) else {
            let error = Errno(rawValue: errno)
            throw error == .tooManySymbolicLinkLevels ? .isLink : .system(error)
        }
        guard let facts = try? file.status(), facts.type == .regular,
            facts.userID.rawValue == geteuid()
        else { throw .notOurs }
    }

    private func make(_ name: String) -> Descriptor? {
        Descriptor(
            openat(descriptor, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600))
    }

    private static func open(
        _ name: String, in parent: Int32, isOurs: Bool = false
    ) throws(DirectoryError) -> Int32 {
        // Folders created above the program's own also get mode 0700, as XDG's base directory
        // specification requires.
        let making = parent == AT_FDCWD || mkdirat(parent, name, 0o700) == 0 ? 0 : errno
        let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (isOurs ? O_NOFOLLOW : 0)
        let folder = openat(parent, name, flags)
        guard folder >= 0 else {
            let error = Errno(rawValue: errno == ENOENT ? making : errno)
            let isForeign = error == .tooManySymbolicLinkLevels || error == .notDirectory
            guard isOurs, isForeign else { throw .system(error) }
            throw isLink(name, in: parent) ? .isLink : .notOurs
        }
        guard isOurs else { return folder }
        let facts = try? Stat(FileDescriptor(rawValue: folder))
        guard let facts, facts.userID.rawValue == geteuid() else {
            close(folder)
            throw .notOurs
        }
        if facts.permissions.rawValue & 0o077 != 0 { fchmod(folder, 0o700) }
        return folder
    }

    private static func isLink(_ name: String, in folder: Int32) -> Bool {
        let facts = try? Stat(
            name, relativeTo: FileDescriptor(rawValue: folder), flags: .symlinkNoFollow)
        return facts?.type == .symbolicLink
    }

    fileprivate func rename(_ name: String, to other: String) -> Bool {
        renameat(descriptor, name, descriptor, other) == 0
    }
}

/// A file written under a temporary name, and deleted unless `commit` gives it another name.
package final class NewFile: Sendable {
    /// The descriptor, for reading and writing.
    package let descriptor: Descriptor
    private let name: String
    private let folder: SecureDirectory
    private let isCommitted = Atomic(false)

    fileprivate init(_ descriptor: Descriptor, as name: String, in folder: SecureDirectory) {
        self.descriptor = descriptor
        self.name = name
        self.folder = folder
    }

    deinit { if !isCommitted.load(ordering: .relaxed) { folder.remove(name) } }
    /// Opens the file again, only for reading; `nil` if the system has no more descriptors.
    package func openForReading() -> Descriptor? { folder.open(name) }

    /// Renames the file to `name`, and replaces any file of that name.
    package func commit(as name: String) throws(DirectoryError) {
        do { try descriptor.flush() } catch { throw .system(error) }
        guard folder.rename(self.name, to: name) else { throw .system(Errno(rawValue: errno)) }
        isCommitted.store(true, ordering: .relaxed)
    }
}

/// A regular file in a folder; its times are in nanoseconds since 1970.
package struct FolderFile: Hashable, Sendable {
    package let name: String
    package let byteCount: Int
    package let lastUsed: Int64
    package let lastWritten: Int64
}

/// The reason why a folder or a file in it cannot be used.
package enum DirectoryError: Error, Hashable, Sendable {
    /// The folder or file belongs to another user, or has another type.
    case notOurs
    case isLink
    case system(Errno)
}

extension timespec {
    package var seconds: Int { tv_sec }
    package var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

/// The names of temporary files, in use or abandoned by programs that have ended.
enum StaleTemporaryFile {
    private static let count = Atomic<Int>(0)

    /// A new name that no other process uses: it contains the process identifier and a counter.
    static var name: String { "\(prefix)\(getpid())-\(count.add(1, ordering: .relaxed).newValue)" }

    /// True if `name` is the name of a temporary file whose program has ended or is not known.
    static func isAbandoned(_ name: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        guard let process = name.dropFirst(prefix.count).split(separator: "-").first,
            let identifier = pid_t(process), identifier > 0  // Bounded: no arithmetic.
        else { return true }
        return identifier != getpid() && kill(identifier, 0) != 0 && errno == ESRCH
    }

    private static let prefix = "writing-"
}
