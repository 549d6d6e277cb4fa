internal import Dispatch
internal import Synchronization

/// Blocks this thread until `begin` has its result, which may arrive on any thread.
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

/// Waits for the result of `begin`, which may arrive on any thread, without blocking a thread.
///
/// In a task that is already cancelled, this function returns `early` without calling `begin`. If
/// the task is cancelled during the wait, this function calls `cancel` once, after `begin` has
/// returned and perhaps after the result has arrived.
///
/// - Parameters:
///   - early: the result in a task that is already cancelled.
///   - begin: a function that starts a call and returns the call's identifier; `begin` must call
///     `done` exactly once.
///   - cancel: a function that receives the identifier and must cause `done` to be called soon;
///     after the result, `cancel` must have no effect.
/// - Returns: the value passed to `done`, or `early`.
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

/// The state of a call that may be cancelled while it starts.
private enum CancellableCall<Call: Sendable>: Sendable {
    case notBegun, begun(Call), cancelled

    /// Records the start; returns true if the call was cancelled meanwhile.
    mutating func begin(_ call: Call) -> Bool {
        if case .cancelled = self { return true }
        self = .begun(call)
        return false
    }

    /// Returns the call to cancel; `nil` if the call has not started.
    mutating func cancel() -> Call? {
        defer { self = .cancelled }
        if case .begun(let call) = self { return call }
        return nil
    }
}
