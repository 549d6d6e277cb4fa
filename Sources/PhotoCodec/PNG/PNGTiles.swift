internal import Imaging

/// The tiles of a PNG: its rows are decoded once, into a spill file, and read back where they are
/// looked at.
struct PNGTiles: TileProvider {
    /// Reductions that are made while the rows come; the others are made of the photo itself.
    private static let kept: [Reduction] = [.eighth, .sixteenth, .thirtySecond]

    let progress: RowProgress
    private let decoder: PNGDecoder
    /// Where there is no room for the photo itself there are its reductions only.
    private let levels: [Reduction: SpilledMipLevel]
    private let spillBytes: Int

    init(_ decoder: PNGDecoder, within means: DecodingOptions) {
        self.decoder = decoder
        let size = decoder.header.size
        progress = RowProgress(rows: size.height)
        // In memory they are a fiftieth of the photo, and there also when the disk is full midway.
        var levels = Dictionary(
            uniqueKeysWithValues: Self.kept.map {
                ($0, SpilledMipLevel(size: size.reduced(by: $0)))
            })
        let byteCount = SpilledMipLevel.byteCount(size)
        do throws(DecodingFailure) {
            levels[.none] = SpilledMipLevel(
                size: size, in: try SpillFile(byteCount: byteCount, within: means))
            spillBytes = byteCount
        } catch {
            progress.fail(error)
            spillBytes = 0
        }
        self.levels = levels
    }

    var storedSize: PixelSize { decoder.header.size }
    var orientation: Orientation { decoder.header.orientation }
    var heldBytes: ResidentBytes { ResidentBytes(spill: spillBytes) }

    func start() {
        WorkThread.start {
            PNGSpilling(decoder: decoder, levels: levels, progress: progress).run()
        }
    }

    func need(for area: PixelRect, reducedBy reduction: Reduction) -> RowRequirement {
        let rows = min(storedSize.height, area.maxY * reduction.rawValue)
        return RowRequirement(progress: progress, rows: rows)
    }

    func needsRoom(for reduction: Reduction) -> Bool { !Self.kept.contains(reduction) }

    func make(
        _ area: PixelRect, reducedBy reduction: Reduction, into block: PixelBlock
    ) throws(DecodingFailure) -> Bool {
        let isOpaque = !decoder.header.hasAlpha && progress.damage == nil
        if let level = levels[reduction] {
            try level.read(area, into: UnsafeMutableRawBufferPointer(block.bytes))
            return isOpaque
        }
        guard let level = levels[.none] else {
            throw .noRoom(byteCount: SpilledMipLevel.byteCount(storedSize))
        }
        let boxes = decoder.boxes(reduction)
        let whole = try level.raster(of: boxes.stored(under: area), isOpaque: isOpaque)
        whole.means(over: reduction, orientation: orientation).copy(to: block)
        return isOpaque
    }

    func draft(of area: PixelRect, reducedBy reduction: Reduction) -> Raster? {
        guard Self.kept.contains(reduction), progress.isWorthALook else { return nil }
        // Rows that have not come are transparent.
        return try? levels[reduction]?.raster(of: area, isOpaque: false)
    }
}
