internal import CCurl
internal import PhotoCatalog

/// One request under way, with its curl handle; lives on the thread of the loop only.
final class Exchange {
    let handle: EasyHandle
    private let order: ExchangeOrder
    private var body: [UInt8] = []
    private var isOverLimit = false
    private var status: Int?
    private var expectedBytes: Int?
    private var lastReport: ContinuousClock.Instant?

    init(_ order: ExchangeOrder) {
        self.order = order
        handle = EasyHandle(order.request)
        handle.write(to: Unmanaged.passUnretained(self).toOpaque()) { bytes, size, count, context in
            guard let bytes, let context else { return 0 }
            let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
            return exchange.take(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }
    }

    /// Tells the one who asked; `result` is curl's verdict.
    func finish(_ result: CURLcode) {
        order.completion(outcome(result))
    }

    func cancel() {
        order.completion(.failure(.cancelled))
    }

    /// Keeps bytes that arrived, already unpacked; returning fewer than given ends the transfer.
    private func take(_ bytes: UnsafeRawBufferPointer) -> Int {
        if status == nil { begin() }
        guard body.count + bytes.count <= limitBytes else {
            isOverLimit = true
            return 0
        }
        body.append(contentsOf: bytes)
        report()
        return bytes.count
    }

    private func begin() {
        status = handle.status
        expectedBytes = handle.expectedBytes.flatMap { $0 <= limitBytes ? $0 : nil }
        // What the server promises is believed up to here only.
        body.reserveCapacity(min(expectedBytes ?? 0, Self.trustedReserveBytes))
    }

    private func report() {
        guard isSuccess else { return }
        let now = ContinuousClock.now
        if let lastReport, now - lastReport < Self.reportInterval { return }
        lastReport = now
        order.progress(.receiving(bytes: body.count, expected: expectedBytes))
    }

    private var isSuccess: Bool { (200..<300).contains(status ?? 0) }

    private var limitBytes: Int {
        isSuccess ? order.request.purpose.limitBytes : Self.errorBodyLimitBytes
    }

    private func outcome(_ result: CURLcode) -> Result<HTTPReply, FetchFailure> {
        if isOverLimit {
            return isSuccess ? .failure(.tooLarge(limitBytes: limitBytes)) : .success(reply)
        }
        guard result == CURLE_OK else {
            return .failure(handle.failure(result, received: body.count))
        }
        return .success(reply)
    }

    private var reply: HTTPReply {
        HTTPReply(
            status: handle.status, body: body, redirect: handle.redirect,
            retryAfterSeconds: handle.retryAfterSeconds)
    }

    /// The words of an error fit in this; more is not read.
    private static let errorBodyLimitBytes = 64 << 10
    private static let trustedReserveBytes = 32 << 20
    /// Twenty reports a second: a line of text cannot be read changing faster.
    private static let reportInterval = Duration.milliseconds(50)
}
