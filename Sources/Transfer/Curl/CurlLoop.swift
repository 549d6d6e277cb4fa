internal import CCurl
internal import PhotoCatalog
internal import Synchronization

/// The door to curl's thread: exchanges are handed in from anywhere, and end on that thread.
///
/// The thread begins with the first exchange, as curl does: who fetches nothing pays for neither. It
/// ends when the last one who holds the loop lets go of it.
final class CurlLoop: Sendable {
    private let connections: Int
    private let begun = Mutex<CurlCommandQueue?>(nil)

    init(connections: Int) { self.connections = connections }

    deinit { begun.withLock { $0?.post(.close) } }

    /// The way to the thread, which is begun if it was not yet; where that fails, the next fetch tries.
    private func mailbox() throws(FetchFailure) -> CurlCommandQueue {
        try begun.withLock { begun throws(FetchFailure) in
            if let begun { return begun }
            guard let mailbox = CurlCommandQueue() else {
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
                let order = TransferJob(id: id, request: request, progress: progress) {
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

/// What is handed to curl's thread, and the handle that wakes it.
final class CurlCommandQueue: Sendable {
    enum Command: Sendable {
        case start(TransferJob)
        case cancel(UInt64)
        case close
    }

    private struct Contents {
        var commands: [Command] = []
        var isClosed = false
    }

    /// All of curl's calls on it are the worker's, but for the one that may come from anywhere.
    nonisolated(unsafe) let multi: UnsafeMutableRawPointer
    private let contents = Mutex(Contents())
    private let lastID = Atomic<UInt64>(0)

    /// Nil where libcurl cannot be loaded or started: files can still be looked at.
    init?() {
        guard Self.isCurlReady, let multi = ccurl_multi_init() else { return nil }
        self.multi = multi
    }

    func newID() -> UInt64 {
        lastID.add(1, ordering: .relaxed).newValue
    }

    /// Hands a command over; once the mailbox is closed, a start is answered with `cancelled`.
    func post(_ command: Command) {
        let isTaken = contents.withLock { contents in
            guard !contents.isClosed else { return false }
            contents.commands.append(command)
            // Inside the lock, so that the handle cannot be gone yet.
            ccurl_multi_wakeup(multi)
            return true
        }
        if !isTaken, case .start(let order) = command { order.completion(.failure(.cancelled)) }
    }

    func collect() -> [Command] {
        contents.withLock { contents in
            defer { contents.commands.removeAll(keepingCapacity: true) }
            return contents.commands
        }
    }

    /// After this nothing more comes in: gives what came last.
    func close() -> [Command] {
        contents.withLock { contents in
            contents.isClosed = true
            defer { contents.commands = [] }
            return contents.commands
        }
    }

    /// Curl's own preparation, once in the life of the program.
    private static let isCurlReady = ccurl_start() != 0
}
