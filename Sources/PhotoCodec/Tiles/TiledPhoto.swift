internal import Imaging
internal import Synchronization

/// A photo of any size as a source of pixels: its tiles are made as they are looked at.
final class TiledPhoto: StreamingImageSource {
    let size: PixelSize

    private let provider: any TileProvider
    private let conversion: ColourConversion?
    private let grid: TileGrid
    private let cache: TileCache
    private let pool = PixelPool()
    private let prefetch = TilePrefetch()
    private let isStarted = Mutex(false)
    private let made = Mutex(0)

    /// `conversion` is from the file's colours to sRGB, if they differ.
    init(
        _ provider: any TileProvider, conversion: ColourConversion? = nil,
        within means: DecodingOptions
    ) {
        AllocatorTuning.share()
        self.provider = provider
        self.conversion = conversion
        grid = TileGrid(photo: provider.storedSize, side: means.tileSide)
        cache = TileCache(limitBytes: means.tileBytes, side: means.tileSide)
        size = provider.orientation.uprightSize(of: provider.storedSize)
    }

    deinit { provider.progress.abandon() }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> PhotoPart {
        precondition(isOnGrid(area, reduction), "the area lies on the reduced photo")
        try MemoryCheck.canHold(area.size, of: size)
        start()
        let stored = storedArea(of: area, reduction)
        expectMissing(in: stored, reduction)
        var mosaic = TileCompositor(area: stored, reduction: reduction, grid: grid)
        mosaic.isFlipped = provider.orientation == .flipped
        let raster = try mosaic.raster { [self] (key) throws(DecodingFailure) in
            if let tile = cache.tile(key) { return tile }
            return try make(key)
        }
        lookAhead(of: stored, reduction)
        let upright = mosaic.isFlipped ? raster : provider.orientation.upright(raster)
        return part(upright, area, reduction)
    }

    /// A photo of 16 bits a channel is read from its start, as far as that pixel.
    func sample(at point: PixelPoint) throws(DecodingFailure) -> PhotoSample {
        let isConverted = conversion != nil
        let stored = provider.orientation.storedPoint(of: point, in: provider.storedSize)
        if let sample = try provider.sample(at: stored, isConverted: isConverted) { return sample }
        start()
        let area = PixelRect(origin: stored, size: PixelSize(width: 1, height: 1))
        let mosaic = TileCompositor(area: area, reduction: .none, grid: grid)
        let raster = try mosaic.raster { [self] (key) throws(DecodingFailure) in
            if let tile = cache.tile(key) { return tile }
            return try make(key)
        }
        return PhotoSample(
            raster, at: .origin, isGray: provider.isGray, isConverted: isConverted)
    }

    func isReady(_ area: PixelRect, reducedBy reduction: Reduction) -> Bool {
        start()
        let stored = storedArea(of: area, reduction)
        if need(for: stored, reduction).isMet { return true }
        return grid.tiles(under: stored, reducedBy: reduction).allSatisfy { cache.contains($0) }
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> PhotoPart? {
        start()
        let stored = storedArea(of: area, reduction)
        if let draft = provider.draft(of: stored, reducedBy: reduction) {
            return part(provider.orientation.upright(draft), area, reduction)
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
        ImageSourceStatus(damage: provider.progress.damage, figures: figures)
    }

    private var figures: DecodeStatistics {
        let counts = cache.counts
        let held = provider.heldBytes
        return DecodeStatistics(
            tilesMade: made.withLock { $0 }, tilesAsked: counts.asked, tilesFound: counts.found,
            tileBytes: counts.bytes, indexBytes: held.index, spillBytes: held.spill,
            fractionRead: provider.progress.fraction)
    }

    /// Begins to read the file; further calls do nothing.
    func start() {
        let isFirst = isStarted.withLock { isStarted in
            defer { isStarted = true }
            return !isStarted
        }
        if isFirst { provider.start() }
    }

    private func isOnGrid(_ area: PixelRect, _ reduction: Reduction) -> Bool {
        !area.isEmpty && PixelRect(size.reduced(by: reduction)).contains(area)
    }

    private func storedArea(of area: PixelRect, _ reduction: Reduction) -> PixelRect {
        provider.orientation.storedArea(of: area, in: provider.storedSize.reduced(by: reduction))
    }

    private func part(_ upright: Raster, _ area: PixelRect, _ reduction: Reduction) -> PhotoPart {
        PhotoPart(
            photo: size, reduction: reduction, area: area,
            raster: conversion?.converted(upright) ?? upright)
    }

    /// What the tiles under an area need.
    private func need(for stored: PixelRect, _ reduction: Reduction) -> RowRequirement {
        provider.need(for: grid.covered(by: stored, reducedBy: reduction), reducedBy: reduction)
    }

    /// Waits for the tile's rows to be read, and makes it.
    private func make(_ key: TileKey) throws(DecodingFailure) -> Tile {
        let area = grid.area(of: key)
        do throws(DecodingFailure) {
            try provider.need(for: area, reducedBy: key.reduction).wait()
        } catch .noRoom where !provider.needsRoom(for: key.reduction) {
            // Views of the whole photo still work.
        }
        let tile = try Tile(size: area.size, from: pool) { block throws(DecodingFailure) in
            try provider.make(area, reducedBy: key.reduction, into: block)
        }
        made.withLock { $0 += 1 }
        cache.keep(tile, as: key)
        return tile
    }

    /// Has the system fetch what the tiles under an area need that are to be made.
    private func expectMissing(in stored: PixelRect, _ reduction: Reduction) {
        guard provider.readsFile else { return }
        let missing = grid.tiles(under: stored, reducedBy: reduction)
            .filter { !cache.contains($0) }
        guard let area = grid.area(of: missing),
            !prefetch.hasExpected(area, reducedBy: reduction)
        else { return }
        provider.expect(area, reducedBy: reduction)
    }

    private func lookAhead(of stored: PixelRect, _ reduction: Reduction) {
        let expect: @Sendable (PixelRect) -> Void = { [weak self] area in
            self?.provider.expect(area, reducedBy: reduction)
        }
        let work = TilePrefetch.Work(
            expect: provider.readsFile ? expect : nil,
            make: { [weak self] key in
                guard let self, !cache.contains(key),
                    provider.need(for: grid.area(of: key), reducedBy: key.reduction).isMet
                else { return }
                // A failure is reported when the tile is looked at.
                _ = try? make(key)
            })
        prefetch.looked(at: stored, reducedBy: reduction, on: grid, work)
    }
}

/// Makes any part of a photo that is never in memory as a whole, in coordinates of the stored photo.
protocol TileProvider: Sendable {
    var storedSize: PixelSize { get }
    var orientation: Orientation { get }
    /// How far the file was read, and what is wrong with it.
    var progress: RowProgress { get }
    /// The bytes of its index in memory, and on the disk.
    var heldBytes: ResidentBytes { get }

    /// Begins to read the file, off this thread; called once.
    func start()

    /// What must have been read before an area of the reduced photo can be made.
    func need(for area: PixelRect, reducedBy reduction: Reduction) -> RowRequirement

    /// Whether a reduction cannot be made if the disk has no room for the photo.
    func needsRoom(for reduction: Reduction) -> Bool

    /// Whether tiles are made of parts of the file, so that the disk may delay them.
    var readsFile: Bool { get }

    /// Has the system fetch what an area of the reduced photo needs of the file; does not wait for it.
    func expect(_ area: PixelRect, reducedBy reduction: Reduction)

    /// Makes the pixels of an area of the reduced photo, in memory that is there.
    ///
    /// - Returns: whether all of them are opaque.
    /// - Precondition: its rows were read; the block has the area's size.
    func make(
        _ area: PixelRect, reducedBy reduction: Reduction, into block: PixelBlock
    ) throws(DecodingFailure) -> Bool

    /// What is in memory of an area of the reduced photo, however incomplete; `nil` if nothing is.
    func draft(of area: PixelRect, reducedBy reduction: Reduction) -> Raster?

    /// Whether a pixel of the file is one number.
    var isGray: Bool { get }

    /// The file's own numbers at a pixel; `nil` if the tiles have them.
    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample?
}

extension TileProvider {
    var readsFile: Bool { false }
    func expect(_: PixelRect, reducedBy: Reduction) {}

    var isGray: Bool { false }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample? { nil }
}

/// The bytes that a photo of any size holds besides its tiles.
struct ResidentBytes: Sendable {
    var index = 0
    var spill = 0
}
