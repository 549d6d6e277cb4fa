internal import Imaging
internal import Synchronization
internal import Waiting

/// The loaded tiles of a pyramid, the tiles being fetched, and the views that wait for tiles.
///
/// The tiles of the newest view are fetched first; requests for which no view waits are cancelled.
/// When idle, the queue fetches tiles that may come into view next.
final class TileQueue: Sendable {
    /// The maximum number of concurrent requests, and of the transfer's connections to a host.
    static let requestLimit = 6
    /// The pauses before the retries of a failed tile.
    static let pauses: [Duration] = [
        .milliseconds(500), .milliseconds(1500), .milliseconds(4500), .milliseconds(13_500),
    ]
    /// The time for which a tile counts as missing after its last retry.
    ///
    /// A later view then requests the tile again.
    static let longPause = Duration.seconds(60)

    private let pyramid: TilePyramid
    private let loader: any TileLoader
    private let pause: @Sendable (Duration) async -> Void
    private let state: Mutex<TileQueueState>

    init(
        _ pyramid: TilePyramid, from loader: any TileLoader, limitBytes: Int,
        pause: @escaping @Sendable (Duration) async -> Void
    ) {
        self.pyramid = pyramid
        self.loader = loader
        self.pause = pause
        let coarsest = pyramid.levels.count - 1
        let overview = pyramid.levels[coarsest].tiles(
            under: PixelRect(pyramid.levels[coarsest].size), level: coarsest)
        state = Mutex(TileQueueState(overview: overview, limitBytes: limitBytes))
    }

    /// Returns the loaded tiles among the given tiles.
    func loadedTiles(_ keys: [TileKey]) -> [TileKey: Tile] {
        state.withLock { $0.tiles(keys) }
    }

    /// Returns true if all tiles are finished: each tile is loaded, or has failed too often.
    func isSettled(_ keys: [TileKey]) -> Bool {
        state.withLock { state in keys.allSatisfy { state.isSettled($0) } }
    }

    /// The number of tiles that have failed too often.
    var missingCount: Int { state.withLock { $0.missingCount } }

    var statistics: DecodeStatistics { state.withLock { $0.statistics } }

    /// Waits until all or noticeably more of the tiles are finished; ends if the task is cancelled.
    ///
    /// Cancelling the task also cancels the requests that only this view needs.
    func waitForMore(of keys: [TileKey]) async {
        await cancellableResult(ifCancelledBefore: ()) { done in
            begin(keys, isWhole: false) { done(()) }
        } cancel: { [self] id in
            update { $0.cancel(id) }
        }
    }

    /// Blocks the thread until all tiles are finished.
    func wait(for keys: [TileKey]) {
        waitForResult { done in begin(keys, isWhole: true) { done(()) } }
    }

    /// Sets the tiles in view, and the tiles that may come into view next.
    ///
    /// The latter are fetched when the queue is idle.
    func look(at keys: [TileKey], ahead next: [TileKey]) {
        update { $0.look(at: keys, ahead: next) }
    }

    /// Cancels all transfers, and ends all waits.
    func stop() {
        let (tasks, wakes) = state.withLock { $0.stop() }
        for task in tasks { task.cancel() }
        for wake in wakes { wake() }
    }

    private func begin(
        _ keys: [TileKey], isWhole: Bool, _ wake: @escaping @Sendable () -> Void
    ) -> Int {
        let id = state.withLock { $0.newID() }
        update { $0.begin(TileRequest(id: id, keys: keys, isWhole: isWhole, wake: wake)) }
        return id
    }

    /// Changes the state, then ends and starts requests accordingly.
    ///
    /// Unnecessary requests end before new requests start.
    private func update(_ change: (inout TileQueueState) -> Void) {
        let cancelled = state.withLock { state in
            change(&state)
            return state.cancelUnwanted()
        }
        for task in cancelled { task.cancel() }
        let wakes = state.withLock { state in
            while let (key, id) = state.nextRequest() {
                state.start(key, id, task { await self.fetch(key, id) })
            }
            return state.wakes()
        }
        for wake in wakes { wake() }
    }

    private func task(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        // A view that waits for the task may block a thread of Swift's own pool.
        Task(executorPreference: BlockingTaskExecutor.shared, operation: work)
    }

    private func fetch(_ key: TileKey, _ id: Int) async {
        let tile = await tile(key)
        update { state in
            guard state.finish(key, id) else { return }
            switch tile {
            case .success(let tile): state.keep(tile, as: key)
            case .failure(.cancelled): break
            case .failure(let failure):
                let tries = failure == .gone ? Self.pauses.count : state.tries(key)
                state.fail(key, after: tries, task { await self.rest(key, tries) })
            }
        }
    }

    private func tile(_ key: TileKey) async -> Result<Tile, TileFailure> {
        let level = pyramid.levels[key.level]
        let most = PixelSize(
            width: level.tile.width + 2 * level.overlap + 1,
            height: level.tile.height + 2 * level.overlap + 1)
        do throws(TileFailure) {
            let picture = try await loader.picture(of: key, in: pyramid, most: most)
            guard let picture else { return .success(.empty) }
            guard let tile = Tile(picture, of: key, on: level) else { return .failure(.failed) }
            return .success(tile)
        } catch {
            return .failure(error)
        }
    }

    /// Waits for the pause with the index `tries`, or for `longPause`; then permits a retry.
    private func rest(_ key: TileKey, _ tries: Int) async {
        let time = Self.pauses.indices.contains(tries) ? Self.pauses[tries] : Self.longPause
        await pause(time)
        guard !Task.isCancelled else { return }
        update { $0.rested(key) }
    }
}

/// The tiles for which a view waits.
struct TileRequest {
    let id: Int
    /// The tiles, the most urgent first.
    let keys: [TileKey]
    /// True if the view needs all tiles, and cannot be drawn with only some of them.
    let isWhole: Bool
    /// The function that wakes the waiting view; `nil` after the view is woken.
    private(set) var wake: (@Sendable () -> Void)?
    /// The number of tiles that were missing when the first request for these tiles began.
    private var missing = 0
    /// The number of tiles that were loaded when the view was last drawn.
    private var seen = 0
    private var milestones = RedrawMilestones()

    private struct RedrawMilestones {
        var overview = false
        var half = false
        var allButFailed = false
    }

    /// The numbers of a view's tiles in each state.
    struct Counts {
        var loaded = 0
        /// The number of tiles that are loaded or have failed too often.
        var finished = 0
        /// The number of tiles that are loaded or have failed at least once.
        var tried = 0
        var hasOverview = false
    }

    init(id: Int, keys: [TileKey], isWhole: Bool, wake: @escaping @Sendable () -> Void) {
        self.id = id
        self.keys = keys
        self.isWhole = isWhole
        self.wake = wake
    }

    /// Starts to wait, and continues the progress of an earlier request for the same tiles, if any.
    mutating func begin(_ counts: Counts, after earlier: TileRequest?) {
        if let earlier {
            (missing, seen, milestones) = (earlier.missing, earlier.seen, earlier.milestones)
        } else {
            (missing, seen) = (keys.count - counts.loaded, counts.loaded)
            milestones.overview = counts.hasOverview
        }
    }

    /// Returns the function that wakes the view if the view should be redrawn; otherwise `nil`.
    ///
    /// A view is redrawn when the coarsest level is loaded, when half of the missing tiles are
    /// loaded, and when only failed tiles are missing. Afterwards, the view is redrawn for each
    /// tile, and when all tiles are finished. Redrawing for each of 24 tiles would be too much for
    /// most terminals.
    mutating func woken(_ counts: Counts) -> (@Sendable () -> Void)? {
        guard let wake, isDue(counts) else { return nil }
        self.wake = nil
        seen = counts.loaded
        return wake
    }

    private mutating func isDue(_ counts: Counts) -> Bool {
        if counts.finished == keys.count { return true }
        guard !isWhole else { return false }
        if counts.hasOverview, !milestones.overview {
            milestones.overview = true
            return true
        }
        guard counts.loaded > seen else { return false }
        if milestones.allButFailed { return true }
        if counts.tried == keys.count {
            milestones.allButFailed = true
            return true
        }
        guard !milestones.half, 2 * (keys.count - counts.loaded) <= missing else { return false }
        milestones.half = true
        return true
    }
}
