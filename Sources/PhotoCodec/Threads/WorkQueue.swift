internal import Synchronization

/// Work that is done one after the other, on a thread that lives as long as there is some.
final class WorkQueue: Sendable {
    private struct State {
        var waiting: [@Sendable () -> Void] = []
        var isAtWork = false
    }

    private let state = Mutex(State())

    func async(_ work: @escaping @Sendable () -> Void) {
        let isIdle = state.withLock { state in
            state.waiting.append(work)
            defer { state.isAtWork = true }
            return !state.isAtWork
        }
        guard isIdle else { return }
        WorkThread.start { [self] in
            while let work = next() { work() }
        }
    }

    private func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            state.isAtWork = !state.waiting.isEmpty
            return state.isAtWork ? state.waiting.removeFirst() : nil
        }
    }
}
