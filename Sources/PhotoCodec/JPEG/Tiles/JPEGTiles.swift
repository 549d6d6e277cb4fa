internal import Imaging

/// The tiles of a JPEG in one sequential scan, made from its own bits.
struct JPEGTiles: TileProvider {
    let orientation: Orientation
    private let photo: IndexedPhoto
    private let decoder: TileDecoder
    private let overview: CoarsePreview
    private let thumbnail: ExifThumbnail
    /// For a photo in several scans: how it becomes one in a single scan.
    private let transcoding: BaselineTranscoder?

    private let shelf: IndexStore?
    private let partBytes: Int

    /// For a photo in a single scan; nil where its bits cannot be followed, or not be copied.
    init?(inOneScan jpeg: JPEGDecoder, within means: DecodingOptions) {
        self.init(jpeg.bytes, header: jpeg.header, like: jpeg, means, nil)
    }

    /// For a photo in several scans; nil where they cannot be followed.
    init?(inScans jpeg: JPEGDecoder, within means: DecodingOptions) throws(DecodingFailure) {
        let frame = jpeg.header.frame
        guard let script = ScanList(jpeg.bytes, frame: frame),
            script.isComplete || frame.coefficientBytes > means.smoothedBytes
        else { return nil }
        let file = try BaselineFile(
            // The standard's codes are longer than a photo's own: by a fifth, measured.
            for: frame, expecting: jpeg.bytes.count * 3 / 2, within: means)
        let start = PhotoBytes(BaselineFile.header(of: script, frame: frame))
        let header = try start.withUnsafeBytes { bytes throws(DecodingFailure) in
            try file.write(bytes, at: 0)
            return try JPEGHeader(bytes)
        }
        self.init(
            file.bytes, header: header, like: jpeg, means,
            BaselineTranscoder(source: jpeg.bytes, script: script, frame: frame, file: file))
    }

    private init?(
        _ bytes: PhotoBytes, header: JPEGHeader, like original: JPEGDecoder,
        _ means: DecodingOptions, _ transcoding: BaselineTranscoder?
    ) {
        let parts = bytes.withUnsafeBytes { source -> (JPEGScan, DCPredictorFixup)? in
            guard let scan = JPEGScan(source, header: header),
                let codes = DCPredictorFixup(source, scan: scan)
            else { return nil }
            return (scan, codes)
        }
        guard let (scan, codes) = parts else { return nil }
        orientation = original.header.orientation
        photo = IndexedPhoto(
            bytes, scan: scan, tileSide: means.tileSide,
            overviewProgress: transcoding?.overviewProgress)
        decoder = TileDecoder(photo: photo, codes: codes, inks: original.inks)
        overview = CoarsePreview(
            planes: photo.planes, photo: scan.size, colours: scan.colours,
            inks: original.inks)
        thumbnail = ExifThumbnail(of: original)
        self.transcoding = transcoding
        shelf = means.indexStore
        partBytes = means.partBytes
    }

    var storedSize: PixelSize { photo.scan.size }
    var progress: RowProgress { photo.progress }
    var heldBytes: ResidentBytes {
        ResidentBytes(
            index: photo.index.byteCount + photo.planes.byteCount,
            spill: transcoding?.file.byteCount ?? 0)
    }

    /// Reads the photo on a thread of its own: it takes a second a gigapixel, or some.
    func start() {
        WorkThread.start {
            if let transcoding {
                transcoding.run(photo)
            } else {
                walk()
            }
        }
    }

    /// Walks the photo, unless that was done on an earlier visit.
    private func walk() {
        let record = IndexRecord(photo)
        guard let shelf, let key = photo.bytes.fileKey else {
            return ScanIndexer(photo, partBytes: partBytes).run()
        }
        if let kept = shelf.load(key), record.take(kept) { return photo.progress.end() }
        ScanIndexer(photo, partBytes: partBytes).run()
        let isComplete = !photo.progress.isAbandoned && photo.progress.damage == nil
        if isComplete { shelf.store(record.bytes, key) }
    }

    func need(for area: PixelRect, reducedBy reduction: Reduction) -> RowRequirement {
        // A row of units more than the tile has, and where the row behind that begins.
        let last = area.maxY * reduction.rawValue - 1
        let rows = min(photo.scan.unitsDown, last / photo.scan.unit.height + 3)
        return isOfOverview(reduction)
            ? RowRequirement(
                progress: photo.overviewProgress, rows: (transcoding?.sketchRows ?? 0) + rows)
            : RowRequirement(progress: photo.progress, rows: rows)
    }

    private func isOfOverview(_ reduction: Reduction) -> Bool {
        // Without room for its bits an eighth is as coarse as its blocks, too.
        let isEighthThere = overview.planes.shape.isExact || progress.failure != nil
        return reduction.rawValue >= (isEighthThere ? 8 : 16)
    }

    func needsRoom(for reduction: Reduction) -> Bool { reduction.rawValue < 8 }

    func make(
        _ area: PixelRect, reducedBy reduction: Reduction, into block: PixelBlock
    ) throws(DecodingFailure) -> Bool {
        if isOfOverview(reduction) {
            // It was, unless the room has ended just now.
            try need(for: area, reducedBy: reduction).wait()
            overview.raster(of: area, reducedBy: reduction).copy(to: block)
        } else {
            try decoder.decode(area, reducedBy: reduction, into: block)
        }
        return true
    }

    func draft(of area: PixelRect, reducedBy reduction: Reduction) -> Raster? {
        guard reduction.rawValue >= 8 else { return nil }
        return photo.overviewProgress.isWorthALook
            ? overview.raster(of: area, reducedBy: reduction)
            : thumbnail.raster(of: area, reducedBy: reduction)
    }
}
