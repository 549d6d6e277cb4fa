internal import PhotoCatalog
internal import Synchronization

/// Lets those who ask for the same thing at the same time wait for one transfer.
///
/// Who gives up is told at once; the transfer ends when the last one gives up.
final class RequestCoalescer<Key: Hashable & Sendable>: Sendable {
    typealias Outcome = Result<Download, FetchFailure>

    private struct Waiter {
        let report: DownloadReport
        let continuation: CheckedContinuation<Outcome, Never>
    }

    private struct Transfer {
        let number: Int
        var task: Task<Void, Never>?
        var waiters: [Int: Waiter] = [:]
    }

    private struct Books {
        var transfers: [Key: Transfer] = [:]
        /// Those who gave up before they were entered.
        var givenUp: Set<Int> = []
        var lastNumber = 0

        mutating func newNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let books = Mutex(Books())

    /// What `work` brings for this key, shared with all who ask while it is under way.
    func value(
        for key: Key, reporting report: DownloadReport,
        by work: @escaping @Sendable (DownloadReport) async -> Outcome
    ) async throws(FetchFailure) -> Download {
        let number = books.withLock { $0.newNumber() }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                enter(number, key, Waiter(report: report, continuation: continuation), work)
            }
        } onCancel: {
            giveUp(number, key)
        }
        // Whoever gives up in the moment of the end was not entered any more.
        _ = books.withLock { $0.givenUp.remove(number) }
        return try outcome.get()
    }

    private func enter(
        _ number: Int, _ key: Key, _ waiter: Waiter,
        _ work: @escaping @Sendable (DownloadReport) async -> Outcome
    ) {
        let isLate = books.withLock { books in
            if books.givenUp.remove(number) != nil { return true }
            if books.transfers[key] == nil { books.transfers[key] = begin(number, key, work) }
            books.transfers[key]?.waiters[number] = waiter
            return false
        }
        if isLate { waiter.continuation.resume(returning: .failure(.cancelled)) }
    }

    private func begin(
        _ number: Int, _ key: Key,
        _ work: @escaping @Sendable (DownloadReport) async -> Outcome
    ) -> Transfer {
        // It waits for the lock before it can end, and so finds its entry.
        let task = Task {
            let report = DownloadReport(
                progress: { step in self.waiting(for: number, key) { $0.progress(step) } },
                arriving: { file in self.waiting(for: number, key) { $0.arriving(file) } })
            self.finish(await work(report), number, key)
        }
        return Transfer(number: number, task: task)
    }

    private func waiting(for number: Int, _ key: Key, _ tell: (DownloadReport) -> Void) {
        let waiters = books.withLock { books in
            books.transfers[key].flatMap { $0.number == number ? $0.waiters : nil }
        }
        for waiter in (waiters ?? [:]).values { tell(waiter.report) }
    }

    private func finish(_ outcome: Outcome, _ number: Int, _ key: Key) {
        let waiters = books.withLock { books -> [Int: Waiter] in
            guard let transfer = books.transfers[key], transfer.number == number else { return [:] }
            books.transfers[key] = nil
            return transfer.waiters
        }
        for waiter in waiters.values { waiter.continuation.resume(returning: outcome) }
    }

    private func giveUp(_ number: Int, _ key: Key) {
        let (waiter, idle) = books.withLock { books -> (Waiter?, Task<Void, Never>?) in
            guard let waiter = books.transfers[key]?.waiters.removeValue(forKey: number) else {
                books.givenUp.insert(number)
                return (nil, nil)
            }
            guard books.transfers[key]?.waiters.isEmpty == true else { return (waiter, nil) }
            // Whoever comes now begins anew: what is cancelled brings nothing.
            return (waiter, books.transfers.removeValue(forKey: key)?.task)
        }
        idle?.cancel()
        waiter?.continuation.resume(returning: .failure(.cancelled))
    }
}
