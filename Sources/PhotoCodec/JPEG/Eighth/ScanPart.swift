internal import Synchronization

/// One of the parts of a scan that are walked at the same time, and what was found in it.
///
/// It begins at some byte, most often within a unit: what it finds first is wrong, until its walk has
/// fallen into step with the codes by itself. Where that is the walk of the part before tells.
///
/// Unchecked: one thread writes while it walks; the others read the beginnings under their lock, all
/// else when no one walks any more.
final class ScanPart: @unchecked Sendable {
    /// Where a unit begins, and what was counted up to there.
    struct Beginning {
        let position: Int
        let predictors: LevelWalker.Predictors
        let wrongCodes: Int
    }

    /// Where a part's walk ended because another part had been there.
    struct Junction {
        let part: Int
        /// A unit of that part.
        let unit: Int
    }

    private enum State {
        case waiting, left
        /// The first units, where the walk before may fall in.
        case begun([Beginning])
    }

    let start: Int
    /// By unit, as many as `EighthShape` says.
    let levels: UnsafeMutablePointer<Int16>
    let capacity: Int
    private(set) var unitCount = 0
    /// Where the walk ended.
    private(set) var end = Beginning(position: 0, predictors: .zero, wrongCodes: 0)
    /// Nil where it went on to the end of the scan.
    private(set) var junction: Junction?
    private let state = Mutex(State.waiting)

    init(start: Int, capacity: Int, levelsPerUnit: Int) {
        self.start = start
        self.capacity = capacity
        // Pages that nobody writes to take no memory.
        levels = .allocate(capacity: capacity * levelsPerUnit)
    }

    deinit { levels.deallocate() }

    /// Begins the part; false where the walk before has been here first and goes on by itself.
    ///
    /// It takes a millisecond; who asks for the beginnings meanwhile waits.
    func begin(_ walk: () -> [Beginning]) -> Bool {
        state.withLock { state in
            guard case .waiting = state else { return false }
            state = .begun(walk())
            return true
        }
    }

    /// The first units; nil where the part has not begun: then it never will.
    func beginnings() -> [Beginning]? {
        state.withLock { state in
            if case .begun(let beginnings) = state { return beginnings }
            state = .left
            return nil
        }
    }

    func finish(unitCount: Int, end: Beginning, junction: Junction?) {
        self.unitCount = unitCount
        self.end = end
        self.junction = junction
    }
}
