package import Imaging
internal import Synchronization

/// A tiled picture on a server; tiles are fetched when they come into view.
package final class TilePyramidSource: StreamingImageSource {
    /// The usual memory limit for tiles in bytes, as for large files: 36 screens of 1280 × 720.
    package static let usualLimitBytes = 128 << 20

    package let size: PixelSize
    package let coarsest: Reduction
    private let pyramid: TilePyramid
    private let queue: TileQueue
    private let limitBytes: Int
    private let ahead = Mutex(PanPrediction())

    /// The visible area of the picture, on the level with enough pixels for the area.
    private struct View {
        let level: Int
        /// The visible area in pixels of the level.
        let area: PixelRect
        let keys: [TileKey]
        /// The mapping from the level to the reduced picture; `nil` if both have the same size.
        let window: ScaledWindow?

        init(_ area: PixelRect, _ reduction: Reduction, of pyramid: TilePyramid) {
            level = pyramid.level(for: reduction)
            let (grid, reduced) = (pyramid.levels[level], pyramid.size.reduced(by: reduction))
            if grid.size == reduced {
                window = nil
                self.area = area
            } else {
                let window = ScaledWindow(photo: grid.size, scaled: reduced, window: area)
                self.window = window
                self.area = Self.resampler.area(for: window, reducedBy: .none)
            }
            keys = grid.tiles(under: self.area, level: level)
            tileBytes = keys.count * grid.tile.width * grid.tile.height * Raster.bytesPerPixel
        }

        /// The resampler from a level to the reduced picture.
        ///
        /// Each pixel is the mean of the pixels that it covers.
        static let resampler = Resampler(filter: .box)

        /// The size, in bytes, of the tiles that the view needs.
        let tileBytes: Int
    }

    /// Creates a source; `pause` waits for a duration, or until its task is cancelled.
    package init(
        _ pyramid: TilePyramid, from loader: any TileLoader, limitBytes: Int = usualLimitBytes,
        pause: @escaping @Sendable (Duration) async -> Void
    ) {
        self.pyramid = pyramid
        self.limitBytes = limitBytes
        size = pyramid.size
        coarsest = pyramid.coarsest
        queue = TileQueue(pyramid, from: loader, limitBytes: limitBytes, pause: pause)
    }

    deinit { queue.stop() }

    package var status: ImageSourceStatus {
        let missing = queue.missingCount
        return ImageSourceStatus(
            damage: missing > 0 ? .missingTiles(missing) : nil,
            statistics: queue.statistics, isFetchedByArea: true)
    }

    /// Waits for the pixels of an area and returns them.
    ///
    /// If a tile failed too often, a coarser level is stretched in its place, and `status` reports
    /// damage.
    package func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        precondition(isOnGrid(area, reduction), "the area lies on the reduced picture")
        guard let pixels = area.size.area, pixels <= Self.partPixels else { throw .outOfMemory }
        let view = View(area, reduction, of: pyramid)
        return part(area, reduction, raster: waited(view, area, reduction))
    }

    /// The maximum number of pixels in one region: 1 GB, as for a photo that is decoded completely.
    private static let partPixels = 256 << 20

    /// Returns the sample at a point.
    ///
    /// - Throws: `.tiles(.missing)` if the tile is missing, because samples of a coarser level
    ///   differ from the picture's samples.
    package func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let area = PixelRect(origin: point, size: PixelSize(width: 1, height: 1))
        let region = try pixels(of: area, reducedBy: .none)
        let view = View(area, .none, of: pyramid)
        guard queue.loadedTiles(view.keys).count == view.keys.count else { throw .tiles(.missing) }
        return PhotoSample(region.raster, at: .origin, isGray: false, isConverted: false)
    }

    /// Returns true if all tiles of an area are finished, or the area needs too much memory.
    ///
    /// An area that needs too much memory is rendered immediately, and `pixels` waits for the
    /// tiles.
    package func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        let view = View(area, reduction, of: pyramid)
        lookAhead(of: view)
        return isTooLarge(view) || queue.isSettled(view.keys)
    }

    /// Fetches the tiles that come into view next if the view continues to move.
    ///
    /// Fetches nothing if these tiles and the view's own tiles need more than half of the memory.
    private func lookAhead(of view: View) {
        let grid = pyramid.levels[view.level]
        let next = ahead.withLock { $0.tiles(beside: view.area, on: grid, view.level) }
        guard let next else { return }
        let bytes = view.tileBytes / max(1, view.keys.count) * (view.keys.count + next.count)
        queue.look(at: view.keys, ahead: bytes > limitBytes / 2 ? [] : next)
    }

    /// Returns the available pixels of an area, from coarser levels where tiles are missing.
    ///
    /// Returns `nil` if no tile of the area's level is available, because a coarser reduction then
    /// shows more.
    package func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        let view = View(area, reduction, of: pyramid)
        let found = queue.loadedTiles(view.keys)
        guard !found.isEmpty else { return nil }
        return part(area, reduction, raster: raster(view, found))
    }

    package func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        await queue.waitForMore(of: View(area, reduction, of: pyramid).keys)
    }

    private func isOnGrid(_ area: PixelRect, _ reduction: Reduction) -> Bool {
        !area.isEmpty && PixelRect(size.reduced(by: reduction)).contains(area)
    }

    /// Returns true if the view needs more than three quarters of the memory for tiles.
    ///
    /// The rest is for other views.
    private func isTooLarge(_ view: View) -> Bool {
        view.keys.count > 1 && view.tileBytes > limitBytes / 4 * 3
    }

    private func part(_ area: PixelRect, _ reduction: Reduction, raster: Raster) -> RegionPixels {
        RegionPixels(photo: size, reduction: reduction, area: area, raster: raster)
    }

    /// Waits for a view's tiles and returns the pixels of the area.
    ///
    /// A view that is too large is split into halves.
    private func waited(_ view: View, _ area: PixelRect, _ reduction: Reduction) -> Raster {
        guard isTooLarge(view), max(area.size.width, area.size.height) > 1 else {
            while !queue.isSettled(view.keys) { queue.wait(for: view.keys) }
            return raster(view, queue.loadedTiles(view.keys))
        }
        let halves = area.halves.map { half in
            (waited(View(half, reduction, of: pyramid), half, reduction), half)
        }
        return TileMosaic.joined(halves, in: area)
    }

    private func raster(_ view: View, _ found: [TileKey: Tile]) -> Raster {
        let mosaic = TileMosaic(pyramid: pyramid) { [queue] in queue.loadedTiles($0) }
        let raster = mosaic.raster(of: view.area, level: view.level, found)
        guard let window = view.window else { return raster }
        let region = RegionPixels(
            photo: window.photo, reduction: .none, area: view.area, raster: raster)
        return View.resampler.resample(region, for: window, over: .black)
    }
}

extension PixelRect {
    /// The two halves of the rectangle, split across the longer side.
    fileprivate var halves: [PixelRect] {
        if size.width > size.height {
            let half = size.width / 2
            return [
                PixelRect(x: minX, y: minY, width: half, height: size.height),
                PixelRect(
                    x: minX + half, y: minY, width: size.width - half, height: size.height),
            ]
        }
        let half = size.height / 2
        return [
            PixelRect(x: minX, y: minY, width: size.width, height: half),
            PixelRect(x: minX, y: minY + half, width: size.width, height: size.height - half),
        ]
    }
}
