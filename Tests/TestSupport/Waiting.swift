internal import Foundation
internal import Synchronization

/// Waits until the condition is true; false if the time is over first.
///
/// The one poll of the tests, for what tells nobody that it has happened: it looks every 5 ms.
package func waitUntil(within seconds: Double, _ condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds * TimeoutScale.factor)
    while !condition() {
        if ContinuousClock.now > deadline { return false }
        usleep(5_000)
    }
    return true
}

/// How much longer than usual a test waits, where programs are slow for a known reason.
package enum TimeoutScale {
    /// Eight times as long under a sanitizer: the slowest there took six times as long as without.
    package static let factor: Double = CleanEnvironment.isSanitized ? 8 : 1
}

/// A short pause between polls for an event.
///
/// Not `Task.yield()`: on dedicated threads, which make pictures, it wakes another thread each time;
/// the whole suite had two hundred at work.
package func moment() async {
    do { try await Task.sleep(for: .milliseconds(1)) } catch { await Task.yield() }
}

/// Holds all who wait until it opens.
package final class Gate: Sendable {
    private let state = Mutex((isOpen: false, waiting: [CheckedContinuation<Void, Never>]()))

    package init() {}

    /// How many wait.
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

    /// Lets those through who wait now.
    package func release() { release(andStaysOpen: false) }

    /// Lets all through from now on.
    package func open() { release(andStaysOpen: true) }

    private func release(andStaysOpen opens: Bool) {
        let waiting = state.withLock { state in
            defer { state = (state.isOpen || opens, []) }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}

/// Why a test could not get what it needs from the system.
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
    /// True if the other text's bytes stand somewhere in it.
    ///
    /// Stands in for Foundation's, which copies the page for each look at it: tests that wait for a word
    /// look fifty times a second.
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
