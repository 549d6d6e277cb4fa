internal import CCurl
internal import Files
internal import PhotoCatalog
internal import Synchronization
internal import Waiting

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Sends requests to curl's thread, from any thread.
///
/// That thread, and curl, start with the first request: a session that fetches nothing needs
/// neither. The thread ends when the loop is released.
final class CurlLoop: Sendable {
    private let connections: Int
    private let queue = Mutex<CurlCommandQueue?>(nil)

    init(connections: Int) { self.connections = connections }
    deinit { queue.withLock { $0?.post(.close) } }

    /// Returns the queue of the thread, which is started if necessary; if that fails, the next
    /// request tries again.
    private func commands() throws(FetchFailure) -> CurlCommandQueue {
        try queue.withLock { running throws(FetchFailure) in
            if let running { return running }
            guard let queue = CurlCommandQueue() else {
                throw .noConnection(.noLibrary)
            }
            guard CurlWorker.run(queue, connections: connections) else {
                throw .noConnection(.noThread)
            }
            running = queue
            return queue
        }
    }

    /// Returns the reply to one request; cancelling the task ends the request within milliseconds.
    func reply(
        to request: HTTPRequest, progress: @escaping @Sendable (FetchProgress) -> Void
    ) async throws(FetchFailure) -> HTTPReply {
        let commands = try commands()
        let cancelled = Result<HTTPReply, FetchFailure>.failure(.cancelled)
        let outcome = await cancellableResult(ifCancelledBefore: cancelled) { done in
            let id = commands.newID()
            commands.post(
                .start(
                    TransferJob(id: id, request: request, progress: progress, completion: done)))
            return id
        } cancel: { id in
            commands.post(.cancel(id))
        }
        return try outcome.get()
    }
}

/// A request on its way to curl's thread.
struct TransferJob: Sendable {
    let id: UInt64
    let request: HTTPRequest
    let progress: @Sendable (FetchProgress) -> Void
    /// Called exactly once, on curl's thread or on the one that wrote the body.
    let completion: @Sendable (Result<HTTPReply, FetchFailure>) -> Void
}

/// The commands for curl's thread, and the handle that wakes it.
final class CurlCommandQueue: Sendable {
    enum Command: Sendable {
        case start(TransferJob)
        case cancel(UInt64)
        /// The writer of the body has space again, or has failed.
        case goOn(UInt64)
        case close
    }

    private struct State {
        var commands: [Command] = []
        var isClosed = false
    }

    /// Used only by the worker, except for `curl_multi_wakeup`, which may be called on any thread.
    nonisolated(unsafe) fileprivate let multi: UnsafeMutableRawPointer
    private let state = Mutex(State())
    private let lastID = Atomic<UInt64>(0)

    /// Creates a queue; `nil` if libcurl cannot be loaded or started.
    ///
    /// Local files can be viewed without it.
    init?() {
        guard Self.isCurlReady, let multi = ccurl_multi_init() else { return nil }
        self.multi = multi
    }

    func newID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    /// Appends a command; once the queue is closed, a start completes with `cancelled`.
    func post(_ command: Command) {
        let isPosted = state.withLock { state in
            guard !state.isClosed else { return false }
            state.commands.append(command)
            // Called under the lock, so that the handle still exists.
            ccurl_multi_wakeup(multi)
            return true
        }
        if !isPosted, case .start(let job) = command { job.completion(.failure(.cancelled)) }
    }

    fileprivate func popAll() -> [Command] {
        state.withLock { state in
            defer { state.commands.removeAll(keepingCapacity: true) }
            return state.commands
        }
    }

    /// Closes the queue and returns the last commands.
    fileprivate func close() -> [Command] {
        state.withLock { $0.isClosed = true }
        return popAll()
    }

    /// True if curl's global initialisation, once per process, succeeded.
    private static let isCurlReady = ccurl_start() != 0
}

/// Drives all transfers on one thread, which blocks in `curl_multi_poll`.
final class CurlWorker {
    private let queue: CurlCommandQueue
    private let connections: Int
    private var running: [UInt64: HTTPTransfer] = [:]
    /// The jobs that wait here rather than in curl, whose time-outs would already run.
    private var waiting: [TransferJob] = []
    private var isClosing = false

    /// Starts the thread, which ends with `close`; returns false, with the queue closed, if that is
    /// impossible.
    static func run(_ queue: CurlCommandQueue, connections: Int) -> Bool {
        // There are too many threads at the moment, but one may end. libdispatch waits for that
        // too.
        for _ in 0..<100 {
            let thread = SystemThread { CurlWorker(queue, connections: connections).work() }
            if let thread {
                thread.detach()
                return true
            }
            usleep(10_000)
        }
        CurlWorker(queue, connections: connections).end()
        return false
    }

    private init(_ queue: CurlCommandQueue, connections: Int) {
        self.queue = queue
        self.connections = connections
        // The number of idle connections kept open for the next transfer; those in use are bounded
        // by `running`.
        ccurl_multi_set_number(queue.multi, CURLMOPT_MAXCONNECTS, connections)
    }

    private func work() {
        Self.blockSignals()
        while !isClosing {
            queue.popAll().forEach(handle)
            startWaiting()
            var stillRunning: Int32 = 0
            ccurl_multi_perform(queue.multi, &stillRunning)
            finishDone()
            if !waiting.isEmpty, running.count < connections { continue }
            // In milliseconds; curl shortens the wait to its next time-out, and a command ends it
            // at once.
            ccurl_multi_poll(queue.multi, 1000, nil)
        }
        end()
    }

    private func handle(_ command: CurlCommandQueue.Command) {
        switch command {
        case .start(let job): waiting.append(job)
        case .cancel(let id): cancel(id)
        case .goOn(let id): goOn(id)
        case .close: isClosing = true
        }
    }

    private func startWaiting() {
        let free = min(waiting.count, max(0, connections - running.count))
        waiting.prefix(free).forEach(start)
        waiting.removeFirst(free)
    }

    private func start(_ job: TransferJob) {
        let wake = { @Sendable [queue] in queue.post(.goOn(job.id)) }
        guard let transfer = HTTPTransfer(job, wake: wake),
            ccurl_multi_add_handle(queue.multi, transfer.handle.pointer) == CURLM_OK
        else {
            return job.completion(.failure(.noConnection(.noMemory)))
        }
        running[job.id] = transfer
    }

    private func cancel(_ id: UInt64) {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            let completion = waiting.remove(at: index).completion
            completion(.failure(.cancelled))
        } else {
            let complete = finish(id) { _ in .failure(.cancelled) }
            complete()
        }
    }

    private func goOn(_ id: UInt64) {
        guard let code = running[id]?.goOn(), code != CURLE_OK else { return }
        let complete = finish(id) { $0.outcome(code) }
        complete()
    }

    private func finishDone() {
        var result = CURLE_OK
        while let handle = ccurl_multi_next_done(queue.multi, &result) {
            guard let id = running.first(where: { $0.value.handle.pointer == handle })?.key else {
                preconditionFailure("curl ended a transfer that was not started")
            }
            let complete = finish(id) { $0.outcome(result) }
            complete()
        }
    }

    /// Ends a transfer, releases it with everything it holds, and returns a closure that calls the
    /// completion.
    ///
    /// The completion is called only after that, because the caller may at once need something that
    /// the transfer held, such as the lock of a part file. When it was called before, one save in 6
    /// right after another met a locked file, on a machine under load.
    private func finish(
        _ id: UInt64, with outcome: (HTTPTransfer) -> Result<HTTPReply, FetchFailure>
    ) -> () -> Void {
        guard let transfer = running.removeValue(forKey: id) else { return {} }
        // The handle is removed before it is freed.
        withExtendedLifetime(transfer) {
            _ = ccurl_multi_remove_handle(queue.multi, transfer.handle.pointer)
        }
        return transfer.completing(with: outcome(transfer))
    }

    /// Cancels all jobs and frees curl's handles.
    private func end() {
        queue.close().forEach(handle)
        for id in waiting.map(\.id) + Array(running.keys) { cancel(id) }
        ccurl_multi_cleanup(queue.multi)
    }

    /// Blocks signals, which are for the event loop; here a broken pipe is an error code.
    private static func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
    }
}
