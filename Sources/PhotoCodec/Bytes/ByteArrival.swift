internal import Dispatch
internal import Synchronization

/// How many bytes of a file have come, for somebody who reads it while it does.
package final class ByteArrival: Sendable {
    package init() {}

    private struct State {
        var count = 0
        var isOver = false
        var waiting: [(count: Int, arrival: DispatchSemaphore)] = []
    }

    private let state = Mutex(State())

    /// Tells that bytes up to `count` are there.
    package func announce(count: Int) { change { $0.count = count } }

    /// Tells that all bytes are there, or that no more will come.
    package func end() { change { $0.isOver = true } }

    /// Blocks until so many bytes are there, or all that will be.
    package func wait(forBytes count: Int) {
        let arrival = DispatchSemaphore(value: 0)
        let isHere = state.withLock { state in
            guard state.count < count, !state.isOver else { return true }
            state.waiting.append((count, arrival))
            return false
        }
        if !isHere { arrival.wait() }
    }

    private func change(_ change: (inout sending State) -> Void) {
        let woken = state.withLock { state in
            change(&state)
            let count = state.isOver ? Int.max : state.count
            let woken = state.waiting.filter { $0.count <= count }.map(\.arrival)
            state.waiting.removeAll { $0.count <= count }
            return woken
        }
        for arrival in woken { arrival.signal() }
    }
}
