internal import Imaging
internal import Synchronization

/// How a stored photo is cut into tiles.
struct TileGrid: Sendable {
    let photo: PixelSize
    /// The side in pixels of a tile of the photo as it is, and of its half.
    let side: Int

    /// The side of a tile in its own pixels.
    ///
    /// A tile of a much reduced photo is made of many more pixels: smaller ones keep the steps of a pan even.
    func side(_ reduction: Reduction) -> Int {
        switch reduction {
        case .none, .half: side
        default: side / 2
        }
    }

    /// The tile's place on the reduced photo.
    func area(of key: TileKey) -> PixelRect {
        let side = side(key.reduction)
        return PixelRect(x: key.column * side, y: key.row * side, width: side, height: side)
            .intersection(PixelRect(photo.reduced(by: key.reduction)))
    }

    /// What the tiles under an area of the reduced photo cover of it.
    func covered(by area: PixelRect, reducedBy reduction: Reduction) -> PixelRect {
        let side = side(reduction)
        let (left, top) = (area.minX / side * side, area.minY / side * side)
        let (right, bottom) = ((area.maxX - 1) / side * side, (area.maxY - 1) / side * side)
        return PixelRect(
            x: left, y: top, width: right + side - left, height: bottom + side - top
        ).intersection(PixelRect(photo.reduced(by: reduction)))
    }

    /// The tiles under an area of the reduced photo.
    func tiles(under area: PixelRect, reducedBy reduction: Reduction) -> [TileKey] {
        let side = side(reduction)
        guard !area.isEmpty else { return [] }
        return (area.minY / side...(area.maxY - 1) / side).flatMap { row in
            (area.minX / side...(area.maxX - 1) / side).map { column in
                TileKey(reduction: reduction, column: column, row: row)
            }
        }
    }
}

/// Assembles a raster from tiles, which are fetched on all cores.
struct TileCompositor: Sendable {
    /// A place on the reduced stored photo.
    let area: PixelRect
    let reduction: Reduction
    let grid: TileGrid

    /// Hot: once a frame; whole rows of tiles are copied, and the first failure of `fetch` is
    /// thrown.
    func raster(
        from fetch: @Sendable (TileKey) throws(DecodingFailure) -> Tile
    ) throws(DecodingFailure) -> Raster {
        let keys = grid.tiles(under: area, reducedBy: reduction)
        let failure = Mutex<DecodingFailure?>(nil)
        let isTransparent = Mutex(false)
        let pixels = Raster.bytes(of: area.size) { buffer in
            // Each tile writes other pixels of it.
            nonisolated(unsafe) let target = PixelBlock(buffer, size: area.size)
            WorkThread.concurrentPerform(iterations: keys.count) { number in
                do throws(DecodingFailure) {
                    let tile = try fetch(keys[number])
                    if !tile.isOpaque { isTransparent.withLock { $0 = true } }
                    copy(tile, of: keys[number], into: target)
                } catch {
                    failure.withLock { $0 = $0 ?? error }
                }
            }
        }
        if let failure = failure.withLock({ $0 }) { throw failure }
        return Raster(size: area.size, pixels: pixels, isOpaque: !isTransparent.withLock { $0 })
    }

    private func copy(_ tile: Tile, of key: TileKey, into target: PixelBlock) {
        let place = grid.area(of: key).origin
        let part = PixelRect(origin: place, size: tile.size).intersection(area)
        let source = PixelRect(
            x: part.minX - place.x, y: part.minY - place.y, width: part.size.width,
            height: part.size.height)
        let end = PixelPoint(x: part.minX - area.minX, y: part.minY - area.minY)
        tile.block.copy(source, to: target, at: end)
    }
}

/// Makes the tiles ahead of a pan, on another thread, one at a time.
final class TilePrefetch: Sendable {
    /// Steps ahead that are made: at ten a second, a third of a second.
    private static let steps = 3

    private struct ViewedArea: Sendable {
        let area: PixelRect
        let reduction: Reduction
    }

    private struct State {
        var last: ViewedArea?
        /// Counts the looks; each cancels the plans of the last.
        var number = 0
    }

    private let state = Mutex(State())
    private let queue = WorkQueue()

    /// Records an area of the reduced stored photo, and if it has moved, makes the tiles ahead of
    /// it.
    func looked(
        at area: PixelRect, reducedBy reduction: Reduction, on grid: TileGrid,
        make: @escaping @Sendable (TileKey) -> Void
    ) {
        let (last, number) = state.withLock { state in
            defer {
                state.last = ViewedArea(area: area, reduction: reduction)
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
        // A jump does not predict the next move.
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
