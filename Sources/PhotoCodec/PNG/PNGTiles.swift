internal import Imaging

/// The tiles of a PNG: its rows are decoded once into a spill file, and read back as they are needed.
struct PNGTiles: TileProvider {
    /// Reductions that are made while rows are decoded; the others are made from the photo itself.
    private static let kept: [Reduction] = [.eighth, .sixteenth, .thirtySecond]

    let progress: RowProgress
    private let decoder: PNGDecoder
    private let numbers: PNGNumbers?
    /// Without room for the photo itself these are its reductions only.
    private let levels: [Reduction: SpilledMipLevel]
    private let spillBytes: Int

    init(_ decoder: PNGDecoder, within means: DecodingOptions) {
        self.decoder = decoder
        numbers = PNGNumbers(decoder)
        let size = decoder.header.size
        progress = RowProgress(rows: size.height)
        // In memory they are a fiftieth of the photo, and survive a disk that fills up.
        var levels = Dictionary(
            uniqueKeysWithValues: Self.kept.map {
                ($0, SpilledMipLevel(size: size.reduced(by: $0)))
            })
        let byteCount = SpilledMipLevel.byteCount(size)
        do throws(DecodingFailure) {
            levels[.none] = SpilledMipLevel(
                size: size,
                in: try SpillFile(
                    reserving: byteCount, expecting: byteCount, within: means))
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

    var isGray: Bool { decoder.header.isGray }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample? {
        try numbers?.sample(at: point, isConverted: isConverted)
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

/// Decodes a PNG once, row after row, into levels of all sizes.
struct PNGSpilling {
    /// What is decoded at once: 32 rows of 12,000 pixels, or one of a million.
    private static let bandBytes = 3 << 19

    let decoder: PNGDecoder
    let levels: [Reduction: SpilledMipLevel]
    let progress: RowProgress

    func run() {
        decoder.bytes.withUnsafeBytes { source in
            do throws(DecodingFailure) {
                try spill(try decoder.rows(of: source))
                progress.end()
            } catch {
                progress.end(failure: error)
            }
        }
    }

    private func spill(_ reader: borrowing PNGReader) throws(DecodingFailure) {
        let size = decoder.header.size
        let rowBytes = size.width * Raster.bytesPerPixel
        let bandRows = max(1, Self.bandBytes / rowBytes)
        let band = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bandRows * rowBytes)
        defer { band.deallocate() }
        var eighth = reducer(.eighth)
        var sixteenth = reducer(.sixteenth)
        var thirtySecond = reducer(.thirtySecond)
        var passed = PageReclaimer(of: decoder.bytes)
        var row = 0
        while row < size.height, !progress.isAbandoned {
            passed.pass(reader.offset)
            let wanted = min(bandRows, size.height - row)
            let got = reader.readRows(wanted, into: band)
            keep(band, rows: got, from: row)
            try eighth?.add(band, count: got)
            try sixteenth?.add(band, count: got)
            try thirtySecond?.add(band, count: got)
            row += got
            if got < wanted {
                guard row > 0 else { throw reader.failure }
                progress.note(PNGDecoder.damage(reader.failure))
                break
            }
            progress.announce(rows: row)
        }
        try eighth?.finish()
        try sixteenth?.finish()
        try thirtySecond?.finish()
    }

    /// On a full disk the reductions go on alone.
    private func keep(_ band: UnsafeMutableBufferPointer<UInt8>, rows: Int, from row: Int) {
        guard let level = levels[.none], rows > 0, progress.failure == nil else { return }
        let byteCount = rows * level.size.width * Raster.bytesPerPixel
        let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(band)[..<byteCount])
        do throws(DecodingFailure) {
            try level.write(bytes, fromRow: row)
        } catch {
            progress.fail(error)
        }
    }

    private func reducer(_ reduction: Reduction) -> RowReducer? {
        guard let level = levels[reduction] else { return nil }
        return RowReducer(decoder.boxes(reduction), into: level)
    }
}
