internal import Files
internal import Imaging
internal import JPEGTiling

/// The preparation of a JPEG for random access by an index of positions in the bit stream.
///
/// A photo in several scans is first transcoded to a single scan.
struct JPEGPreparation: Preparation {
    let pyramid: PicturePyramid
    let progress: RowProgress
    /// The file from which areas are decoded: the original, or the transcoded copy.
    private let bytes: PhotoBytes
    private let original: PhotoBytes
    private let photo: IndexedScan
    /// The picture at 1/8; shares the photo's progress unless the photo is transcoded.
    private let eighth: ReducedJPEG
    private let thumbnail: ExifThumbnail
    /// The transcoder, and the file that the transcoder writes; `nil` for a photo in a single scan.
    private let transcoding: (BaselineTranscoder, BaselineFile)?
    private let indexStore: IndexStore?
    private let partBytes: Int
    /// True if areas are available only after the whole scan is read without damage.
    private let requiresUndamaged: Bool

    /// Prepares a photo in a single scan; `nil` if the scan cannot be indexed.
    init?(inOneScan jpeg: JPEGDecoder, within options: DecodingOptions) {
        self.init(jpeg.bytes, header: jpeg.header, of: jpeg, options)
    }

    /// Prepares a photo whose areas must equal a full decode exactly.
    ///
    /// The result is `nil` if the scan cannot be indexed. If the file is damaged, waiting for an
    /// area fails.
    init?(requiringUndamaged jpeg: JPEGDecoder, within options: DecodingOptions) {
        self.init(jpeg.bytes, header: jpeg.header, of: jpeg, options, requiresUndamaged: true)
    }

    /// Prepares a photo in several scans; `nil` if the scans cannot be transcoded.
    init?(inScans jpeg: JPEGDecoder, within options: DecodingOptions) throws(DecodingFailure) {
        let frame = jpeg.header.frame
        guard let transcoder = jpeg.bytes.withInput({ BaselineTranscoder($0, frame: frame) }),
            PixelAccess.isTranscoded(
                frame, hasAllScans: transcoder.isComplete, within: options)
        else { return nil }
        let file = try BaselineFile(
            // The transcoder uses standard codes, which were a fifth longer than photos' own codes.
            reserving: transcoder.maximumBytes, expecting: jpeg.bytes.count * 3 / 2,
            within: options)
        let start = PhotoBytes(transcoder.header)
        let header = try start.withUnsafeBytes { bytes throws(DecodingFailure) in
            try file.write(bytes, at: 0)
            return try JPEGHeader(bytes)
        }
        self.init(file.bytes, header: header, of: jpeg, options, by: (transcoder, file))
    }

    private init?(
        _ bytes: PhotoBytes, header: JPEGHeader, of jpeg: JPEGDecoder,
        _ options: DecodingOptions, by transcoding: (BaselineTranscoder, BaselineFile)? = nil,
        requiresUndamaged: Bool = false
    ) {
        let photo = bytes.withUnsafeBytes { source in
            IndexedScan(source, header: header, tileSide: options.tileSide)
        }
        guard let photo else { return nil }
        self.bytes = bytes
        self.photo = photo
        self.transcoding = transcoding
        self.requiresUndamaged = requiresUndamaged
        original = jpeg.bytes
        let (rows, previewRows) = (header.frame.mcusDown, transcoding?.0.previewRows ?? 0)
        progress = RowProgress(rows: rows)
        eighth = ReducedJPEG(
            photo: photo, cmyk: jpeg.cmyk,
            progress: transcoding == nil ? progress : RowProgress(rows: previewRows + rows),
            previewRows: previewRows, requiresUndamaged: requiresUndamaged)
        let tiles = IndexedJPEG(
            photo, in: bytes, progress: progress, cmyk: jpeg.cmyk,
            requiresUndamaged: requiresUndamaged)
        pyramid = PicturePyramid(tiles, eighth, of: jpeg)
        thumbnail = ExifThumbnail(of: jpeg)
        indexStore = options.indexStore
        partBytes = options.partBytes
    }

    var heldBytes: ResidentBytes {
        ResidentBytes(index: photo.byteCount, spill: transcoding?.1.byteCount ?? 0)
    }

    /// Reads the photo on another thread, in one to several seconds per gigapixel.
    func start() {
        WorkThread.start {
            if let (transcoder, file) = transcoding {
                transcode(by: transcoder, to: file)
            } else {
                index()
            }
        }
    }

    /// Loads the index that an earlier session stored, or creates and stores it.
    private func index() {
        guard let indexStore, let key = bytes.fileKey else { return makeIndex() }
        if let kept = indexStore.load(key), withRecord({ $0.restore(from: kept) }) {
            return progress.end()
        }
        makeIndex()
        let isComplete = !progress.isAbandoned && progress.damage == nil
        if isComplete { indexStore.store(OpenFile(held: withRecord(\.bytes)), key) }
    }

    private func makeIndex() {
        let isOfUse = bytes.withInput(partBytes: partBytes) { input in
            var indexer = ScanIndexer(photo, progress: progress)
            if requiresUndamaged {
                return photo.scan.hasRestartsInOrder(input) && indexer.runConcurrently(input)
            }
            indexer.run(input)
            return true
        }
        progress.end(failure: isOfUse ? nil : .damaged(.badData))
    }

    private func withRecord<Result>(_ body: (IndexRecord) -> Result) -> Result {
        bytes.withUnsafeBytes { body(IndexRecord(of: photo, in: $0)) }
    }

    private func transcode(by transcoder: BaselineTranscoder, to file: BaselineFile) {
        original.withInput { input in
            transcoder.firstPreview(input, of: photo) { !progress.isAbandoned }
        }
        eighth.progress.announce(rows: transcoder.previewRows)
        WorkThread.start { reduce(by: transcoder) }
        do throws(DecodingFailure) {
            try original.withUnsafeBytes { source throws(DecodingFailure) in
                var input = JPEGInput(source)
                input.didPass = { original.evictPages(0..<$0) }
                try transcoder.transcode(input, to: photo, progress: progress, write: file.write)
            }
            progress.end()
        } catch {
            // Without space for the file, only the reduced picture is available.
            progress.end(failure: error)
        }
    }

    private func reduce(by transcoder: BaselineTranscoder) {
        original.withUnsafeBytes { source in
            transcoder.reduce(JPEGInput(source), of: photo) { rows in
                eighth.progress.announce(rows: transcoder.previewRows + rows)
                return !progress.isAbandoned
            }
        }
        eighth.progress.end()
    }

    func preview(of area: PixelRect, reducedBy reduction: Reduction) -> Raster? {
        guard reduction.rawValue >= Reduction.eighth.rawValue else { return nil }
        return eighth.progress.isWorthShowing
            ? eighth.raster(of: area, reducedBy: reduction)
            : thumbnail.raster(of: area, reducedBy: reduction)
    }
}

extension PicturePyramid {
    /// Creates the pyramid of a JPEG; the pass that creates the index decodes the smallest copies.
    fileprivate init(_ tiles: IndexedJPEG, _ eighth: ReducedJPEG, of jpeg: JPEGDecoder) {
        main = tiles
        copies = [.half: tiles.reduced(by: .half), .quarter: tiles.reduced(by: .quarter)]
        if tiles.photo.planes.isExact {
            copies[.eighth] = eighth
        } else {
            copies[.eighth] = tiles.reduced(by: .eighth, or: eighth)
            for reduction in [Reduction.sixteenth, .thirtySecond] {
                copies[reduction] = eighth.reduced(by: reduction)
            }
        }
        orientation = jpeg.orientation
        isReducedAsStored = true
        isGray = jpeg.isGray
        conversion = jpeg.conversion
        sampleReader = jpeg.cmyk == nil ? nil : ConvertedSampleReader()
    }
}

/// The sample reader of a CMYK JPEG that is decoded in areas.
///
/// The reader reports no samples, because areas are decoded to RGB.
private struct ConvertedSampleReader: SampleReader {
    func sample(at _: PixelPoint, isConverted _: Bool) throws(DecodingFailure) -> PhotoSample {
        .unknown
    }
}

extension RowProgress: ScanProgress {}
