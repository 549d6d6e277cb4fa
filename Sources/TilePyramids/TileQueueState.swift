internal import Imaging

/// The state of a `TileQueue`.
struct TileQueueState {
    private enum Failure {
        /// The tile waits for the next attempt.
        case backingOff(tries: Int, Task<Void, Never>)
        /// The tile may be retried.
        case due(tries: Int)
        /// The tile has failed too often.
        case gaveUp(Task<Void, Never>)
    }

    private var cache: LRUCache<TileKey, Tile>
    /// The tiles of the coarsest level, which stay loaded so that any area can be shown.
    private var overview: [TileKey: Tile] = [:]
    private let overviewKeys: [TileKey]
    /// The requests of views, the oldest first.
    private var wants: [TileRequest] = []
    /// The tiles in view.
    private var inView: [TileKey] = []
    /// The tiles that may come into view next, the most probable first.
    private var ahead: [TileKey] = []
    private var running: [TileKey: (id: Int, task: Task<Void, Never>?)] = [:]
    private var failures: [TileKey: Failure] = [:]
    /// The wake functions of requests that no longer wait; the next call of `wakes` returns them.
    private var released: [@Sendable () -> Void] = []
    private var lastID = 0
    private var isStopped = false
    private var counts = (requests: 0, asked: 0, found: 0)

    init(overview keys: [TileKey], limitBytes: Int) {
        overviewKeys = keys
        cache = LRUCache(costLimit: limitBytes)
    }

    mutating func newID() -> Int {
        lastID += 1
        return lastID
    }
}

// The loaded tiles.
extension TileQueueState {
    mutating func tiles(_ keys: [TileKey]) -> [TileKey: Tile] {
        var tiles: [TileKey: Tile] = [:]
        for key in keys { tiles[key] = overview[key] ?? cache.value(for: key) }
        counts.asked += keys.count
        counts.found += tiles.count
        return tiles
    }

    private func isLoaded(_ key: TileKey) -> Bool {
        overview[key] != nil || cache.contains(key)
    }

    func isSettled(_ key: TileKey) -> Bool { isLoaded(key) || isLeftOut(key) }

    private func isLeftOut(_ key: TileKey) -> Bool {
        if case .gaveUp = failures[key] { true } else { false }
    }

    var missingCount: Int { failures.keys.count { isLeftOut($0) } }

    /// The statistics of the tiles; `fractionRead` is the finished fraction of the newest view.
    var statistics: DecodeStatistics {
        let newest = wants.last?.keys ?? []
        let loaded = newest.count { isSettled($0) }
        return DecodeStatistics(
            tilesMade: counts.requests, tilesRequested: counts.asked, tilesFound: counts.found,
            tileBytes: cache.totalCost + overview.values.reduce(0) { $0 + $1.byteCount },
            indexBytes: 0, spillBytes: 0,
            fractionRead: newest.isEmpty ? 1 : Double(loaded) / Double(newest.count))
    }

    mutating func keep(_ tile: Tile, as key: TileKey) {
        failures[key] = nil
        if overviewKeys.contains(key) {
            overview[key] = tile
        } else {
            cache.insert(tile, cost: tile.byteCount, for: key)
        }
    }
}

// The waiting views.
extension TileQueueState {
    mutating func begin(_ want: TileRequest) {
        guard !isStopped else { return release(want) }
        var want = want
        let earlier = wants.first { $0.keys == want.keys && $0.isWhole == want.isWhole }
        want.begin(count(want), after: earlier)
        // A view that was drawn and does not wait again is no longer shown.
        wants.removeAll { $0.wake == nil }
        wants.append(want)
    }

    mutating func cancel(_ id: Int) {
        guard let index = wants.firstIndex(where: { $0.id == id }) else { return }
        release(wants.remove(at: index))
    }

    /// Stores a request's wake function, to be called after the queue is unlocked.
    private mutating func release(_ want: TileRequest) {
        if let wake = want.wake { released.append(wake) }
    }

    /// Returns the wake functions of views to redraw, and of views that no longer wait.
    ///
    /// The functions must be called after the queue is unlocked.
    mutating func wakes() -> [@Sendable () -> Void] {
        var wakes = released
        released = []
        for index in wants.indices {
            if let wake = wants[index].woken(count(wants[index])) { wakes.append(wake) }
        }
        // A tile that failed too often is retried only when a view starts to wait.
        let waiting = wants.filter { $0.wake != nil || !$0.keys.allSatisfy(isSettled) }
        wants = waiting
        return wakes
    }

    private func count(_ want: TileRequest) -> TileRequest.Counts {
        var counts = TileRequest.Counts(hasOverview: overview.count == overviewKeys.count)
        for key in want.keys {
            let isLoaded = isLoaded(key)
            if isLoaded { counts.loaded += 1 }
            if isLoaded || isLeftOut(key) { counts.finished += 1 }
            if isLoaded || failures[key] != nil { counts.tried += 1 }
        }
        return counts
    }

    mutating func stop() -> (tasks: [Task<Void, Never>], wakes: [@Sendable () -> Void]) {
        isStopped = true
        let backingOff = failures.values.compactMap { failure in
            switch failure {
            case .backingOff(_, let task), .gaveUp(let task): task
            case .due: nil as Task<Void, Never>?
            }
        }
        let stopped = (running.values.compactMap(\.task) + backingOff, wants.compactMap(\.wake))
        (running, failures, wants, ahead) = ([:], [:], [], [])
        return stopped
    }
}

// The requests.
extension TileQueueState {
    /// Sets the tiles in view, and the tiles that may come into view next.
    ///
    /// Running requests for tiles that have come into view continue.
    mutating func look(at keys: [TileKey], ahead next: [TileKey]) {
        let begun = ahead.filter { running[$0] != nil && keys.contains($0) }
        (inView, ahead) = (keys, begun + next)
    }

    /// Removes the requests for which no view waits, and returns their tasks.
    mutating func cancelUnwanted() -> [Task<Void, Never>] {
        let wanted = Set(wants.flatMap(\.keys)).union(overviewKeys).union(ahead)
        let unwanted = running.keys.filter { !wanted.contains($0) }
        return unwanted.compactMap { running.removeValue(forKey: $0)?.task }
    }

    /// Returns the next tile to request, and a number for the request.
    ///
    /// The overview has priority, then the newest view, then the tiles that may come into view
    /// next. Returns `nil` if no tile is wanted, or too many requests are running.
    mutating func nextRequest() -> (TileKey, id: Int)? {
        guard running.count < TileQueue.requestLimit, !isStopped else { return nil }
        guard let key = (wants.isEmpty ? nil : dueKey) ?? keyAhead else { return nil }
        counts.requests += 1
        return (key, newID())
    }

    private var dueKey: TileKey? {
        for keys in [overviewKeys] + wants.reversed().map(\.keys) {
            if let key = keys.first(where: isDue) { return key }
        }
        return nil
    }

    /// The first tile to fetch ahead; `nil` until all awaited tiles have arrived or failed.
    ///
    /// A tile that failed is not fetched ahead again.
    private var keyAhead: TileKey? {
        guard let key = ahead.first(where: { isDue($0) && failures[$0] == nil }) else { return nil }
        let awaited = [overviewKeys, inView] + wants.map(\.keys)
        return awaited.joined().allSatisfy { isLoaded($0) || failures[$0] != nil } ? key : nil
    }

    private func isDue(_ key: TileKey) -> Bool {
        guard running[key] == nil, !isLoaded(key) else { return false }
        switch failures[key] {
        case .backingOff, .gaveUp: return false
        case .due, nil: return true
        }
    }

    mutating func start(_ key: TileKey, _ id: Int, _ task: Task<Void, Never>) {
        running[key] = (id, task)
    }

    /// Ends a request; returns true if the request was still wanted.
    mutating func finish(_ key: TileKey, _ id: Int) -> Bool {
        guard running[key]?.id == id else { return false }
        running[key] = nil
        return true
    }

    /// Returns the number of failed attempts for a tile that may be retried; 0 for other tiles.
    func tries(_ key: TileKey) -> Int {
        if case .due(let tries) = failures[key] { tries } else { 0 }
    }

    /// Records that a tile has failed after `tries` attempts; `rest` calls `rested` after a pause.
    mutating func fail(_ key: TileKey, after tries: Int, _ rest: Task<Void, Never>) {
        failures[key] =
            tries < TileQueue.pauses.count
            ? .backingOff(tries: tries + 1, rest) : .gaveUp(rest)
    }

    mutating func rested(_ key: TileKey) {
        switch failures[key] {
        case .backingOff(let tries, _): failures[key] = .due(tries: tries)
        // A later view may request the tile again; the current view was drawn without it.
        case .gaveUp: failures[key] = nil
        case .due, nil: break
        }
    }
}
