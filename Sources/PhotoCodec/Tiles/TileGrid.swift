internal import Imaging
internal import Synchronization

/// The division of a photo into tiles, before the orientation is applied.
struct TileGrid: Sendable {
    let photo: PixelSize
    /// The side, in pixels, of a tile of the photo at full or half size.
    let side: Int

    /// Returns the side of a tile in its own pixels.
    ///
    /// A tile of a strongly reduced photo is smaller, because it covers many more stored pixels;
    /// the steps of a pan then take similar times.
    func side(_ reduction: Reduction) -> Int {
        switch reduction {
        case .none, .half: side
        default: side / 2
        }
    }

    /// Returns the area of a tile in the reduced photo.
    func area(of key: TileKey) -> PixelRect {
        let side = side(key.reduction)
        return PixelRect(x: key.column * side, y: key.row * side, width: side, height: side)
            .intersection(PixelRect(photo.reduced(by: key.reduction)))
    }

    /// Returns the area of all tiles that overlap an area of the reduced photo.
    func covered(by area: PixelRect, reducedBy reduction: Reduction) -> PixelRect {
        let side = side(reduction)
        let (left, top) = (area.minX / side * side, area.minY / side * side)
        let (right, bottom) = ((area.maxX - 1) / side * side, (area.maxY - 1) / side * side)
        return PixelRect(
            x: left, y: top, width: right + side - left, height: bottom + side - top
        ).intersection(PixelRect(photo.reduced(by: reduction)))
    }

    /// Returns the smallest area of the reduced photo that contains these tiles; `nil` for none.
    func area(of keys: [TileKey]) -> PixelRect? {
        guard let first = keys.first else { return nil }
        return keys.dropFirst().reduce(area(of: first)) { $0.union(area(of: $1)) }
    }

    /// Returns the area of the tiles under and around `area`; `nil` if the result is too large.
    func surroundings(of area: PixelRect, reducedBy reduction: Reduction) -> PixelRect? {
        let side = side(reduction)
        let grown = PixelRect(
            x: area.minX - side, y: area.minY - side, width: area.size.width + 2 * side,
            height: area.size.height + 2 * side
        ).intersection(PixelRect(photo.reduced(by: reduction)))
        let covered = covered(by: grown, reducedBy: reduction)
        let pixels = covered.size.area.map { $0 * reduction.rawValue * reduction.rawValue }
        return pixels.flatMap { $0 <= DecodingLimits.surroundingPixels ? covered : nil }
    }

    /// Returns the tiles that overlap an area of the reduced photo.
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

/// A compositor of a raster from tiles that are fetched on all cores.
struct TileCompositor: Sendable {
    /// The area to assemble, in the reduced photo before the orientation is applied.
    let area: PixelRect
    let reduction: Reduction
    let grid: TileGrid
    /// True if rows are written from the bottom up.
    var isFlipped = false

    /// Returns the raster of the area; throws the first failure of `fetch`.
    ///
    /// Hot: runs for each frame, and copies whole rows of tiles.
    func raster(
        from fetch: @Sendable (TileKey) throws(DecodingFailure) -> Tile
    ) throws(DecodingFailure) -> Raster {
        let keys = grid.tiles(under: area, reducedBy: reduction)
        let failure = Mutex<DecodingFailure?>(nil)
        let isTransparent = Mutex(false)
        let pixels = Raster.bytes(of: area.size) { buffer in
            // Each tile writes different pixels.
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
        let origin = grid.area(of: key).origin
        let region = PixelRect(origin: origin, size: tile.size).intersection(area)
        let source = PixelRect(
            x: region.minX - origin.x, y: region.minY - origin.y, width: region.size.width,
            height: region.size.height)
        let end = PixelPoint(x: region.minX - area.minX, y: region.minY - area.minY)
        guard isFlipped else { return tile.block.copy(source, to: target, at: end) }
        for y in 0..<source.size.height {
            let row = PixelRect(
                x: source.minX, y: source.minY + y, width: source.size.width, height: 1)
            let last = PixelPoint(x: end.x, y: area.size.height - 1 - end.y - y)
            tile.block.copy(row, to: target, at: last)
        }
    }
}

/// A prefetcher that decodes the tiles ahead of a pan, one after the other, on another thread.
final class PanPrefetch: Sendable {
    /// The number of steps decoded ahead: a third of a second at ten steps per second.
    private static let steps = 3

    /// The work to do ahead of a pan.
    struct Work: Sendable {
        /// Asks the system to read ahead the bytes of an area of the reduced photo.
        let expect: @Sendable (PixelRect) -> Void
        let make: @Sendable (TileKey) -> Void
    }

    private struct ViewedArea: Sendable, Equatable {
        let area: PixelRect
        let reduction: Reduction
    }

    private struct State {
        var last: ViewedArea?
        /// The area that was most recently read ahead; `nil` before the first area.
        var expected: ViewedArea?
        /// The number of views so far; a new view cancels the work for the previous view.
        var number = 0
    }

    private let state = Mutex(State())
    private let queue = WorkQueue()

    /// Records a view; reads its surroundings ahead, and decodes the tiles ahead of a pan.
    func looked(
        at area: PixelRect, reducedBy reduction: Reduction, on grid: TileGrid, _ work: Work
    ) {
        let (last, number) = state.withLock { state in
            defer {
                state.last = ViewedArea(area: area, reduction: reduction)
                state.number += 1
            }
            return (state.last, state.number + 1)
        }
        let keys = Self.tiles(ahead: area, since: last, on: grid, reducedBy: reduction)
        let around = grid.surroundings(of: area, reducedBy: reduction) ?? grid.area(of: keys)
        let isExpected = around.map { hasExpected($0, reducedBy: reduction) } ?? true
        let expect = isExpected ? nil : work.expect
        guard expect != nil || !keys.isEmpty else { return }
        queue.async { [weak self] in
            guard let self, isCurrent(number) else { return }
            if let around, let expect { self.expect(around, reducedBy: reduction, expect) }
            for key in keys where isCurrent(number) { work.make(key) }
        }
    }

    /// True if an area is already read ahead.
    func hasExpected(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        let expected = state.withLock(\.expected)
        return expected.map { $0.reduction == reduction && $0.area.contains(area) } ?? false
    }

    /// Calls `work` for the strip of an area outside the last area, or for the whole area.
    ///
    /// Reading 16 MB ahead a second time would take 2 ms.
    private func expect(
        _ area: PixelRect, reducedBy reduction: Reduction, _ work: (PixelRect) -> Void
    ) {
        let next = ViewedArea(area: area, reduction: reduction)
        let last = state.withLock { state in
            defer { state.expected = next }
            return state.expected
        }
        guard let last, last.reduction == reduction else { return work(area) }
        work(area.strip(beyond: last.area))
    }

    private func isCurrent(_ number: Int) -> Bool { state.withLock { $0.number == number } }

    /// Returns the tiles that a pan reaches by repeating its last step, the nearest first.
    private static func tiles(
        ahead area: PixelRect, since last: ViewedArea?, on grid: TileGrid,
        reducedBy reduction: Reduction
    ) -> [TileKey] {
        guard let last, last.reduction == reduction, last.area.size == area.size else { return [] }
        let x = area.minX - last.area.minX
        let y = area.minY - last.area.minY
        // A jump does not predict the next step.
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

extension PixelRect {
    /// Returns the strip of this rectangle outside `other`, which is shifted along a row or column.
    ///
    /// Returns the whole rectangle if the two do not overlap, or differ in another way.
    fileprivate func strip(beyond other: PixelRect) -> PixelRect {
        guard !intersection(other).isEmpty else { return self }
        let isBeside = minY == other.minY && maxY == other.maxY
        let isBelow = minX == other.minX && maxX == other.maxX
        switch (isBeside, isBelow) {
        case (true, false) where minX < other.minX && maxX <= other.maxX:
            return PixelRect(x: minX, y: minY, width: other.minX - minX, height: size.height)
        case (true, false) where minX >= other.minX:
            return PixelRect(
                x: other.maxX, y: minY, width: maxX - other.maxX, height: size.height)
        case (false, true) where minY < other.minY && maxY <= other.maxY:
            return PixelRect(x: minX, y: minY, width: size.width, height: other.minY - minY)
        case (false, true) where minY >= other.minY:
            return PixelRect(
                x: minX, y: other.maxY, width: size.width, height: maxY - other.maxY)
        default: return self
        }
    }
}
