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

/// A sender of requests to curl's thread; any thread may use the sender.
///
/// The first request loads curl and starts curl's thread: a session that fetches nothing needs
/// neither. The thread ends when the loop is released.
final class CurlLoop: Sendable {
    private let connections: Int
    private let queue = Mutex<CurlCommandQueue?>(nil)

    init(connections: Int) { self.connections = connections }
    deinit { queue.withLock { $0?.post(.close) } }

    /// Returns the command queue of the thread, and starts the thread if necessary; after a
    /// failure, the next request tries again.
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

/// A request for curl's thread, with its callbacks.
struct TransferJob: Sendable {
    let id: UInt64
    let request: HTTPRequest
    let progress: @Sendable (FetchProgress) -> Void
    /// Receives the result exactly once, usually on curl's thread or on the queue that wrote the
    /// body.
    let completion: @Sendable (Result<HTTPReply, FetchFailure>) -> Void
}

/// The commands for curl's thread, and the handle that wakes the thread.
final class CurlCommandQueue: Sendable {
    enum Command: Sendable {
        case start(TransferJob)
        case cancel(UInt64)
        /// Continues a transfer whose writer has space again, or has failed.
        case goOn(UInt64)
        case close
    }

    private struct State {
        var commands: [Command] = []
        var isClosed = false
    }

    /// The handle of all transfers; only the worker uses it, except for `curl_multi_wakeup`, which
    /// any thread may call.
    nonisolated(unsafe) fileprivate let multi: UnsafeMutableRawPointer
    private let state = Mutex(State())
    private let lastID = Atomic<UInt64>(0)

    /// Creates a queue; `nil` if libcurl cannot be loaded or started.
    ///
    /// Local files can be viewed without libcurl.
    init?() {
        guard Self.isCurlReady, let multi = ccurl_multi_init() else { return nil }
        self.multi = multi
    }

    func newID() -> UInt64 { lastID.add(1, ordering: .relaxed).newValue }

    /// Appends a command; after the queue is closed, a `start` command completes with `cancelled`.
    func post(_ command: Command) {
        let isPosted = state.withLock { state in
            guard !state.isClosed else { return false }
            state.commands.append(command)
            // This call is made under the lock, so that the handle still exists.
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

    /// Closes the queue and returns the remaining commands.
    fileprivate func close() -> [Command] {
        state.withLock { $0.isClosed = true }
        return popAll()
    }

    /// True if curl's global initialisation, once per process, succeeded.
    private static let isCurlReady = ccurl_start() != 0
}

/// The worker that runs all transfers on one thread, which waits in `curl_multi_poll`.
final class CurlWorker {
    private let queue: CurlCommandQueue
    private let connections: Int
    private var running: [UInt64: HTTPTransfer] = [:]
    /// The queued jobs, which wait here rather than in curl, because curl's time-outs would already
    /// run.
    private var waiting: [TransferJob] = []
    private var isClosing = false

    /// Starts the thread, which ends at the `close` command; if no thread can be started, closes
    /// the queue and returns false.
    static func run(_ queue: CurlCommandQueue, connections: Int) -> Bool {
        // Retries for a second, because one of too many threads may end meanwhile; libdispatch also
        // waits.
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
        // The maximum number of idle connections kept open for later transfers; `running` bounds
        // the connections in use.
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
            // Waits for at most a second: curl returns earlier at its next time-out, or when a
            // command arrives.
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
    /// The completion must be called after the release, because its receiver may immediately need
    /// something that the transfer held, such as the lock of a partial download. When the
    /// completion was called earlier, on a busy machine, one in six saves that directly followed
    /// another save found a locked file.
    private func finish(
        _ id: UInt64, with outcome: (HTTPTransfer) -> Result<HTTPReply, FetchFailure>
    ) -> () -> Void {
        guard let transfer = running.removeValue(forKey: id) else { return {} }
        // Removes the handle before it is freed.
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

    /// Blocks all signals on this thread: the event loop handles them, and a broken pipe is an
    /// error code here.
    private static func blockSignals() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
    }
}
