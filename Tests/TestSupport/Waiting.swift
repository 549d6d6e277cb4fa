internal import Foundation
internal import Synchronization

/// Waits until the condition is true; false if time runs out first.
///
/// The only polling of the tests, for events without a notification: it checks every 5 ms.
package func waitUntil(within seconds: Double, _ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds * TimeoutScale.factor)
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        usleep(5_000)
    }
    return true
}

/// The factor of longer waits, where programs are slow for a known reason.
package enum TimeoutScale {
    /// Eight times as long under a sanitizer: the slowest there took six times as long as without.
    package static let factor: Double = CleanEnvironment.isSanitized ? 8 : 1
}

/// A short pause between polls for an event.
///
/// Avoids `Task.yield()`: on dedicated threads, which render pictures, it wakes another thread each
/// time; the whole suite had two hundred running.
package func moment() async {
    do { try await Task.sleep(for: .milliseconds(1)) } catch { await Task.yield() }
}

/// Holds all waiting tasks until it opens.
package final class Gate: Sendable {
    private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    package init() {}

    /// The number of waiting tasks.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    package func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Releases the tasks that wait now.
    package func release() { release(andStaysOpen: false) }

    /// Releases all tasks from now on.
    package func open() { release(andStaysOpen: true) }

    private func release(andStaysOpen opens: Bool) {
        let waiting = state.withLock { state in
            defer { state = (state.isOpen || opens, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// A resource of the system that a test needs but could not get.
package enum TestEnvironmentError: Error, CustomStringConvertible {
    /// A system call failed; `number` is its `errno`.
    case call(String, number: Int32)
    case notBuilt(String)
    case outOfTime(String)

    package var description: String {
        switch self {
        case .call(let name, let number): "\(name) failed with errno \(number)"
        case .notBuilt(let name): "\(name) is not built beside the tests"
        case .outOfTime(let wish): "out of time: \(wish)"
        }
    }
}

extension String {
    /// Returns true if the text contains the other one's bytes.
    ///
    /// Replaces Foundation's, which copies the page each time: tests that wait for a word check
    /// fifty times a second.
    package func contains(_ other: String) -> Bool {
        guard let first = other.utf8.first else { return true }
        let count = other.utf8.count
        var rest = utf8[...]
        while let start = rest.firstIndex(of: first) {
            if rest[start...].prefix(count).elementsEqual(other.utf8) { return true }
            rest = rest[rest.index(after: start)...]
        }
        return false
    }
}
