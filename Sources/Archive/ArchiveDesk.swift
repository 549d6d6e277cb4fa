internal import Dispatch
internal import GRDB
internal import PhotoCatalog

/// Opens the database when it is first needed and does one thing after the other with it.
///
/// All happens on a queue of its own: the disk is waited for nowhere else.
final class ArchiveDesk: @unchecked Sendable {
    private enum Door { case shut, open(DatabaseQueue), barred(ArchiveFailure) }

    private let file: ArchiveFile
    private let queue = DispatchQueue(label: "archive", qos: .userInitiated)
    // Both are touched on `queue` only.
    private var door = Door.shut
    private var notice: ArchiveNotice?

    init(path: String) { file = ArchiveFile(path: path) }

    func perform<Value: Sendable>(
        _ work: @escaping @Sendable (Database) throws -> Value
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
    private func outcome<Value>(of work: (Database) throws -> Value) -> Result<
        Value, ArchiveFailure
    > {
        do {
            return .success(try attempt(work))
        } catch let error as DatabaseError where Self.isDamage(error) {
            return secondOutcome(of: work)
        } catch {
            return .failure(Self.failure(error))
        }
    }

    private func secondOutcome<Value>(
        of work: (Database) throws -> Value
    ) -> Result<Value, ArchiveFailure> {
        door = .shut
        do {
            notice = .begunAnew(movedTo: try file.moveAside())
            return .success(try attempt(work))
        } catch {
            let failure = Self.failure(error)
            door = .barred(failure)
            return .failure(failure)
        }
    }

    private func attempt<Value>(_ work: (Database) throws -> Value) throws -> Value {
        try database().write { try work($0) }
    }

    private func database() throws -> DatabaseQueue {
        switch door {
        case .open(let queue): return queue
        case .barred(let failure): throw failure
        case .shut:
            do {
                let queue = try file.open()
                door = .open(queue)
                return queue
            } catch let failure as ArchiveFailure {
                // Neither will pass while the program runs.
                door = .barred(failure)
                throw failure
            }
        }
    }

    private static func isDamage(_ error: DatabaseError) -> Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
    }

    private static func failure(_ error: any Error) -> ArchiveFailure {
        switch error {
        case let failure as ArchiveFailure: failure
        case let error as DatabaseError: .unusable(reason: error.message ?? "\(error.resultCode)")
        default: .unusable(reason: "\(error)")
        }
    }
}
