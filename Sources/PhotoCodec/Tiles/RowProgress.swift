internal import Files
internal import Imaging
internal import Synchronization
internal import Waiting

/// The number of a photo's rows that were read: announced by the reader, awaited by callers that
/// need them.
///
/// Rows are of MCUs in a JPEG, otherwise of pixels.
final class RowProgress: Sendable {
    /// A waiting caller, and the number of rows it needs.
    private struct Waiting {
        let number: Int
        let rows: Int
        let wake: @Sendable () -> Void
    }

    private struct State {
        var rows = 0
        var isOver = false
        var isAbandoned = false
        var failure: DecodingFailure?
        var damage: Damage?
        var waiting: [Waiting] = []
        var lastNumber = 0
    }

    private let state = Mutex(State())
    private let total: Int

    /// - Parameter total: the number of rows in the photo.
    init(rows total: Int) { self.total = total }

    var fraction: Double {
        state.withLock { $0.isOver ? 1 : Double($0.rows) / Double(max(1, total)) }
    }

    var rows: Int { state.withLock(\.rows) }
    var isOver: Bool { state.withLock(\.isOver) }
    var damage: Damage? { state.withLock(\.damage) }
    var failure: DecodingFailure? { state.withLock(\.failure) }
    /// True if the rest is no longer needed.
    var isAbandoned: Bool { state.withLock(\.isAbandoned) }
    /// Announces that the first `rows` have been read.
    func announce(rows: Int) { change { $0.rows = rows } }
    /// Records damage; the first record stays.
    func note(_ damage: Damage) { state.withLock { $0.damage = $0.damage ?? damage } }
    /// Fails all callers that wait, now and later, though reading continues.
    func fail(_ failure: DecodingFailure) { state.withLock { $0.failure = failure } }

    /// Announces that no more rows will be read; waiting callers get the failure.
    func end(failure: DecodingFailure? = nil) {
        change { state in
            state.isOver = true
            state.failure = state.failure ?? failure
        }
    }

    /// True if enough rows were read to show a coarse picture.
    var isWorthALook: Bool { fraction >= Self.shownFraction }

    /// The smallest share of a photo that is worth showing.
    private static let shownFraction = 0.1

    func abandon() { change { $0.isAbandoned = true } }

    /// Blocks until the rows are read or never will be; throws the failure that ended the reading.
    func wait(forRows rows: Int) throws(DecodingFailure) {
        waitForResult { done in enter(rows: rows) { done(()) } }
        if let failure { throw failure }
    }

    /// Waits until the rows are read, or a share of all rows more than now, or they never will be,
    /// or the task is cancelled; blocks no thread.
    func arrival(ofRows wanted: Int, orShare share: Int) async {
        let rows = min(wanted, rows + max(1, total / share))
        await cancellableResult(ifCancelledBefore: ()) { done in
            enter(rows: rows) { done(()) }
        } cancel: { [self] number in
            leave(number)
        }
    }

    /// Calls `wake` once, or immediately if there is nothing to wait for; returns the caller's
    /// number.
    private func enter(rows: Int, wake: @escaping @Sendable () -> Void) -> Int {
        let (number, isWaiting) = state.withLock { state in
            state.lastNumber += 1
            let isWaiting = state.rows < rows && !state.isOver && !state.isAbandoned
            if isWaiting {
                state.waiting.append(Waiting(number: state.lastNumber, rows: rows, wake: wake))
            }
            return (state.lastNumber, isWaiting)
        }
        if !isWaiting { wake() }
        return number
    }

    private func leave(_ number: Int) {
        let left = state.withLock { state in
            let left = state.waiting.filter { $0.number == number }
            state.waiting.removeAll { $0.number == number }
            return left
        }
        for waiting in left { waiting.wake() }
    }

    private func change(_ change: (inout sending State) -> Void) {
        let woken = state.withLock { state in
            change(&state)
            let rows = state.isOver || state.isAbandoned ? Int.max : state.rows
            let woken = state.waiting.filter { $0.rows <= rows }
            state.waiting.removeAll { $0.rows <= rows }
            return woken
        }
        for waiting in woken { waiting.wake() }
    }
}

/// The rows that a caller needs of a photo that is being read.
struct RowRequirement {
    let progress: RowProgress
    let rows: Int
    /// True if the rows are useless when the disk has no room for the picture.
    var needsRoom = true

    /// True if the rows have been read, or never will be.
    var isMet: Bool { progress.isOver || progress.rows >= rows }
    /// Blocks until it is met, or throws the failure that ended the reading.
    func wait() throws(DecodingFailure) {
        do throws(DecodingFailure) {
            try progress.wait(forRows: rows)
        } catch .noRoom where !needsRoom {}
    }
    /// Returns when it is met, or noticeably more rows have been read, or the task is cancelled.
    func arrival() async { await progress.arrival(ofRows: rows, orShare: 4) }
}
