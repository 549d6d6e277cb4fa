internal import Synchronization

/// One of the parts of a scan that are walked at the same time, and what was found in it.
///
/// It begins at some byte, most often within a unit: what it finds first is wrong, until its walk has
/// fallen into step with the codes by itself. Where that is the walk of the part before tells.
///
/// Unchecked: one thread writes while it walks; the others read the first entries once they are told
/// how many there are, and all else when no one walks any more.
final class ScanSegment: @unchecked Sendable {
    /// Where a part's walk ended because another part had been there.
    struct SyncPoint {
        let part: Int
        /// A unit of that part.
        let unit: Int
    }

    /// How a walk ended.
    struct Ending {
        var unitCount = 0
        var place = BitPosition(unit: 0, position: 0, predictors: .zero, untilRestart: 0)
        /// Before this unit there was a code that no table has.
        var trustedFrom = 0
        /// Nil where it ended by itself.
        var junction: SyncPoint?
    }

    private enum State {
        case waiting, left
        /// So many units are known, where the walk before may fall in.
        case begun(Int)
    }

    /// The most units; who comes so far stops.
    ///
    /// Of a photo they take 0.8 MB of JPEG; memory that nobody writes to takes none.
    static let capacity = 1 << 14

    /// By unit, as many as `ReducedFrame` says.
    let levels: UnsafeMutablePointer<Int16>
    /// By unit.
    let entries: UnsafeMutablePointer<MCUIndex.Entry>
    /// Set by who walked it, for who looks at it afterwards.
    var ending = Ending()
    private let state = Mutex(State.waiting)

    init(levelsPerUnit: Int) {
        levels = .allocate(capacity: Self.capacity * levelsPerUnit)
        entries = .allocate(capacity: Self.capacity)
    }

    deinit {
        levels.deallocate()
        entries.deallocate()
    }

    /// Begins the part; false where the walk before has been here first and goes on by itself.
    ///
    /// It takes half a millisecond; who asks for the known units meanwhile waits.
    func begin(_ walk: () -> Int) -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            state = .begun(walk())
            return true
        }
    }

    /// The first units; nil where the part has not begun: then it never will.
    func beginnings() -> UnsafeBufferPointer<MCUIndex.Entry>? {
        state.withLock { state in
            if case .begun(let count) = state {
                return UnsafeBufferPointer(start: entries, count: count)
            }
            state = .left
            return nil
        }
    }

    /// Makes the part ready for another place in the scan.
    func reset() {
        state.withLock { $0 = .waiting }
        ending = Ending()
    }
}
