internal import Files
internal import Imaging
internal import JPEGTiling

/// The tiles of a JPEG, cut out of its own bits; one in several scans is transcoded to a single scan first.
struct JPEGTiles: TileProvider {
    let orientation: Orientation
    let progress: RowProgress
    let isGray: Bool
    /// The same as `progress`, unless the coarse picture is made apart.
    private let coarseProgress: RowProgress
    /// The file that tiles are cut out of.
    private let bytes: PhotoBytes
    private let original: PhotoBytes
    private let photo: IndexedScan
    private let decoder: TileDecoder
    private let coarse: CoarsePreview
    private let thumbnail: ExifThumbnail
    /// For a photo in several scans: what makes one in a single scan of it, and where that goes.
    private let transcoding: (BaselineTranscoder, BaselineFile)?
    private let indexStore: IndexStore?
    private let partBytes: Int
    /// Whether there are tiles only once all bits were passed, and if nothing is wrong with them.
    private let mustBeIntact: Bool

    /// For a photo in a single scan; `nil` if its bits cannot be followed, or not be copied.
    init?(inOneScan jpeg: JPEGDecoder, within options: DecodingOptions) {
        self.init(jpeg.bytes, header: jpeg.header, of: jpeg, options)
    }

    /// For one of which no pixel may differ from a decoding of the whole, be it damaged.
    ///
    /// Waiting for a tile fails if anything is wrong.
    init?(ofIntact jpeg: JPEGDecoder, within options: DecodingOptions) {
        self.init(jpeg.bytes, header: jpeg.header, of: jpeg, options, mustBeIntact: true)
    }

    /// For a photo in several scans; `nil` if they cannot be followed.
    init?(inScans jpeg: JPEGDecoder, within options: DecodingOptions) throws(DecodingFailure) {
        let frame = jpeg.header.frame
        guard let transcoder = jpeg.bytes.withInput({ BaselineTranscoder($0, frame: frame) }),
            transcoder.isComplete || frame.coefficientBytes > options.smoothedBytes
        else { return nil }
        let file = try BaselineFile(
            // The standard's codes are longer than a photo's own: by a fifth, measured.
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
        mustBeIntact: Bool = false
    ) {
        let photo = bytes.withUnsafeBytes { source in
            IndexedScan(source, header: header, tileSide: options.tileSide)
        }
        guard let photo else { return nil }
        self.bytes = bytes
        self.photo = photo
        self.transcoding = transcoding
        original = jpeg.bytes
        orientation = jpeg.orientation
        isGray = jpeg.header.frame.components.count == 1
        let rows = header.frame.mcusDown
        progress = RowProgress(rows: rows)
        // The rows of MCUs of a sketch, all at once, then those of the picture at 1/8.
        coarseProgress = transcoding.map { RowProgress(rows: $0.0.sketchRows + rows) } ?? progress
        decoder = TileDecoder(
            photo: photo, bytes: bytes, progress: progress, inks: jpeg.inks,
            mustBeIntact: mustBeIntact)
        coarse = CoarsePreview(planes: photo.planes, photo: header.frame.size, inks: jpeg.inks)
        thumbnail = ExifThumbnail(of: jpeg)
        indexStore = options.indexStore
        partBytes = options.partBytes
        self.mustBeIntact = mustBeIntact
    }

    /// Tiles of inks have become colours.
    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample? { decoder.inks == nil ? nil : .unknown }

    var storedSize: PixelSize { photo.scan.frame.size }
    var heldBytes: ResidentBytes {
        ResidentBytes(index: photo.byteCount, spill: transcoding?.1.byteCount ?? 0)
    }

    /// Reads the photo on its own thread: it takes about a second a gigapixel, or several.
    func start() {
        WorkThread.start {
            if let (transcoder, file) = transcoding {
                transcode(by: transcoder, to: file)
            } else {
                index()
            }
        }
    }

    /// Makes the index, unless it was kept from an earlier visit.
    private func index() {
        guard let indexStore, let key = bytes.fileKey else { return makeIndex() }
        if let kept = indexStore.load(key), withRecord({ $0.restore(from: kept) }) {
            return progress.end()
        }
        makeIndex()
        let isComplete = !progress.isAbandoned && progress.damage == nil
        if isComplete { indexStore.store(withRecord(\.bytes), key) }
    }

    private func makeIndex() {
        let isOfUse = bytes.withInput(partBytes: partBytes) { input in
            var indexer = ScanIndexer(photo, progress: progress)
            if mustBeIntact {
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
            transcoder.sketch(input, of: photo) { !progress.isAbandoned }
        }
        coarseProgress.announce(rows: transcoder.sketchRows)
        WorkThread.start { reduce(by: transcoder) }
        do throws(DecodingFailure) {
            try original.withUnsafeBytes { source throws(DecodingFailure) in
                var input = JPEGInput(source)
                input.didPass = { original.forgetPages(0..<$0) }
                try transcoder.transcode(input, to: photo, progress: progress, write: file.write)
            }
            progress.end()
        } catch {
            // Without room for the file there is the coarse picture only.
            progress.end(failure: error)
        }
    }

    private func reduce(by transcoder: BaselineTranscoder) {
        original.withUnsafeBytes { source in
            transcoder.reduce(JPEGInput(source), of: photo) { rows in
                coarseProgress.announce(rows: transcoder.sketchRows + rows)
                return !progress.isAbandoned
            }
        }
        coarseProgress.end()
    }

    func need(for area: PixelRect, reducedBy reduction: Reduction) -> RowRequirement {
        // A row of MCUs more than the tile has, and where the row behind that begins.
        let frame = photo.scan.frame
        let last = area.maxY * reduction.rawValue - 1
        let rows =
            mustBeIntact ? .max : min(frame.mcusDown, last / frame.mcuSize.height + 3)
        return isCoarse(reduction)
            ? RowRequirement(
                progress: coarseProgress, rows: (transcoding?.0.sketchRows ?? 0) + rows)
            : RowRequirement(progress: progress, rows: rows)
    }

    private func isCoarse(_ reduction: Reduction) -> Bool {
        // Without room for the transcoded file 1/8 is as coarse as the blocks, too.
        let hasEighth = photo.planes.isExact || progress.failure != nil
        return reduction.rawValue >= (hasEighth ? 8 : 16)
    }

    func needsRoom(for reduction: Reduction) -> Bool { reduction.rawValue < 8 }

    func make(
        _ area: PixelRect, reducedBy reduction: Reduction, into block: PixelBlock
    ) throws(DecodingFailure) -> Bool {
        if isCoarse(reduction) {
            // Its rows are there, unless the room has ended just now.
            try need(for: area, reducedBy: reduction).wait()
            coarse.raster(of: area, reducedBy: reduction).copy(to: block)
        } else {
            try decoder.decode(area, reducedBy: reduction, into: block)
        }
        return true
    }

    func draft(of area: PixelRect, reducedBy reduction: Reduction) -> Raster? {
        guard reduction.rawValue >= 8 else { return nil }
        return coarseProgress.isWorthALook
            ? coarse.raster(of: area, reducedBy: reduction)
            : thumbnail.raster(of: area, reducedBy: reduction)
    }
}

extension RowProgress: ScanProgress {}

extension PhotoBytes {
    /// Lends the bytes to a pass of `JPEGTiling`, with all cores; pages that were passed are dropped.
    func withInput<Result>(partBytes: Int = .max, _ body: (JPEGInput) -> Result) -> Result {
        withUnsafeBytes { source in
            var reclaimer = PageReclaimer(of: self)
            var input = JPEGInput(source)
            input.partBytes = partBytes
            input.concurrentPerform = { WorkThread.concurrentPerform(iterations: $0, $1) }
            input.didPass = { reclaimer.pass($0) }
            input.waitForBytes = waitForBytes
            return body(input)
        }
    }
}

/// The single scan that a progressive JPEG is transcoded to, read while it is being written.
///
/// It lies in a file without a name, or in memory if there is no folder for one.
struct BaselineFile: Sendable {
    let bytes: PhotoBytes
    /// About how many bytes it has on the disk.
    let byteCount: Int
    private let file: SpillFile?
    private let memory: MappedMemory

    /// - Throws: `.noRoom` if there is none, neither on the disk nor in memory.
    init(
        reserving most: Int, expecting expected: Int, within options: DecodingOptions
    ) throws(DecodingFailure) {
        let made: (file: SpillFile?, pages: MappedMemory?)
        do throws(DecodingFailure) {
            let file = try SpillFile(reserving: most, expecting: expected, within: options)
            made = (file, file.map())
        } catch {
            guard expected <= DecodingLimits.transcodedBytesInMemory else { throw error }
            made = (nil, try? MappedMemory(byteCount: most, isReserved: false))
        }
        guard let pages = made.pages else { throw .outOfMemory }
        file = made.file
        byteCount = made.file == nil ? 0 : expected
        memory = pages
        bytes = PhotoBytes(pages)
    }

    func write(_ part: UnsafeRawBufferPointer, at offset: Int) throws(DecodingFailure) {
        guard offset + part.count <= bytes.count else {
            throw .damaged(.tooMuchData)
        }
        if let file {
            try file.write(part, at: offset)
        } else {
            memory.write(part, at: offset)
        }
    }
}
