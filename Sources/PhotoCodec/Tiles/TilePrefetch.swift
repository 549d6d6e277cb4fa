internal import Imaging
internal import Synchronization

/// Makes the tiles that lie ahead of a pan, on another thread, one at a time.
final class TilePrefetch: Sendable {
    /// Steps ahead that are made: at ten a second, a third of a second.
    private static let steps = 3

    private struct Look: Sendable {
        let area: PixelRect
        let reduction: Reduction
    }

    private struct State {
        var last: Look?
        /// Each look makes the plans before it void.
        var number = 0
    }

    private let state = Mutex(State())
    private let queue = WorkQueue()

    /// Takes note of an area that was looked at, and makes what comes next if it has moved.
    ///
    /// - Parameters:
    ///   - area: a place on the reduced stored photo.
    ///   - reduction: by how much it is reduced.
    ///   - grid: how the photo is cut into tiles.
    ///   - make: makes a tile, unless it is there.
    func looked(
        at area: PixelRect, reducedBy reduction: Reduction, on grid: TileGrid,
        make: @escaping @Sendable (TileKey) -> Void
    ) {
        let (last, number) = state.withLock { state in
            defer {
                state.last = Look(area: area, reduction: reduction)
                state.number += 1
            }
            return (state.last, state.number + 1)
        }
        guard let last, last.reduction == reduction, last.area.size == area.size else { return }
        let keys = Self.tiles(ahead: area, since: last.area, on: grid, reducedBy: reduction)
        guard !keys.isEmpty else { return }
        queue.async { [weak self] in
            for key in keys {
                guard self?.isCurrent(number) == true else { return }
                make(key)
            }
        }
    }

    private func isCurrent(_ number: Int) -> Bool { state.withLock { $0.number == number } }

    /// The tiles that more of the same steps lead to, the nearest first.
    private static func tiles(
        ahead area: PixelRect, since last: PixelRect, on grid: TileGrid,
        reducedBy reduction: Reduction
    ) -> [TileKey] {
        let x = area.minX - last.minX
        let y = area.minY - last.minY
        // A jump tells nothing about what comes next.
        guard x != 0 || y != 0, abs(x) < area.size.width, abs(y) < area.size.height else {
            return []
        }
        var known = Set(grid.tiles(under: area, reducedBy: reduction))
        var keys: [TileKey] = []
        for step in 1...steps {
            let ahead = PixelRect(
                x: area.minX + x * step, y: area.minY + y * step, width: area.size.width,
                height: area.size.height
            ).intersection(PixelRect(grid.photo.reduced(by: reduction)))
            for key in grid.tiles(under: ahead, reducedBy: reduction)
            where known.insert(key).inserted {
                keys.append(key)
            }
        }
        return keys
    }
}
