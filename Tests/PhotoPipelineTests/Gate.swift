import Synchronization

/// Holds those who come until it is opened.
final class Gate: Sendable {
    private enum State {
        case closed([CheckedContinuation<Void, Never>])
        case open
    }

    private let state = Mutex(State.closed([]))

    func pass() async {
        await withCheckedContinuation { waiting in
            let isOpen = state.withLock { state in
                guard case .closed(let others) = state else { return true }
                state = .closed(others + [waiting])
                return false
            }
            if isOpen { waiting.resume() }
        }
    }

    func open() {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard case .closed(let waiting) = state else { return [] }
            state = .open
            return waiting
        }
        for one in waiting { one.resume() }
    }
}
