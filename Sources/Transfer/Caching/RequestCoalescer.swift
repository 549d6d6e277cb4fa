internal import PhotoCatalog
internal import Synchronization

/// Lets callers that ask for the same thing at the same time share one transfer.
///
/// A cancelled caller returns at once; the transfer is cancelled with its last caller.
final class RequestCoalescer<Key: Hashable & Sendable>: Sendable {
    typealias Outcome = Result<Download, FetchFailure>

    private struct Caller {
        let report: DownloadReport
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct Transfer {
        let id: Int
        let task: Task<Void, Never>
        var callers: [Int: Caller] = [:]
    }

    private struct State {
        var transfers: [Key: Transfer] = [:]
        /// Callers that were cancelled before they joined.
        var cancelled: Set<Int> = []
        var lastID = 0
    }

    private let state = Mutex(State())

    /// The outcome of `work` for this key, shared with all who ask while it is under way.
    func value(
        for key: Key, reporting report: DownloadReport,
        by work: @escaping @Sendable (DownloadReport) async -> Outcome
    ) async throws(FetchFailure) -> Download {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                join(id, key, Caller(report: report, continuation: continuation), work)
            }
        } onCancel: {
            leave(id, key)
        }
        // A caller that was cancelled as the transfer ended is not joined any longer.
        _ = state.withLock { $0.cancelled.remove(id) }
        return try outcome.get()
    }

    private func join(
        _ id: Int, _ key: Key, _ caller: Caller,
        _ work: @escaping @Sendable (DownloadReport) async -> Outcome
    ) {
        let isCancelled = state.withLock { state in
            if state.cancelled.remove(id) != nil { return true }
            let transfer = state.transfers[key] ?? Transfer(id: id, task: start(id, key, work))
            state.transfers[key] = transfer
            state.transfers[key]?.callers[id] = caller
            return false
        }
        if isCancelled { caller.continuation.resume(returning: .failure(.cancelled)) }
    }

    private func start(
        _ id: Int, _ key: Key, _ work: @escaping @Sendable (DownloadReport) async -> Outcome
    ) -> Task<Void, Never> {
        // It cannot finish before its caller has joined, because that holds the lock.
        Task {
            let report = DownloadReport(
                progress: { step in
                    for caller in self.callers(of: id, key) { caller.report.progress(step) }
                },
                arriving: { file in
                    for caller in self.callers(of: id, key) { caller.report.arriving(file) }
                })
            let outcome = await work(report)
            let callers = self.callers(of: id, key, removing: true)
            for caller in callers { caller.continuation.resume(returning: outcome) }
        }
    }

    /// The callers of a transfer; none if another transfer has its key by now.
    private func callers(of id: Int, _ key: Key, removing: Bool = false) -> [Caller] {
        state.withLock { state in
            guard let transfer = state.transfers[key], transfer.id == id else { return [] }
            if removing { state.transfers[key] = nil }
            return Array(transfer.callers.values)
        }
    }

    private func leave(_ id: Int, _ key: Key) {
        let (caller, idle) = state.withLock { state -> (Caller?, Task<Void, Never>?) in
            guard let caller = state.transfers[key]?.callers.removeValue(forKey: id) else {
                state.cancelled.insert(id)
                return (nil, nil)
            }
            guard state.transfers[key]?.callers.isEmpty == true else { return (caller, nil) }
            // The next caller starts a new transfer: this one is cancelled.
            return (caller, state.transfers.removeValue(forKey: key)?.task)
        }
        idle?.cancel()
        caller?.continuation.resume(returning: .failure(.cancelled))
    }
}
