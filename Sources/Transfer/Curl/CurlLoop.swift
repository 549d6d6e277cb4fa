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

    /// Nil without curl.
    private var mailbox: CurlMailbox? {
        begun.withLock { begun in
            if begun == nil, let mailbox = CurlMailbox() {
                CurlWorker.run(mailbox, connections: connections)
                begun = mailbox
            }
            return begun
        }
    }

    /// The reply to one request; cancelling the task ends it within milliseconds.
    func reply(
        to request: HTTPRequest, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> HTTPReply {
        guard let mailbox else { throw .noConnection(reason: "libcurl is missing") }
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
