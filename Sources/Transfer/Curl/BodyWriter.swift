internal import CCurl
internal import Dispatch
internal import PhotoCatalog
internal import Synchronization

/// Writes the body of a success on its own queue, so that a slow disk delays no other transfer.
///
/// It buffers a limited number of bytes: while the buffer is full, the transfer pauses.
final class BodyWriter: Sendable {
    enum Answer: Hashable { case taken, full, failed }

    private struct State {
        /// The number of bytes received and not yet written.
        var heldBytes = 0
        var isAwaited = false
        var hasFailed = false
        /// The handler of the body; `nil` at the end.
        var sink: BodyHandler?
    }

    /// The size of the buffer of each transfer: a few disk writes, so that neither side waits for
    /// each step of the other.
    static let limitBytes = 1 << 20

    private let wake: @Sendable () -> Void
    private let queue = DispatchQueue(label: "transfer.body", qos: .userInitiated)
    private let state: Mutex<State>

    /// Starts with the head.
    ///
    /// `wake` is called, from any thread, when the buffer has space again after an answer of
    /// `full`, and when writing has failed.
    init(to sink: BodyHandler, of head: HTTPHead, wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        state = Mutex(State(sink: sink))
        queue.async { [self] in write(0) { $0.begin(head) } }
    }

    var hasFailed: Bool { state.withLock(\.hasFailed) }

    /// Copies the next bytes if the buffer has space for them.
    func take(_ bytes: UnsafeRawBufferPointer) -> Answer {
        let answer = state.withLock { state -> Answer in
            guard !state.hasFailed else { return .failed }
            let sum = state.heldBytes + bytes.count
            // A single piece is accepted regardless of its size.
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

    /// Runs one step, unless an earlier one has failed.
    private func write(_ byteCount: Int, _ step: (BodyHandler) -> Bool) {
        let sink = state.withLock { $0.hasFailed ? nil : $0.sink }
        let hasFailed = sink.map { !step($0) } ?? false
        let isCalled = state.withLock { state in
            state.heldBytes -= byteCount
            if hasFailed { state.hasFailed = true }
            // Not at the first free byte, which would wake curl's thread for each piece.
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
