internal import Dispatch
internal import PhotoCatalog

/// Opens the database when it is first needed and does one thing after the other with it.
///
/// All happens on a queue of its own: the disk is waited for nowhere else.
final class DatabaseQueue: @unchecked Sendable {
    private enum ConnectionState { case shut, open(Database), barred(ArchiveFailure) }

    private enum Trouble: Error {
        case damage
        case lasting(ArchiveFailure)

        var failure: ArchiveFailure {
            guard case .lasting(let failure) = self else {
                return .unusable(reason: "a new one is damaged too")
            }
            return failure
        }
    }

    private let file: ArchiveFile
    private let queue = DispatchQueue(label: "archive", qos: .userInitiated)
    // Both are touched on `queue` only.
    private var door = ConnectionState.shut
    private var notice: ArchiveNotice?

    init(path: String) { file = ArchiveFile(path: path) }

    /// Does something with the database, all of it or nothing.
    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws(DatabaseError) -> Value
    ) async throws(ArchiveFailure) -> Value {
        let outcome: Result<Value, ArchiveFailure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: self.outcome(of: work)) }
        }
        return try outcome.get()
    }

    /// What is to be told, and then no more.
    func takeNotice() async -> ArchiveNotice? {
        await withCheckedContinuation { continuation in
            queue.async {
                continuation.resume(returning: self.notice)
                self.notice = nil
            }
        }
    }

    /// A damaged database is moved aside, and the work is done with a new one.
    private func outcome<Value>(
        of work: (Database) throws(DatabaseError) -> Value
    ) -> Result<Value, ArchiveFailure> {
        do throws(Trouble) {
            return .success(try attempt(work))
        } catch {
            guard case .lasting(let failure) = error else { return secondOutcome(of: work) }
            return .failure(failure)
        }
    }

    private func secondOutcome<Value>(
        of work: (Database) throws(DatabaseError) -> Value
    ) -> Result<Value, ArchiveFailure> {
        door = .shut
        do throws(ArchiveFailure) {
            notice = .wasReset(movedTo: try file.moveAside())
        } catch {
            door = .barred(error)
            return .failure(error)
        }
        do throws(Trouble) {
            return .success(try attempt(work))
        } catch {
            // A new one that is damaged too is not begun a third time.
            let failure = error.failure
            door = .barred(failure)
            return .failure(failure)
        }
    }

    private func attempt<Value>(
        _ work: (Database) throws(DatabaseError) -> Value
    ) throws(Trouble) -> Value {
        let database = try database()
        do throws(DatabaseError) {
            return try database.transaction(work)
        } catch {
            throw Self.trouble(error)
        }
    }

    private func database() throws(Trouble) -> Database {
        switch door {
        case .open(let database): return database
        case .barred(let failure): throw .lasting(failure)
        case .shut: return try openDoor()
        }
    }

    private func openDoor() throws(Trouble) -> Database {
        do throws(ArchiveFile.Failure) {
            let database = try file.open()
            door = .open(database)
            return database
        } catch {
            switch error {
            case .database(let failure): throw Self.trouble(failure)
            case .place(let failure):
                // It will not pass while the program runs.
                door = .barred(failure)
                throw .lasting(failure)
            }
        }
    }

    private static func trouble(_ failure: DatabaseError) -> Trouble {
        failure.isDamage ? .damage : .lasting(.unusable(reason: failure.reason))
    }
}
