package import SystemPackage

#if canImport(Glibc)
internal import CFiles
internal import Glibc
#else
internal import Darwin
#endif

/// The preferred name of a new file in a folder; a number is added if the name is taken.
package struct WishedName: Hashable, Sendable {
    package let folder: FilePath
    /// The name without its extension, as bytes.
    package let stem: [UInt8]
    /// The extension without its dot; empty for a name without an extension.
    package let ending: String

    package init(_ stem: [UInt8], ending: String, in folder: FilePath) {
        self.folder = folder
        self.stem = stem
        self.ending = ending
    }

    /// The maximum number of candidate names for one file.
    private static let limit = 10_000

    /// The paths to try, in order: first without a number, then with `-1`, `-2` and so on.
    package var candidates: some Sequence<FilePath> {
        (0..<Self.limit).lazy.map { number in
            let end = (number == 0 ? "" : "-\(number)") + (ending.isEmpty ? "" : ".\(ending)")
            return folder.appending(bytes: stem + end.utf8)
        }
    }

    /// The first candidate: the path without a number.
    package var first: FilePath {
        folder.appending(bytes: stem + (ending.isEmpty ? "" : ".\(ending)").utf8)
    }
}

/// Functions that give a finished file its name, and replace another file only on request.
package enum FreeName {
    /// Renames the file at `path` to the first unused candidate of `name`, and returns that path.
    ///
    /// - Throws: `.fileExists` if all candidates are taken.
    package static func give(_ path: FilePath, _ name: WishedName) throws(Errno) -> FilePath {
        let destination = try first(of: name) { destination in
            link(path, to: destination) || (hasNoLinks(errno) && claim(destination, for: path))
        }
        Descriptor.unlink(path)
        return destination
    }

    /// Replaces any file at `destination` with the finished file at `path`; on failure, deletes the
    /// file at `path`.
    package static func replace(_ destination: FilePath, by path: FilePath) throws(Errno) {
        guard !move(path, to: destination) else { return }
        let error = Errno(rawValue: errno)
        Descriptor.unlink(path)
        throw error
    }

    /// Returns the first candidate at which `put` succeeds; `put` sets `errno` to `EEXIST` if the
    /// name is taken.
    static func first(
        of name: WishedName, put: (FilePath) -> Bool
    ) throws(Errno) -> FilePath {
        for index in name.candidates {
            if put(index) { return index }
            guard errno == EEXIST else { throw Errno(rawValue: errno) }
        }
        throw .fileExists
    }

    /// Renames a file into another open folder; returns false on failure, with `errno` `EEXIST` if
    /// the name is taken.
    static func rename(
        _ name: UnsafePointer<CChar>, in folder: Int32, toFree other: UnsafePointer<CChar>,
        in otherFolder: Int32
    ) -> Bool {
        #if os(Linux)
        if cfiles_rename_to_free(folder, name, otherFolder, other) == 0 { return true }
        // Some network and user-space file systems do not support this call.
        guard errno == EINVAL || errno == ENOSYS else { return false }
        #else
        if renameatx_np(folder, name, otherFolder, other, UInt32(RENAME_EXCL)) == 0 { return true }
        guard errno == ENOTSUP else { return false }
        #endif
        guard faccessat(otherFolder, other, F_OK, AT_SYMLINK_NOFOLLOW) != 0 else {
            errno = EEXIST
            return false
        }
        return renameat(folder, name, otherFolder, other) == 0
    }

    private static func link(_ path: FilePath, to destination: FilePath) -> Bool {
        path.withPlatformString { path in
            destination.withPlatformString { linkat(AT_FDCWD, path, AT_FDCWD, $0, 0) == 0 }
        }
    }

    /// True for the error numbers of file systems without hard links (FAT).
    static func hasNoLinks(_ number: Int32) -> Bool {
        [EPERM, ENOTSUP, EOPNOTSUPP, EMLINK, ENOSYS].contains(number)
    }

    /// Creates an empty file to claim an unused name, and renames the file at `path` over the empty
    /// file.
    private static func claim(_ destination: FilePath, for path: FilePath) -> Bool {
        guard create(destination) != nil else { return false }
        let isMoved = move(path, to: destination)
        if !isMoved {
            let number = errno
            Descriptor.unlink(destination)
            errno = number
        }
        return isMoved
    }

    private static func move(_ path: FilePath, to destination: FilePath) -> Bool {
        path.withPlatformString { path in
            destination.withPlatformString { renameat(AT_FDCWD, path, AT_FDCWD, $0) == 0 }
        }
    }

    /// Creates an empty file; `nil`, with `errno`, if the name is taken or the system cannot create
    /// the file.
    static func create(_ target: FilePath) -> Descriptor? {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        return Descriptor(target.withPlatformString { open($0, flags, 0o666) })
    }
}
