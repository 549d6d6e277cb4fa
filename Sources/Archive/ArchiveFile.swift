internal import PhotoCatalog

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The file of the archive: opened for this user alone, moved aside when it is damaged.
struct ArchiveFile {
    enum Failure: Error {
        /// There is no way to it, or it is not for this program.
        case place(ArchiveFailure)
        case database(DatabaseError)
    }

    let path: String

    func open() throws(Failure) -> Database {
        do throws(ArchiveFailure) { try make() } catch { throw .place(error) }
        let database: Database
        let isOurs: Bool
        do throws(DatabaseError) {
            database = try Database(path: path)
            isOurs = try ArchiveSchema.prepare(database)
        } catch {
            throw .database(error)
        }
        guard isOurs else { throw .place(.newerVersion) }
        return database
    }

    /// Gives the file another name, with what belongs to it.
    ///
    /// - Returns: the new path.
    func moveAside() throws(ArchiveFailure) -> String {
        let places = (1...Self.keptDamagedFiles).map { "\(path).damaged-\($0)" }
        let aside = places.first { access($0, F_OK) != 0 } ?? places[Self.keptDamagedFiles - 1]
        guard rename(path, aside) == 0 else { throw Self.failure(errno) }
        // The journal holds what the file has not yet: together they may be mended by hand.
        for ending in ["-wal", "-shm"] { rename(path + ending, aside + ending) }
        return aside
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
        let file = systemOpen(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(errno) }
        close(file)
    }

    private static func failure(_ number: Int32) -> ArchiveFailure {
        .unusable(reason: String(cString: strerror(number)))
    }
}

/// The system's `open`, by a name that the methods of this file do not hide.
private func systemOpen(_ path: String, _ flags: Int32, _ mode: mode_t) -> Int32 {
    open(path, flags, mode)
}
