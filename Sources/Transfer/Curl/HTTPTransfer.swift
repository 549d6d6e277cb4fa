internal import CCurl
internal import PhotoCatalog

/// One request under way, with its curl handle; lives on the thread of the loop only.
final class HTTPTransfer {
    let handle: EasyHandle
    private let order: TransferJob
    /// Of a failure, for its words.
    private var body: [UInt8] = []
    private var receivedBytes = 0
    private var isOverLimit = false
    /// Known from the first bytes on.
    private var head: HTTPHead?
    private var lastReport: ContinuousClock.Instant?

    /// Nil where there is no memory for it.
    init?(_ order: TransferJob) {
        guard let handle = EasyHandle(order.request) else { return nil }
        self.order = order
        self.handle = handle
        handle.write(to: Unmanaged.passUnretained(self).toOpaque()) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let exchange = Unmanaged<HTTPTransfer>.fromOpaque(context).takeUnretainedValue()
            return exchange.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
    }

    /// What tells the one who asked; it holds nothing of the exchange.
    func telling(_ outcome: Result<HTTPReply, FetchFailure>) -> () -> Void {
        let completion = order.completion
        return { completion(outcome) }
    }

    /// Keeps bytes that arrived, already unpacked; returning fewer than given ends the transfer.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        if head == nil, !begin() { return 0 }
        guard receivedBytes + bytes.count <= limitBytes else {
            isOverLimit = true
            return 0
        }
        guard keep(bytes) else { return 0 }
        receivedBytes += bytes.count
        report()
        return bytes.count
    }

    private func begin() -> Bool {
        let head = handle.head
        self.head = head
        guard !isUnaskedPart(head) else { return false }
        return !isSuccess || order.request.sink.begin(head)
    }

    private func keep(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if isSuccess { return order.request.sink.take(bytes) }
        body.append(contentsOf: bytes)
        return true
    }

    private var expectedBytes: Int? {
        head?.expectedBytes.flatMap { $0 <= limitBytes ? $0 : nil }
    }

    private func report() {
        guard isSuccess, let head else { return }
        let now = ContinuousClock.now
        if let lastReport, now - lastReport < Self.reportInterval { return }
        lastReport = now
        order.progress(
            head.progress(receivedBytes: receivedBytes, expectedBytes: expectedBytes))
    }

    private var isSuccess: Bool { (200..<300).contains(head?.status ?? 0) }

    private var limitBytes: Int {
        isSuccess ? order.request.purpose.limitBytes : Self.errorBodyLimitBytes
    }

    /// Whether a part came where nobody asked for one: it is not to be taken for the whole file.
    ///
    /// A server must not send it so (RFC 9110, section 15.3.7).
    private func isUnaskedPart(_ head: HTTPHead) -> Bool {
        if case .rest = order.request.condition { return false }
        return head.status == 206
    }

    /// What became of it; `result` is curl's verdict.
    func outcome(_ result: CURLcode) -> Result<HTTPReply, FetchFailure> {
        // Also one without a byte, which `begin` never sees.
        if isUnaskedPart(head ?? handle.head) {
            return .failure(.interrupted(reason: "HTTP status 206 for a whole file"))
        }
        if isOverLimit {
            return isSuccess ? .failure(.tooLarge(limitBytes: limitBytes)) : .success(reply)
        }
        guard result == CURLE_OK else {
            return .failure(handle.failure(result, received: receivedBytes))
        }
        return .success(reply)
    }

    private var reply: HTTPReply {
        HTTPReply(
            head: head ?? handle.head, body: body, redirect: handle.redirect,
            retryAfterSeconds: handle.retryAfterSeconds)
    }

    /// The words of an error fit in this; more is not read.
    private static let errorBodyLimitBytes = 64 << 10
    /// Twenty reports a second: a line of text cannot be read changing faster.
    private static let reportInterval = Duration.milliseconds(50)
}

/// A request on its way to the loop's thread, and whom to tell.
struct TransferJob: Sendable {
    let id: UInt64
    let request: HTTPRequest
    let progress: @Sendable (FetchProgress) -> Void
    /// Called exactly once, on the loop's thread.
    let completion: @Sendable (Result<HTTPReply, FetchFailure>) -> Void
}
