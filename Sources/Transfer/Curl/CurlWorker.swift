internal import CCurl
internal import PhotoCatalog

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// Drives all exchanges on one thread of its own; blocks in `curl_multi_poll`, never in a pool.
final class CurlWorker {
    private let mailbox: CurlCommandQueue
    private let connections: Int
    private var running: [UInt64: HTTPTransfer] = [:]
    /// Orders wait here and not in curl, whose clocks would run for them.
    private var waiting: [TransferJob] = []
    private var isClosing = false

    /// Starts the thread; it ends when the mailbox is told to close.
    ///
    /// - Returns: false where the system gives no thread; the mailbox is then closed.
    static func run(_ mailbox: CurlCommandQueue, connections: Int) -> Bool {
        let worker = Unmanaged.passRetained(CurlWorker(mailbox, connections: connections))
        let body: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            guard let context = $0 else { return nil }
            Unmanaged<CurlWorker>.fromOpaque(context).takeRetainedValue().work()
            return nil
        }
        if startThread(body, worker.toOpaque()) { return true }
        worker.takeRetainedValue().end()
        return false
    }

    private init(_ mailbox: CurlCommandQueue, connections: Int) {
        self.mailbox = mailbox
        self.connections = connections
        // Idle ones kept for the next exchange; those in use are bounded by `running`.
        ccurl_multi_set_number(mailbox.multi, CURLMOPT_MAXCONNECTS, connections)
    }

    private func work() {
        Self.leaveSignalsToOthers()
        while !isClosing {
            mailbox.collect().forEach(obey)
            startWaiting()
            var stillRunning: Int32 = 0
            ccurl_multi_perform(mailbox.multi, &stillRunning)
            finishDone()
            if !waiting.isEmpty, running.count < connections { continue }
            // Curl shortens the time to its own next deadline; a command wakes it at once.
            ccurl_multi_poll(mailbox.multi, 1000, nil)
        }
        end()
    }

    private func obey(_ command: CurlCommandQueue.Command) {
        switch command {
        case .start(let order): waiting.append(order)
        case .cancel(let id): cancel(id)
        case .close: isClosing = true
        }
    }

    private func startWaiting() {
        let free = min(waiting.count, max(0, connections - running.count))
        waiting.prefix(free).forEach(start)
        waiting.removeFirst(free)
    }

    private func start(_ order: TransferJob) {
        guard let exchange = HTTPTransfer(order),
            ccurl_multi_add_handle(mailbox.multi, exchange.handle.pointer) == CURLM_OK
        else {
            return order.completion(.failure(.noConnection(reason: "no memory for curl")))
        }
        running[order.id] = exchange
    }

    private func cancel(_ id: UInt64) {
        if let index = waiting.firstIndex(where: { $0.id == id }) {
            let completion = waiting.remove(at: index).completion
            completion(.failure(.cancelled))
        } else {
            let tell = conclude(id) { _ in .failure(.cancelled) }
            tell()
        }
    }

    private func finishDone() {
        var result = CURLE_OK
        while let handle = ccurl_multi_next_done(mailbox.multi, &result) {
            let tell = conclude(number(of: handle)) { $0.outcome(result) }
            tell()
        }
    }

    private func number(of handle: UnsafeMutableRawPointer) -> UInt64 {
        guard let id = running.first(where: { $0.value.handle.pointer == handle })?.key else {
            preconditionFailure("curl ended a transfer that was not started")
        }
        return id
    }

    /// Ends an exchange, and lets go of it and of all that it holds.
    ///
    /// Who asked is told only after that: they may at once want what it held, as the lock of a part
    /// file. Told before, one save in 6 right after another met a busy file, on a machine under load.
    ///
    /// - Returns: tells who asked; nobody where there is no such exchange.
    private func conclude(
        _ id: UInt64, with outcome: (HTTPTransfer) -> Result<HTTPReply, FetchFailure>
    ) -> () -> Void {
        guard let exchange = running.removeValue(forKey: id) else { return {} }
        remove(exchange)
        return exchange.telling(outcome(exchange))
    }

    /// Takes an exchange out of curl's hands, before it can be freed.
    private func remove(_ exchange: HTTPTransfer) {
        withExtendedLifetime(exchange) {
            _ = ccurl_multi_remove_handle(mailbox.multi, exchange.handle.pointer)
        }
    }

    /// Whoever still waits is told, then curl's handles go.
    private func end() {
        mailbox.close().forEach(obey)
        for id in waiting.map(\.id) + Array(running.keys) { cancel(id) }
        ccurl_multi_cleanup(mailbox.multi)
    }

    private static func startThread(
        _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?,
        _ context: UnsafeMutableRawPointer
    ) -> Bool {
        #if canImport(Darwin)
        var thread: pthread_t?
        let code = pthread_create(&thread, nil, { body($0) }, context)
        guard let thread else { return false }
        #else
        var thread = pthread_t()
        var code = pthread_create(&thread, nil, body, context)
        // Too many threads just now: somebody's ends soon. libdispatch waits for that too.
        for _ in 0..<100 where code == EAGAIN {
            usleep(10_000)
            code = pthread_create(&thread, nil, body, context)
        }
        #endif
        guard code == 0 else { return false }
        pthread_detach(thread)  // Nobody waits for it: it frees itself when it ends.
        return true
    }

    /// Resizes and interrupts are for the event loop; a broken pipe is an error code here.
    private static func leaveSignalsToOthers() {
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
    }
}
