internal import Imaging
internal import Synchronization

/// Tiles that were made, the least recently used dropped first; bounded in bytes.
final class TileCache: Sendable {
    struct Counts: Sendable {
        var asked = 0
        var found = 0
        var bytes = 0
    }

    private struct Entry {
        let tile: Tile
        var lastUse: Int
    }

    private struct State {
        var entries: [TileKey: Entry] = [:]
        var counts = Counts()
        var clock = 0
    }

    private let limitBytes: Int
    private let state = Mutex(State())

    init(limitBytes: Int) { self.limitBytes = limitBytes }

    var counts: Counts { state.withLock(\.counts) }

    /// A tile that is there, for a picture: counted, and used now.
    func tile(_ key: TileKey) -> Tile? {
        state.withLock { state in
            state.counts.asked += 1
            state.clock += 1
            guard state.entries[key] != nil else { return nil }
            state.entries[key]?.lastUse = state.clock
            state.counts.found += 1
            return state.entries[key]?.tile
        }
    }

    func contains(_ key: TileKey) -> Bool { state.withLock { $0.entries[key] != nil } }

    func keep(_ tile: Tile, as key: TileKey) {
        state.withLock { state in
            state.clock += 1
            if let old = state.entries[key] { state.counts.bytes -= old.tile.byteCount }
            state.entries[key] = Entry(tile: tile, lastUse: state.clock)
            state.counts.bytes += tile.byteCount
            // Some hundred tiles at most: looking for the oldest is quicker than keeping them in order.
            while state.counts.bytes > limitBytes, state.entries.count > 1,
                let oldest = state.entries.min(by: { $0.value.lastUse < $1.value.lastUse })
            {
                state.entries[oldest.key] = nil
                state.counts.bytes -= oldest.value.tile.byteCount
            }
        }
    }
}
