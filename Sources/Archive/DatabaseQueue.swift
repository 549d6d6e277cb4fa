internal import Dispatch
internal import Files
internal import PhotoCatalog
internal import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A queue that opens the database on first use, and runs one transaction at a time.
///
/// The work runs on a dispatch queue, so that only the callers of this queue wait for the disk.
final class DatabaseQueue: @unchecked Sendable {
    private enum ConnectionState { case closed, open(Database), failed(ArchiveFailure) }

    private enum QueueError: Error {
        case damaged
        case failed(ArchiveFailure)

        init(_ error: DatabaseError) {
            let failure =
                error == .endless ? ArchiveFailure.endless : .unusable(reason: error.reason)
            self = error.isDamage ? .damaged : .failed(failure)
        }

        var failure: ArchiveFailure {
            if case .failed(let failure) = self { return failure }
            return .damagedAgain
        }
    }

    private let file: ArchiveFile
    private let queue = DispatchQueue(label: "archive", qos: .userInitiated)
    // `@unchecked Sendable`: both properties are used on `queue` only.
    private var state = ConnectionState.closed
    private var notice: ArchiveNotice?

    init(path: String) { file = ArchiveFile(path: path) }

    /// Runs `work` in a transaction.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws(DatabaseError) -> Value
    ) async throws(ArchiveFailure) -> Value {
        let outcome: Result<Value, ArchiveFailure> = await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(
                    returning: Result { () throws(ArchiveFailure) in try self.value(of: work) })
            }
        }
        return try outcome.get()
    }

    /// Returns the notice for the user and forgets it; `nil` if there is no notice.
    func popNotice() async -> ArchiveNotice? {
        await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: self.notice)
                self.notice = nil
            }
        }
    }

    /// Runs `work`; a damaged database is moved aside, and `work` runs again on a new one.
    private func value<Value>(
        of work: (Database) throws(DatabaseError) -> Value
    ) throws(ArchiveFailure) -> Value {
        do throws(QueueError) {
            return try attempt(work)
        } catch {
            guard case .damaged = error else { throw error.failure }
        }
        state = .closed
        do throws(ArchiveFailure) {
            notice = .wasReset(movedTo: try file.moveAside())
            do throws(QueueError) { return try attempt(work) } catch { throw error.failure }
        } catch {
            // A new database that is also damaged is not replaced.
            state = .failed(error)
            throw error
        }
    }

    private func attempt<Value>(
        _ work: (Database) throws(DatabaseError) -> Value
    ) throws(QueueError) -> Value {
        let database = try database()
        do { return try database.transaction(work) } catch { throw QueueError(error) }
    }

    private func database() throws(QueueError) -> Database {
        switch state {
        case .open(let database): return database
        case .failed(let failure): throw .failed(failure)
        case .closed:
            do throws(ArchiveFailure) {
                try file.create()
            } catch {
                throw fail(error)
            }
            let connection: Database?
            do throws(DatabaseError) {
                connection = try file.connect()
            } catch {
                throw QueueError(error)
            }
            guard let connection else { throw fail(.newerVersion) }
            state = .open(connection)
            return connection
        }
    }

    /// Records a failure that lasts until the program ends.
    private func fail(_ failure: ArchiveFailure) -> QueueError {
        state = .failed(failure)
        return .failed(failure)
    }
}

/// The archive's file: accessible only to this user, and moved aside if it is damaged.
struct ArchiveFile {
    let path: String

    /// Creates the file with rights for this user only, which SQLite also gives to its journals.
    func create() throws(ArchiveFailure) {
        let names = path.split(separator: "/")
        let folder = "/" + names.dropLast().joined(separator: "/")
        let owned = try Self.checked(folder) { () throws(DirectoryError) in
            try SecureDirectory(path: folder, ownNames: 1)
        }
        try Self.checked(path) { () throws(DirectoryError) in
            try owned.ensure(String(names.last ?? ""))
        }
    }

    /// Runs `work`, and converts its failure.
    ///
    /// - Throws: the failure of the folder or the file at `path`.
    private static func checked<Result>(
        _ path: String, _ work: () throws(DirectoryError) -> Result
    ) throws(ArchiveFailure) -> Result {
        do throws(DirectoryError) { return try work() } catch {
            switch error {
            case .notOurs: throw .notOurs(path: path)
            case .isLink: throw .isLink(path: path)
            case .system(let error): throw failure(error.rawValue)
            }
        }
    }

    /// Opens the database in the file; returns `nil` if a newer or another program made the file.
    func connect() throws(DatabaseError) -> Database? {
        let database = try Database(path: path)
        return try ArchiveSchema.prepare(database) ? database : nil
    }

    /// Renames the file and its journals; returns the new path of the file.
    func moveAside() throws(ArchiveFailure) -> String {
        let places = (1...Self.damagedFilesLimit).map { "\(path).damaged-\($0)" }
        let aside = places.first { access($0, F_OK) != 0 } ?? places[Self.damagedFilesLimit - 1]
        guard rename(path, aside) == 0 else { throw Self.failure(errno) }
        // The journal contains data that the file lacks, so both are needed for a manual repair.
        for ending in ["-wal", "-shm"] { rename(path + ending, aside + ending) }
        return aside
    }

    /// The maximum number of damaged files kept for a manual repair; a further file overwrites the
    /// last one.
    private static let damagedFilesLimit = 5

    private static func failure(_ number: Int32) -> ArchiveFailure {
        .unusable(reason: String(cString: strerror(number)))
    }
}
