internal import Dispatch
internal import Imaging

/// The tiles of a PNG: its rows are decoded once, into a spill file, and read back where they are
/// looked at.
struct PNGTiles: TileMaker {
    /// Reductions that are made while the rows come; the others are made of the photo itself.
    private static let kept: [Reduction] = [.eighth, .sixteenth, .thirtySecond]

    let progress: ReadingProgress
    private let decoder: PNGDecoder
    /// Where there is no room for the photo itself there are its reductions only.
    private let levels: [Reduction: SpilledLevel]
    private let failure: DecodingFailure?
    private let spillBytes: Int

    init(_ decoder: PNGDecoder, folder: String?) {
        self.decoder = decoder
        let size = decoder.header.size
        progress = ReadingProgress(rows: size.height)
        let sizes = ([Reduction.none] + Self.kept).map { ($0, size.reduced(by: $0)) }
        let byteCount = sizes.reduce(0) { $0 + SpilledLevel.byteCount($1.1) }
        do throws(DecodingFailure) {
            let file = try SpillFile(byteCount: byteCount, in: folder)
            var levels: [Reduction: SpilledLevel] = [:]
            var offset = 0
            for (reduction, size) in sizes {
                levels[reduction] = SpilledLevel(size: size, in: file, at: offset)
                offset += SpilledLevel.byteCount(size)
            }
            self.levels = levels
            failure = nil
            spillBytes = byteCount
        } catch {
            levels = Dictionary(
                uniqueKeysWithValues: sizes.dropFirst().map { ($0, SpilledLevel(size: $1)) })
            failure = error
            spillBytes = 0
        }
    }

    var storedSize: PixelSize { decoder.header.size }
    var orientation: Orientation { decoder.header.orientation }
    var heldBytes: HeldBytes { HeldBytes(spill: spillBytes) }

    func start() {
        DispatchQueue(label: "png-spill", qos: .userInitiated).async {
            PNGSpilling(decoder: decoder, levels: levels, progress: progress).run()
        }
    }

    func rowsNeeded(for area: PixelRect, reducedBy reduction: Reduction) -> Int {
        min(storedSize.height, area.maxY * reduction.rawValue)
    }

    func make(
        _ area: PixelRect, reducedBy reduction: Reduction, into block: PixelBlock
    ) throws(DecodingFailure) -> Bool {
        let isOpaque = !decoder.header.hasAlpha && progress.damage == nil
        if let level = levels[reduction] {
            try level.read(area, into: UnsafeMutableRawBufferPointer(block.bytes))
            return isOpaque
        }
        guard let level = levels[.none] else {
            throw failure ?? .noRoom(byteCount: SpilledLevel.byteCount(storedSize))
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
