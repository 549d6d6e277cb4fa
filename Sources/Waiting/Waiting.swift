internal import Dispatch
internal import Synchronization

/// Blocks this thread until `begin` has its result, which may come on any thread.
@discardableResult
package func waitForResult<Value: Sendable, Begun>(
    of begin: (_ done: @escaping @Sendable (Value) -> Void) -> Begun
) -> Value {
    let result = Mutex<Value?>(nil)
    let arrival = DispatchSemaphore(value: 0)
    _ = begin { value in
        result.withLock { $0 = value }
        arrival.signal()
    }
    arrival.wait()
    guard let value = result.withLock({ $0 }) else { preconditionFailure("it has arrived") }
    return value
}

/// Waits for the result of `begin`, which may come on any thread; blocks none.
///
/// `begin` is to call `done` once, and returns what the waiting is known by. If the task is cancelled while
/// it waits, `cancel` is called with that, once, and sees to it that `done` is called soon. It never comes
/// before `begin` has returned; it may come after the result, and then has nothing to do. A task that is
/// cancelled already begins nothing.
package func cancellableResult<Value: Sendable, Call: Sendable>(
    ifCancelledBefore early: Value,
    of begin: (_ done: @escaping @Sendable (Value) -> Void) -> Call,
    cancel: @escaping @Sendable (Call) -> Void
) async -> Value {
    guard !Task.isCancelled else { return early }
    let call = Mutex(CancellableCall<Call>.notBegun)
    return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
            let begun = begin { continuation.resume(returning: $0) }
            if call.withLock({ $0.begin(begun) }) { cancel(begun) }
        }
    } onCancel: {
        if let begun = call.withLock({ $0.cancel() }) { cancel(begun) }
    }
}

/// What is known of a call that may be cancelled as it begins.
private enum CancellableCall<Call: Sendable>: Sendable {
    case notBegun, begun(Call), cancelled

    /// True if it was cancelled meanwhile.
    mutating func begin(_ call: Call) -> Bool {
        if case .cancelled = self { return true }
        self = .begun(call)
        return false
    }

    /// The call to be cancelled; `nil` if it has not begun.
    mutating func cancel() -> Call? {
        defer { self = .cancelled }
        if case .begun(let call) = self { return call }
        return nil
    }
}
