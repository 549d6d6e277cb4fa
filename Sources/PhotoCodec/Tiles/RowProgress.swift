internal import Files
internal import Imaging
internal import Synchronization
internal import Waiting

/// The number of a photo's rows that are already read; callers can wait for rows.
///
/// Rows are rows of MCUs in a JPEG, otherwise rows of pixels.
final class RowProgress: Sendable {
    /// A waiting caller, and the number of rows that the caller needs.
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

    /// Creates the progress of a photo before any row is read.
    ///
    /// - Parameter total: the number of rows in the photo.
    init(rows total: Int) { self.total = total }

    var fraction: Double {
        state.withLock { $0.isOver ? 1 : Double($0.rows) / Double(max(1, total)) }
    }

    var rows: Int { state.withLock(\.rows) }
    var isOver: Bool { state.withLock(\.isOver) }
    var damage: Damage? { state.withLock(\.damage) }
    var failure: DecodingFailure? { state.withLock(\.failure) }
    /// True if no further rows are needed.
    var isAbandoned: Bool { state.withLock(\.isAbandoned) }
    /// Sets the number of rows that are read, and wakes callers that wait for these rows.
    func announce(rows: Int) { change { $0.rows = rows } }
    /// Records damage, unless damage is already recorded.
    func note(_ damage: Damage) { state.withLock { $0.damage = $0.damage ?? damage } }
    /// Records a failure that current and later waiting callers throw, although reading continues.
    func fail(_ failure: DecodingFailure) { state.withLock { $0.failure = failure } }

    /// Ends the progress: no more rows are read, and waiting callers throw the first failure, if
    /// any.
    func end(failure: DecodingFailure? = nil) {
        change { state in
            state.isOver = true
            state.failure = state.failure ?? failure
        }
    }

    /// True if enough rows are read to show a coarse picture.
    var isWorthShowing: Bool { fraction >= Self.shownFraction }

    /// The smallest fraction of a photo's rows that is shown.
    private static let shownFraction = 0.1

    func abandon() { change { $0.isAbandoned = true } }

    /// Blocks until the rows are read or reading ends; throws the failure, if any.
    func wait(forRows rows: Int) throws(DecodingFailure) {
        waitForResult { done in enter(rows: rows) { done(()) } }
        if let failure { throw failure }
    }

    /// Waits for the rows, or for another 1/`share` of all rows, without blocking a thread.
    ///
    /// The wait also ends when reading ends or the task is cancelled.
    func arrival(ofRows wanted: Int, orShare share: Int) async {
        let rows = min(wanted, rows + max(1, total / share))
        await cancellableResult(ifCancelledBefore: ()) { done in
            enter(rows: rows) { done(()) }
        } cancel: { [self] number in
            leave(number)
        }
    }

    /// Calls `wake` once when the rows are read, or immediately if no wait is necessary.
    ///
    /// Returns a number that identifies the caller.
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
    /// True if the caller cannot continue when the disk has no space for the picture's rows.
    var needsRoom = true

    /// True if the rows are read, or reading has ended.
    var isMet: Bool { progress.isOver || progress.rows >= rows }
    /// Blocks until the rows are read or reading ends; throws the failure, if any.
    ///
    /// If `needsRoom` is false, a lack of disk space is ignored.
    func wait() throws(DecodingFailure) {
        do throws(DecodingFailure) {
            try progress.wait(forRows: rows)
        } catch .noRoom where !needsRoom {}
    }
    /// Returns when the rows or another quarter of all rows are read, when reading ends, or when
    /// the task is cancelled.
    func arrival() async { await progress.arrival(ofRows: rows, orShare: 4) }
}
