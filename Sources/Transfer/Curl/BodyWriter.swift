internal import CCurl
internal import Dispatch
internal import PhotoCatalog
internal import Synchronization

/// A writer of the body of a successful reply, on a separate queue, so that a slow disk does not
/// delay other transfers.
///
/// The writer buffers a limited number of bytes; while the buffer is full, the transfer pauses.
final class BodyWriter: Sendable {
    enum Answer: Hashable { case taken, full, failed }

    private struct State {
        /// The number of bytes received and not yet written.
        var heldBytes = 0
        var isAwaited = false
        var hasFailed = false
        /// The handler of the body; `nil` after the end.
        var sink: BodyHandler?
    }

    /// The size of each transfer's buffer in bytes: enough for a few disk writes, so that curl and
    /// the disk rarely wait for each other.
    static let limitBytes = 1 << 20

    private let wake: @Sendable () -> Void
    private let queue = DispatchQueue(label: "transfer.body", qos: .userInitiated)
    private let state: Mutex<State>

    /// Creates a writer, and passes the head to the handler.
    ///
    /// `wake` is called, on any thread, when the buffer has space again after `take` returned
    /// `full`, and when writing fails.
    init(to sink: BodyHandler, of head: HTTPHead, wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        state = Mutex(State(sink: sink))
        queue.async { [self] in write(0) { $0.begin(head) } }
    }

    var hasFailed: Bool { state.withLock(\.hasFailed) }

    /// Copies the next bytes, unless the buffer is full or writing has failed.
    func take(_ bytes: UnsafeRawBufferPointer) -> Answer {
        let answer = state.withLock { state -> Answer in
            guard !state.hasFailed else { return .failed }
            let sum = state.heldBytes + bytes.count
            // An empty buffer accepts a piece of any size.
            state.isAwaited = state.heldBytes > 0 && sum > Self.limitBytes
            guard !state.isAwaited else { return .full }
            state.heldBytes = sum
            return .taken
        }
        guard answer == .taken else { return answer }
        let copy = Array(bytes)
        queue.async { [self] in
            write(copy.count) { sink in copy.withUnsafeBytes { sink.receive($0) } }
        }
        return .taken
    }

    /// Calls `completion` with the failure, if any, when all bytes are written and the handler is
    /// released.
    func end(_ completion: @escaping @Sendable (FetchFailure?) -> Void) {
        queue.async { [self] in completion(failure()) }
    }

    /// Performs one step with the handler, unless an earlier step has failed.
    private func write(_ byteCount: Int, _ step: (BodyHandler) -> Bool) {
        let sink = state.withLock { $0.hasFailed ? nil : $0.sink }
        let hasFailed = sink.map { !step($0) } ?? false
        let isCalled = state.withLock { state in
            state.heldBytes -= byteCount
            if hasFailed { state.hasFailed = true }
            // Waits until half of the buffer is free, so that curl's thread is not woken for each
            // piece.
            let hasRoom = state.isAwaited && state.heldBytes <= Self.limitBytes / 2
            if hasRoom { state.isAwaited = false }
            return hasRoom || hasFailed
        }
        if isCalled { wake() }
    }

    private func failure() -> FetchFailure? {
        let (sink, hasFailed) = state.withLock { state in
            defer { state.sink = nil }
            return (state.sink, state.hasFailed)
        }
        guard hasFailed else { return nil }
        return sink?.failure()
            ?? .interrupted(.library(String(cString: ccurl_easy_strerror(CURLE_WRITE_ERROR))))
    }
}
