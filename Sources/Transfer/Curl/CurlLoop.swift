internal import PhotoCatalog
internal import Synchronization

/// The door to curl's thread: exchanges are handed in from anywhere, and end on that thread.
///
/// The thread begins with the first exchange, as curl does: who fetches nothing pays for neither. It
/// ends when the last one who holds the loop lets go of it.
final class CurlLoop: Sendable {
    private let connections: Int
    private let begun = Mutex<CurlMailbox?>(nil)

    init(connections: Int) { self.connections = connections }

    deinit { begun.withLock { $0?.post(.close) } }

    /// The way to the thread, which is begun if it was not yet; where that fails, the next fetch tries.
    private func mailbox() throws(FetchFailure) -> CurlMailbox {
        try begun.withLock { begun throws(FetchFailure) in
            if let begun { return begun }
            guard let mailbox = CurlMailbox() else {
                throw .noConnection(reason: "libcurl is missing")
            }
            guard CurlWorker.run(mailbox, connections: connections) else {
                throw .noConnection(reason: "the system allows no more threads")
            }
            begun = mailbox
            return mailbox
        }
    }

    /// The reply to one request; cancelling the task ends it within milliseconds.
    func reply(
        to request: HTTPRequest, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> HTTPReply {
        let mailbox = try mailbox()
        let id = mailbox.newID()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let order = ExchangeOrder(id: id, request: request, progress: progress) {
                    continuation.resume(returning: $0)
                }
                mailbox.post(.start(order))
                // The task may have been cancelled before there was anything to cancel.
                if Task.isCancelled { mailbox.post(.cancel(id)) }
            }
        } onCancel: {
            mailbox.post(.cancel(id))
        }
        return try outcome.get()
    }
}
