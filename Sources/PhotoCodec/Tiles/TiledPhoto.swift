internal import Imaging
internal import Synchronization

/// The source of a photo of any size, whose tiles are decoded when they are needed.
final class TiledPhoto: StreamingImageSource {
    let size: PixelSize

    private let preparation: any Preparation
    private let pyramid: PicturePyramid
    private let grid: TileGrid
    private let cache: TileCache
    private let pool = PixelPool()
    private let prefetch = PanPrefetch()
    private let isStarted = Mutex(false)
    private let made = Mutex(0)

    init(_ preparation: any Preparation, within options: DecodingOptions) {
        AllocatorTuning.share()
        self.preparation = preparation
        pyramid = preparation.pyramid
        grid = TileGrid(photo: pyramid.size, side: options.tileSide)
        cache = TileCache(limitBytes: options.tileBytes, side: options.tileSide)
        size = pyramid.orientation.uprightSize(of: pyramid.size)
    }

    deinit { preparation.progress.abandon() }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        precondition(isOnGrid(area, reduction), "the area lies on the reduced photo")
        return part(try ownRaster(of: area, reducedBy: reduction), area, reduction)
    }

    func pixels(
        of window: ScaledWindow, over background: RGBColour
    ) throws(DecodingFailure) -> Raster? {
        let (reduction, area) = Resampler().source(for: window)
        let raster = try ownRaster(of: area, reducedBy: reduction)
        return RegionPixels(photo: size, reduction: reduction, area: area, raster: raster)
            .scaled(to: window, over: background, pyramid.conversion)
    }

    /// Returns an area of the reduced photo, in the file's colours.
    private func ownRaster(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> Raster {
        try MemoryCheck.canHold(area.size, of: size)
        start()
        let stored = storedArea(of: area, reduction)
        expectMissing(in: stored, reduction)
        var compositor = TileCompositor(area: stored, reduction: reduction, grid: grid)
        compositor.isFlipped = pyramid.orientation == .flipped
        let raster = try compositor.raster { [self] (key) throws(DecodingFailure) in try tile(key) }
        lookAhead(of: stored, reduction)
        return compositor.isFlipped ? raster : pyramid.orientation.upright(raster)
    }

    var hasPositions: Bool { pyramid.sampleReader?.hasPositions ?? false }

    /// Returns the sample at a point.
    ///
    /// Some formats are read from the first row to the row of the point.
    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let sample = try ownSample(at: point)
        return pyramid.conversion?.described(sample) ?? sample
    }

    private func ownSample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let isConverted = pyramid.conversion != nil
        let stored = pyramid.orientation.storedPoint(of: point, in: pyramid.size)
        if let numbers = pyramid.sampleReader {
            return try numbers.sample(at: stored, isConverted: isConverted)
        }
        start()
        let area = PixelRect(origin: stored, size: PixelSize(width: 1, height: 1))
        let compositor = TileCompositor(area: area, reduction: .none, grid: grid)
        let raster = try compositor.raster { [self] (key) throws(DecodingFailure) in try tile(key) }
        return PhotoSample(
            raster, at: .origin, isGray: pyramid.isGray, isConverted: isConverted)
    }

    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        start()
        let stored = storedArea(of: area, reduction)
        if need(for: stored, reduction).isMet { return true }
        return grid.tiles(under: stored, reducedBy: reduction).allSatisfy { cache.contains($0) }
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> RegionPixels? {
        start()
        let stored = storedArea(of: area, reduction)
        if let preview = preparation.preview(of: stored, reducedBy: reduction) {
            return part(pyramid.orientation.upright(preview), area, reduction)
        }
        let keys = grid.tiles(under: stored, reducedBy: reduction)
        guard keys.allSatisfy({ cache.contains($0) }) else { return nil }
        return try? pixels(of: area, reducedBy: reduction)
    }

    func waitForMore(of area: PixelRect, reducedBy reduction: Reduction) async {
        start()
        await need(for: storedArea(of: area, reduction), reduction).arrival()
    }

    var status: ImageSourceStatus {
        ImageSourceStatus(damage: preparation.progress.damage, statistics: statistics)
    }

    private var statistics: DecodeStatistics {
        let counts = cache.counts
        let held = preparation.heldBytes
        return DecodeStatistics(
            tilesMade: made.withLock { $0 }, tilesRequested: counts.asked, tilesFound: counts.found,
            tileBytes: counts.bytes, indexBytes: held.index, spillBytes: held.spill,
            fractionRead: preparation.progress.fraction)
    }

    /// Starts to read the file; later calls do nothing.
    func start() {
        let isFirst = isStarted.withLock { isStarted in
            defer { isStarted = true }
            return !isStarted
        }
        if isFirst { preparation.start() }
    }

    private func isOnGrid(_ area: PixelRect, _ reduction: Reduction) -> Bool {
        !area.isEmpty && PixelRect(size.reduced(by: reduction)).contains(area)
    }

    private func storedArea(of area: PixelRect, _ reduction: Reduction) -> PixelRect {
        pyramid.orientation.storedArea(of: area, in: pyramid.size.reduced(by: reduction))
    }

    private func part(
        _ upright: consuming Raster, _ area: PixelRect, _ reduction: Reduction
    ) -> RegionPixels {
        let raster =
            if let conversion = pyramid.conversion { conversion.converted(upright) } else {
                upright
            }
        return RegionPixels(photo: size, reduction: reduction, area: area, raster: raster)
    }

    /// Returns the rows that are needed for the tiles that overlap an area.
    private func need(for stored: PixelRect, _ reduction: Reduction) -> RowRequirement {
        pyramid.need(for: grid.covered(by: stored, reducedBy: reduction), reducedBy: reduction)
            ?? RowRequirement(progress: preparation.progress, rows: 0)
    }

    private func tile(_ key: TileKey) throws(DecodingFailure) -> Tile {
        if let tile = cache.tile(key) { return tile }
        return try make(key)
    }

    /// Waits until the rows of a tile are read, and decodes the tile.
    private func make(_ key: TileKey) throws(DecodingFailure) -> Tile {
        let area = grid.area(of: key)
        try need(for: area, key.reduction).wait()
        let tile = try Tile(size: area.size, from: pool) { block throws(DecodingFailure) in
            try pyramid.decode(area, reducedBy: key.reduction, into: block) {
                preparation.progress.note($0)
            }
        }
        made.withLock { $0 += 1 }
        cache.keep(tile, as: key)
        return tile
    }

    /// Asks the system to read ahead the bytes of missing tiles.
    private func expectMissing(in stored: PixelRect, _ reduction: Reduction) {
        let missing = grid.tiles(under: stored, reducedBy: reduction)
            .filter { !cache.contains($0) }
        guard let area = grid.area(of: missing),
            !prefetch.hasExpected(area, reducedBy: reduction)
        else { return }
        pyramid.expect(area, reducedBy: reduction)
    }

    private func lookAhead(of stored: PixelRect, _ reduction: Reduction) {
        let pyramid = pyramid
        let work = PanPrefetch.Work(
            expect: { pyramid.expect($0, reducedBy: reduction) },
            make: { [weak self] key in
                guard let self, !cache.contains(key),
                    need(for: grid.area(of: key), key.reduction).isMet
                else { return }
                // A failure is reported when the tile is displayed.
                _ = try? make(key)
            })
        prefetch.looked(at: stored, reducedBy: reduction, on: grid, work)
    }
}

/// The preparation of random access, for a picture whose file does not permit direct access.
///
/// The prepared data are smaller copies, decompressed rows in a spill file, or the index of a JPEG.
/// All coordinates are those of the stored picture.
protocol Preparation: Sendable {
    /// The picture with all prepared copies; each copy states the rows that must be read for it.
    var pyramid: PicturePyramid { get }
    /// The progress of reading the file, and the damage that is found.
    var progress: RowProgress { get }
    /// The memory and disk space, in bytes, that the photo takes besides its tiles.
    var heldBytes: ResidentBytes { get }

    /// Starts to read the file on another thread; called once.
    func start()

    /// Returns the known pixels of an area of the reduced photo before the area's rows are read.
    ///
    /// The result is `nil` if no pixels are known.
    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> Raster?
}

/// The numbers of bytes that a photo takes besides its tiles.
struct ResidentBytes: Sendable {
    /// The number of bytes of the index in memory.
    var index = 0
    /// The number of bytes of the spill file on disk.
    var spill = 0
}
