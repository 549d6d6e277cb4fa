internal import Synchronization
internal import Waiting

/// A file whose bytes are still arriving.
package struct ArrivingFile: Sendable {
    /// The file at its full length; bytes that have not arrived read as zeros.
    package let file: OpenFile
    package let arrival: StreamingData

    package init(_ file: OpenFile, _ arrival: StreamingData) {
        self.file = file
        self.arrival = arrival
    }
}

/// The progress of an arriving file: the number of bytes that have arrived.
package final class StreamingData: Sendable {
    private struct State {
        var count = 0
        var isOver = false
        var waiting: [(count: Int, wake: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    package init() {}
    package var count: Int { state.withLock(\.count) }
    /// Announces that the first `count` bytes have arrived.
    package func announce(count: Int) { change { $0.count = count } }
    /// Announces that no more bytes will arrive.
    package func end() { change { $0.isOver = true } }

    /// Blocks until `count` bytes have arrived, or until no more bytes will arrive.
    package func wait(forBytes count: Int) {
        waitForResult { done in notify(atBytes: count) { done(()) } }
    }

    /// Calls `wake` when `count` bytes have arrived, or when no more bytes will arrive.
    ///
    /// The call is immediate if possible, otherwise on the thread that announces the bytes.
    package func notify(atBytes count: Int, _ wake: @escaping @Sendable () -> Void) {
        let isHere = state.withLock { state in
            guard state.count < count, !state.isOver else { return true }
            state.waiting.append((count, wake))
            return false
        }
        if isHere { wake() }
    }

    private func change(_ change: (inout sending State) -> Void) {
        let woken = state.withLock { state in
            change(&state)
            let count = state.isOver ? Int.max : state.count
            let woken = state.waiting.filter { $0.count <= count }.map(\.wake)
            state.waiting.removeAll { $0.count <= count }
            return woken
        }
        for wake in woken { wake() }
    }
}
