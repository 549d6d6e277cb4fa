internal import Imaging

/// The creation of smaller copies of a picture other than a JPEG, in one pass over the file.
///
/// A picture that is compressed in strips, or row by row, is also decompressed into a spill file.
struct LevelPreparation: Preparation {
    /// The largest ratio of sides at which means are computed on demand.
    ///
    /// Computing means for a larger ratio would delay a pan, so these means are computed in
    /// advance.
    private static let mostShrinking = 4

    let pyramid: PicturePyramid
    let progress: RowProgress
    /// The levels that the pass writes: smaller copies and, in the spill file, the picture itself.
    private let levels: [Reduction: MipLevel]
    /// The picture that the pass reads, and its reduction.
    private let scanned: (picture: any RegionPicture, reduction: Reduction)
    private let spillBytes: Int
    /// The preview to show before the pass is complete.
    ///
    /// The value is `nil` if no level at 1/32 is made from the picture itself, or if the preview
    /// would take as long as the pass.
    private let firstPreview: RowSamplePreview?
    /// The number that the finished preview adds to the rows in `progress`; 0 without a preview.
    private let previewRows: Int

    /// Creates the preparation; `isSpilled` is true if the picture is written to a spill file.
    init(_ pyramid: PicturePyramid, isSpilled: Bool, within options: DecodingOptions) {
        let size = pyramid.size
        let coarse = Reduction.ofFiles.filter { reduction in
            let source = pyramid.source(for: reduction)
            return reduction.rawValue > Self.mostShrinking * source.reduction.rawValue
        }
        var levels = Dictionary(
            uniqueKeysWithValues: coarse.map {
                ($0, MipLevel(size: size.reduced(by: $0)))
            })
        scanned =
            isSpilled
            ? (pyramid.main, .none) : coarse.first.map(pyramid.source) ?? (pyramid.main, .none)
        firstPreview =
            coarse.contains(.thirtySecond) && scanned.reduction == .none
            ? RowSamplePreview(of: pyramid.main, orientation: pyramid.orientation) : nil
        // The preview counts as a third of the rows, to wake callers that wait for another quarter.
        previewRows = firstPreview == nil ? 0 : (size.height + 2) / 3
        progress = RowProgress(rows: previewRows + size.height)
        var spillBytes = 0
        if isSpilled {
            let byteCount = MipLevel.byteCount(size)
            do throws(DecodingFailure) {
                levels[.none] = MipLevel(
                    size: size,
                    in: try SpillFile(reserving: byteCount, expecting: byteCount, within: options))
                spillBytes = byteCount
            } catch {
                progress.fail(error)
            }
        }
        self.levels = levels
        self.spillBytes = spillBytes
        self.pyramid = Self.prepared(
            pyramid, levels, of: scanned, isSpilled: isSpilled, progress, previewRows)
        // Without levels, reading in advance is unnecessary.
        if levels.isEmpty { progress.end() }
    }

    /// Returns the pyramid, with the levels added to the smaller copies.
    private static func prepared(
        _ pyramid: PicturePyramid, _ levels: [Reduction: MipLevel],
        of scanned: (picture: any RegionPicture, reduction: Reduction), isSpilled: Bool,
        _ progress: RowProgress, _ previewRows: Int
    ) -> PicturePyramid {
        func picture(
            _ level: MipLevel, _ size: PixelSize, _ reduction: Reduction
        ) -> LevelPicture {
            LevelPicture(
                level: level, size: size, hasAlpha: pyramid.main.hasAlpha, reduction: reduction,
                progress: progress, rows: previewRows..<(previewRows + pyramid.size.height))
        }
        var prepared = pyramid
        for (reduction, level) in levels where reduction != .none {
            let size = scanned.picture.size.reduced(by: reduction.divided(by: scanned.reduction))
            prepared.copies[reduction] = picture(level, size, reduction)
        }
        if isSpilled {
            prepared.main = SpilledPicture(
                original: pyramid.main,
                spilled: levels[.none].map { picture($0, pyramid.size, .none) },
                progress: progress)
        }
        return prepared
    }

    var heldBytes: ResidentBytes { ResidentBytes(spill: spillBytes) }

    func start() {
        guard !levels.isEmpty else { return }
        WorkThread.start {
            do throws(DecodingFailure) {
                if let firstPreview, let level = levels[.thirtySecond] {
                    try firstPreview.write(to: level) { !progress.isAbandoned }
                    progress.announce(rows: previewRows)
                }
                try scan()
                progress.end()
            } catch {
                progress.end(failure: error)
            }
        }
    }

    /// Reads the whole picture and writes the levels.
    private func scan() throws(DecodingFailure) {
        let factor = scanned.reduction.rawValue
        try PictureScan(scanned.picture, orientation: pyramid.orientation).run(
            note: { progress.note($0) },
            receive: { piece throws(DecodingFailure) in try keep(piece, in: levels) },
            didPass: { rows in
                progress.announce(rows: previewRows + min(pyramid.size.height, rows * factor))
                return !progress.isAbandoned
            })
    }

    /// Writes the means of a piece to the levels, and the piece to the spill file if there is one.
    private func keep(
        _ piece: PictureScan.Piece, in levels: [Reduction: MipLevel]
    ) throws(DecodingFailure) {
        if let level = levels[.none] { spill(piece, to: level) }
        let reductions = levels.keys.filter { $0 != .none }.sorted { $0.rawValue < $1.rawValue }
        let boxes = reductions.map { $0.divided(by: scanned.reduction) }
        var means = piece.means(over: boxes, orientation: pyramid.orientation)
        for (reduction, boxes) in zip(reductions, boxes) {
            let grid = BoxMean(
                of: scanned.picture.size, reducedBy: boxes, orientation: pyramid.orientation,
                isOpaque: true)
            guard let part = means, let level = levels[reduction] else { return }
            try level.write(part.block, at: grid.box(at: piece.area.origin))
            means = part.larger
        }
    }

    /// Writes a piece to the spill file; a full disk ends the writing, but the pass continues.
    private func spill(_ piece: PictureScan.Piece, to level: MipLevel) {
        guard progress.failure == nil else { return }
        do throws(DecodingFailure) {
            try level.write(piece.block, at: piece.area.origin)
        } catch {
            progress.fail(error)
        }
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> Raster? {
        guard let level = levels[reduction], reduction != .none, progress.isWorthShowing else {
            return nil
        }
        let known = (progress.rows - previewRows) / reduction.rawValue
        guard previewRows > 0, known < area.maxY, reduction != .thirtySecond else {
            // Rows that have not been read are transparent.
            return try? level.raster(of: area, isOpaque: false)
        }
        return try? sketched(area, of: level, reducedBy: reduction, known: known)
    }

    /// Returns an area of a level; rows not yet read are taken from the first preview.
    ///
    /// The result is `nil` if there is no preview of the area.
    private func sketched(
        _ area: PixelRect, of level: MipLevel, reducedBy reduction: Reduction, known: Int
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
        let firstPreview = try coarsest.raster(of: covered, isOpaque: false)
        let part = try level.raster(of: area, isOpaque: false)
        var pixels = part.pixels
        for y in max(0, known - area.minY)..<area.size.height {
            let row = min((area.minY + y) / factor, covered.maxY - 1) - covered.minY
            for x in 0..<area.size.width {
                let column = min((area.minX + x) / factor, covered.maxX - 1) - covered.minX
                let from = (row * covered.size.width + column) * Raster.bytesPerPixel
                let to = (y * area.size.width + x) * Raster.bytesPerPixel
                for byte in 0..<Raster.bytesPerPixel {
                    pixels[to + byte] = firstPreview.pixels[from + byte]
                }
            }
        }
        return Raster(size: area.size, pixels: pixels, isOpaque: false)
    }
}
