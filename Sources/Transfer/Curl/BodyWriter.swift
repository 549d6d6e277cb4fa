internal import CCurl
internal import Dispatch
internal import PhotoCatalog
internal import Synchronization

/// Writes the body of a success on its own queue, so that a slow disk delays no other transfer.
///
/// It holds a limited number of bytes: while it is full, its transfer pauses.
final class BodyWriter: Sendable {
    enum Answer: Hashable { case taken, full, failed }

    private struct State {
        /// Received and not written yet.
        var heldBytes = 0
        var isAwaited = false
        var hasFailed = false
        /// `nil` at the end.
        var sink: BodyHandler?
    }

    /// Of each transfer: a few disk writes, so that neither side waits for each of the other's steps.
    static let limitBytes = 1 << 20

    private let wake: @Sendable () -> Void
    private let queue = DispatchQueue(label: "transfer.body", qos: .userInitiated)
    private let state: Mutex<State>

    /// Begins with the head; `wake` is called, from any thread, when there is room again after an answer
    /// of `full`, and when writing has failed.
    init(to sink: BodyHandler, of head: HTTPHead, wake: @escaping @Sendable () -> Void) {
        self.wake = wake
        state = Mutex(State(sink: sink))
        queue.async { [self] in write(0) { $0.begin(head) } }
    }

    var hasFailed: Bool { state.withLock(\.hasFailed) }

    /// Takes a copy of the next bytes if it has room for them.
    func take(_ bytes: UnsafeRawBufferPointer) -> Answer {
        let answer = state.withLock { state -> Answer in
            guard !state.hasFailed else { return .failed }
            let sum = state.heldBytes + bytes.count
            // A single piece is taken whatever its size.
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

    /// Calls `completion` when all bytes are written and the handler is released, with what failed.
    func end(_ completion: @escaping @Sendable (FetchFailure?) -> Void) {
        queue.async { [self] in completion(failure()) }
    }

    /// One step, unless an earlier one has failed.
    private func write(_ byteCount: Int, _ step: (BodyHandler) -> Bool) {
        let sink = state.withLock { $0.hasFailed ? nil : $0.sink }
        let hasFailed = sink.map { !step($0) } ?? false
        let isCalled = state.withLock { state in
            state.heldBytes -= byteCount
            if hasFailed { state.hasFailed = true }
            // Not at the first free byte, for which curl's thread would be woken at each piece.
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
