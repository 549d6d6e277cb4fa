internal import Imaging

/// The tiles of a PNG, TIFF, FITS or JPEG 2000: made of its own tiles, of rows that are not packed, or of
/// its smaller copies.
///
/// What is packed in strips, or row after row, is unpacked once into a spill file.
struct PyramidTiles: TileProvider {
    /// Up to this many times a side, a tile is made of larger pictures when it is looked at: more would
    /// delay a pan.
    private static let mostShrinking = 4

    let progress: RowProgress
    private let pyramid: PicturePyramid
    /// Those that are made while the file is read: coarse ones, and the picture itself if it is spilled.
    private let levels: [Reduction: SpilledMipLevel]
    /// What the levels are made of.
    private let scanned: (picture: any RegionPicture, reduction: Reduction)
    private let spillBytes: Int
    /// What stands for the picture before it is read.
    private let sketch: PictureSketch?
    /// What the sketch counts among the rows that are read; 0 without one.
    private let sketchRows: Int

    /// `isSpilled` has the rows of the picture unpacked into a file.
    init(_ pyramid: PicturePyramid, isSpilled: Bool, within options: DecodingOptions) {
        self.pyramid = pyramid
        let size = pyramid.size
        let coarse = Reduction.ofFiles.filter { reduction in
            let source = pyramid.source(for: reduction)
            return reduction.rawValue > Self.mostShrinking * source.reduction.rawValue
        }
        var levels = Dictionary(
            uniqueKeysWithValues: coarse.map {
                ($0, SpilledMipLevel(size: size.reduced(by: $0)))
            })
        scanned =
            isSpilled
            ? (pyramid.main, .none) : coarse.first.map(pyramid.source) ?? (pyramid.main, .none)
        sketch =
            coarse.contains(.thirtySecond) && scanned.reduction == .none
            ? PictureSketch(of: pyramid.main, orientation: pyramid.orientation) : nil
        // A third of the rows: those who wait for a quarter of the whole look again when it is there.
        sketchRows = sketch == nil ? 0 : (size.height + 2) / 3
        progress = RowProgress(rows: sketchRows + size.height)
        var spillBytes = 0
        if isSpilled {
            let byteCount = SpilledMipLevel.byteCount(size)
            do throws(DecodingFailure) {
                levels[.none] = SpilledMipLevel(
                    size: size,
                    in: try SpillFile(reserving: byteCount, expecting: byteCount, within: options))
                spillBytes = byteCount
            } catch {
                progress.fail(error)
            }
        }
        self.levels = levels
        self.spillBytes = spillBytes
        // Nothing is to be read ahead.
        if levels.isEmpty { progress.end() }
    }

    var storedSize: PixelSize { pyramid.size }
    var orientation: Orientation { pyramid.orientation }
    var heldBytes: ResidentBytes { ResidentBytes(spill: spillBytes) }

    func start() {
        guard !levels.isEmpty else { return }
        WorkThread.start {
            do throws(DecodingFailure) {
                if let sketch, let level = levels[.thirtySecond] {
                    try sketch.write(to: level) { !progress.isAbandoned }
                    progress.announce(rows: sketchRows)
                }
                try scan()
                progress.end()
            } catch {
                progress.end(failure: error)
            }
        }
    }

    /// Makes the levels.
    private func scan() throws(DecodingFailure) {
        let factor = scanned.reduction.rawValue
        try PictureScan(scanned.picture, orientation: orientation).run(
            note: { progress.note($0) },
            receive: { piece throws(DecodingFailure) in try keep(piece, in: levels) },
            didPass: { rows in
                progress.announce(rows: sketchRows + min(storedSize.height, rows * factor))
                return !progress.isAbandoned
            })
    }

    /// Writes a piece's means to levels, and to the spill file if there is one.
    private func keep(
        _ piece: PictureScan.Piece, in levels: [Reduction: SpilledMipLevel]
    ) throws(DecodingFailure) {
        if let level = levels[.none] { spill(piece, to: level) }
        let reductions = levels.keys.filter { $0 != .none }.sorted { $0.rawValue < $1.rawValue }
        let boxes = reductions.compactMap {
            Reduction(rawValue: $0.rawValue / scanned.reduction.rawValue)
        }
        var means = piece.means(over: boxes, orientation: orientation)
        for (reduction, boxes) in zip(reductions, boxes) {
            let grid = BoxMean(
                of: scanned.picture.size, reducedBy: boxes, orientation: orientation,
                isOpaque: true)
            guard let part = means, let level = levels[reduction] else { return }
            try level.write(part.block, at: grid.box(at: piece.area.origin))
            means = part.larger
        }
    }

    /// On a full disk the reductions go on alone.
    private func spill(_ piece: PictureScan.Piece, to level: SpilledMipLevel) {
        guard progress.failure == nil else { return }
        do throws(DecodingFailure) {
            try level.write(piece.block, at: piece.area.origin)
        } catch {
            progress.fail(error)
        }
    }

    func need(for area: PixelRect, reducedBy reduction: Reduction) -> RowRequirement {
        let isCopied = pyramid.source(for: reduction).reduction != .none
        let isRead = levels[reduction] != nil || levels[.none] != nil && !isCopied
        let rows =
            isRead ? sketchRows + min(storedSize.height, area.maxY * reduction.rawValue) : 0
        return RowRequirement(progress: progress, rows: rows)
    }

    var isGray: Bool { pyramid.isGray }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample? {
        try pyramid.numbers?.sample(at: point, isConverted: isConverted)
    }

    func needsRoom(for reduction: Reduction) -> Bool {
        levels[reduction] == nil && pyramid.main.access == .rows
            && pyramid.source(for: reduction).reduction == .none
    }

    var readsFile: Bool { levels[.none] == nil }

    func expect(_ area: PixelRect, reducedBy reduction: Reduction) {
        let (picture, own) = pyramid.source(for: reduction)
        let isInFile = levels[reduction] == nil && (levels[.none] == nil || own != .none)
        guard isInFile, let boxes = Reduction(rawValue: reduction.rawValue / own.rawValue) else {
            return
        }
        let there = PixelRect(picture.size.reduced(by: boxes)).intersection(area)
        let stored = BoxMean(
            of: picture.size, reducedBy: boxes, orientation: orientation, isOpaque: true
        ).stored(under: there)
        guard let count = stored.size.area, count > 0, count <= DecodingLimits.expectedPixels
        else { return }
        picture.expect(stored)
    }

    func make(
        _ area: PixelRect, reducedBy reduction: Reduction, into block: PixelBlock
    ) throws(DecodingFailure) -> Bool {
        let isOpaque = !pyramid.main.hasAlpha && progress.damage == nil
        let isSpilled = levels[.none] != nil && progress.failure == nil
        if let level = levels[reduction], reduction != .none || isSpilled {
            try level.read(area, into: UnsafeMutableRawBufferPointer(block.bytes))
            block.extend(from: available(reduction).intersection(area), of: area)
            return isOpaque
        }
        let (picture, own) = pyramid.source(for: reduction)
        guard let boxes = Reduction(rawValue: reduction.rawValue / own.rawValue) else {
            preconditionFailure("both are powers of two")
        }
        return try make(
            area, of: picture, over: boxes, isSpilled: isSpilled && own == .none, into: block)
    }

    /// Makes an area of a picture's means; what lies beyond its edge repeats the last pixels.
    private func make(
        _ area: PixelRect, of picture: any RegionPicture, over reduction: Reduction,
        isSpilled: Bool,
        into block: PixelBlock
    ) throws(DecodingFailure) -> Bool {
        let there = PixelRect(picture.size.reduced(by: reduction)).intersection(area)
        guard !there.isEmpty else { return false }
        defer { block.extend(from: there, of: area) }
        if reduction == .none, !isSpilled {
            return try decode(there, of: picture, into: block)
        }
        let boxes = BoxMean(
            of: picture.size, reducedBy: reduction, orientation: orientation, isOpaque: true)
        let stored = boxes.stored(under: there)
        var isOpaque = !picture.hasAlpha && progress.damage == nil
        var failure: DecodingFailure?
        let pixels = Raster.bytes(of: stored.size) { target in
            do throws(DecodingFailure) {
                if isSpilled, let level = levels[.none] {
                    try level.read(stored, into: UnsafeMutableRawBufferPointer(target))
                } else {
                    isOpaque = try decode(
                        stored, of: picture, into: PixelBlock(target, size: stored.size))
                }
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        Raster(size: stored.size, pixels: pixels, isOpaque: isOpaque)
            .means(over: reduction, orientation: orientation).copy(to: block, at: .origin)
        return isOpaque
    }

    private func decode(
        _ area: PixelRect, of picture: any RegionPicture, into block: PixelBlock
    ) throws(DecodingFailure) -> Bool {
        guard picture.access != .rows else {
            throw .noRoom(byteCount: SpilledMipLevel.byteCount(storedSize))
        }
        return try picture.decode(area, into: block, at: .origin) { progress.note($0) }
    }

    /// What a level has of its reduction: copies that were rounded down lack a row or a column.
    private func available(_ reduction: Reduction) -> PixelRect {
        let factor = reduction.rawValue / scanned.reduction.rawValue
        return PixelRect(
            Reduction(rawValue: factor).map { scanned.picture.size.reduced(by: $0) }
                ?? storedSize.reduced(by: reduction))
    }

    func draft(of area: PixelRect, reducedBy reduction: Reduction) -> Raster? {
        guard let level = levels[reduction], reduction != .none, progress.isWorthALook else {
            return nil
        }
        let known = (progress.rows - sketchRows) / reduction.rawValue
        guard sketchRows > 0, known < area.maxY, reduction != .thirtySecond else {
            // Rows that have not come are transparent.
            return try? level.raster(of: area, isOpaque: false)
        }
        return try? sketched(area, of: level, reducedBy: reduction, known: known)
    }

    /// What is known of a level's area, and the sketch below it.
    private func sketched(
        _ area: PixelRect, of level: SpilledMipLevel, reducedBy reduction: Reduction, known: Int
    ) throws(DecodingFailure) -> Raster? {
        guard let coarsest = levels[.thirtySecond] else { return nil }
        let factor = Reduction.thirtySecond.rawValue / reduction.rawValue
        let grid = PixelRect(coarsest.size)
        let covered = PixelRect(
            x: area.minX / factor, y: area.minY / factor,
            width: (area.maxX - 1) / factor - area.minX / factor + 1,
            height: (area.maxY - 1) / factor - area.minY / factor + 1
        ).intersection(grid)
        guard !covered.isEmpty else { return nil }
        let sketch = try coarsest.raster(of: covered, isOpaque: false)
        let part = try level.raster(of: area, isOpaque: false)
        var pixels = part.pixels
        for y in max(0, known - area.minY)..<area.size.height {
            let row = min((area.minY + y) / factor, covered.maxY - 1) - covered.minY
            for x in 0..<area.size.width {
                let column = min((area.minX + x) / factor, covered.maxX - 1) - covered.minX
                let from = (row * covered.size.width + column) * Raster.bytesPerPixel
                let to = (y * area.size.width + x) * Raster.bytesPerPixel
                for byte in 0..<Raster.bytesPerPixel {
                    pixels[to + byte] = sketch.pixels[from + byte]
                }
            }
        }
        return Raster(size: area.size, pixels: pixels, isOpaque: false)
    }
}

extension PixelBlock {
    /// Repeats the last pixels of each row, and the last row, up to the block's edges.
    ///
    /// - Parameters:
    ///   - there: what was written, of `area`.
    ///   - area: what the block stands for.
    fileprivate func extend(from there: PixelRect, of area: PixelRect) {
        guard there.size != area.size, !there.isEmpty else { return }
        for y in 0..<size.height {
            let row = min(y, there.size.height - 1)
            guard let from = pixel(x: 0, y: row), let to = pixel(x: 0, y: y) else { return }
            for x in 0..<size.width where x >= there.size.width || y != row {
                let source = from + min(x, there.size.width - 1) * Raster.bytesPerPixel
                (to + x * Raster.bytesPerPixel).update(from: source, count: Raster.bytesPerPixel)
            }
        }
    }
}
