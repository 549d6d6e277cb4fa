internal import GRDB
internal import PhotoCatalog

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The file of the archive: opened for this user alone, moved aside when it is damaged.
struct ArchiveFile {
    let path: String

    /// - Throws: `DatabaseError` where the file is no database, `ArchiveFailure` where there is no
    ///   way to it.
    func open() throws -> DatabaseQueue {
        try make()
        var configuration = Configuration()
        configuration.label = "archive"
        // Another window of ours may be writing; it never takes long.
        configuration.busyMode = .timeout(2)
        configuration.journalMode = .wal
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let isNewer = try queue.read { try ArchiveSchema.migrator.hasBeenSuperseded($0) }
        guard !isNewer else { throw ArchiveFailure.newerVersion }
        try ArchiveSchema.migrator.migrate(queue)
        return queue
    }

    /// Gives the file another name, with what belongs to it.
    ///
    /// - Returns: the new path.
    func moveAside() throws(ArchiveFailure) -> String {
        for number in 1...Self.keptDamagedFiles {
            let aside = "\(path).damaged-\(number)"
            guard access(aside, F_OK) != 0 || number == Self.keptDamagedFiles else { continue }
            guard rename(path, aside) == 0 else { throw Self.failure(errno) }
            // The journal holds what the file has not yet: together they may be mended by hand.
            for ending in ["-wal", "-shm"] { rename(path + ending, aside + ending) }
            return aside
        }
        throw .unusable(reason: "too many damaged archives")
    }

    /// Enough to mend one by hand; the last one is overwritten.
    private static let keptDamagedFiles = 5

    /// The file with rights for this user only, which SQLite gives to its journals too.
    private func make() throws(ArchiveFailure) {
        var folder = ""
        for name in path.split(separator: "/").dropLast() {
            folder += "/" + name
            mkdir(folder, 0o700)
        }
        let file = Self.openFile(path)
        guard file >= 0 else { throw Self.failure(errno) }
        close(file)
    }

    private static func openFile(_ path: String) -> Int32 {
        systemOpen(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    }

    private static func failure(_ number: Int32) -> ArchiveFailure {
        .unusable(reason: String(cString: strerror(number)))
    }
}

/// The system's `open`, by a name that the methods of this file do not hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}
