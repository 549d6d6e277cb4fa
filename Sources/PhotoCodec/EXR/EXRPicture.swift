internal import CEXR
internal import Files
internal import Imaging
internal import Synchronization

/// A page of an OpenEXR, at full size or at a smaller level; any area is decoded in blocks.
final class EXRPicture: AdjustablePicture {
    private let reader: EXRReader
    private let part: EXRPart
    private let layer: EXRLayer
    private let level: Int
    private let pixels: EXRPixels
    private let mosaic: BlockMosaicReader
    /// The memory for the samples of blocks, reused by later blocks.
    private let scratch = PixelPool()
    /// The cached samples of the block that the inspector read last.
    private let lastBlock = Mutex<(block: PixelPoint, samples: [UInt8])?>(nil)
    let size: PixelSize

    /// Creates the full-size picture; its samples determine the range to show.
    convenience init(_ layer: EXRLayer, of part: EXRPart, in reader: EXRReader) {
        let raw = EXRPicture(
            layer, part, reader, level: 0, size: part.size, EXRPixels(layer, part.primaries))
        let pixels = raw.pixels.stretched(over: raw.sampledValues())
        self.init(layer, part, reader, level: 0, size: part.size, pixels)
    }

    private init(
        _ layer: EXRLayer, _ part: EXRPart, _ reader: EXRReader, level: Int, size: PixelSize,
        _ pixels: EXRPixels
    ) {
        (self.layer, self.part, self.reader) = (layer, part, reader)
        (self.level, self.size, self.pixels) = (level, size, pixels)
        block = part.block
        mosaic = BlockMosaicReader(of: size, in: part.block)
    }

    func through(_ curve: ToneCurve?) -> any RegionPicture {
        EXRPicture(layer, part, reader, level: level, size: size, pixels.through(curve))
    }

    /// Returns the level for a reduction; `nil` if the level is missing or has a different size.
    func reduced(by reduction: Reduction) -> EXRPicture? {
        let level = reduction.rawValue.trailingZeroBitCount
        guard level < part.levels, let own = reader.size(ofLevel: level, part: part.number) else {
            return nil
        }
        let up = size.reduced(by: reduction)
        let down = PixelSize(
            width: max(1, size.width / reduction.rawValue),
            height: max(1, size.height / reduction.rawValue))
        guard own == up || own == down else { return nil }
        return EXRPicture(layer, part, reader, level: level, size: own, pixels)
    }

    let block: PixelSize
    let access = RegionAccess.blocks
    var isTiled: Bool { part.tile != nil }
    var unpackingBytes: Int { blockBytes + 2 * part.chunkBytes }
    var hasAlpha: Bool { layer.hasAlpha }
    var isGray: Bool { layer.colourCount == 1 }
    var hasHighRange: Bool { pixels.hasHighRange }

    private var blockBytes: Int {
        block.width * block.height * layer.channels.count * EXRPlanes.sampleBytes
    }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        return try mosaic.decode(area, into: target, at: point) {
            (column, row, block, end) throws(DecodingFailure) in
            let (isOpaque, isWhole) = try decodeBlock(column, row, into: block, at: end)
            if !isWhole { note(.badData) }
            return isOpaque && isWhole
        }
    }

    /// The number of top rows to decode for a preview; 0 for lines, and for low tiles.
    ///
    /// The top rows take half the time of a block, because converting a block to pixels takes as
    /// long as decompressing the block.
    var topRows: Int { isTiled && block.height >= 32 * Self.tops ? Self.tops : 0 }
    /// The number of rows whose decompression takes as long as reading the top rows.
    ///
    /// Uncompressed samples are unpacked in a quarter of the time.
    var topCost: Int { part.isCompressed ? block.height : block.height / 4 }
    private static let tops = 4

    func decodeTops(_ area: PixelRect, into target: PixelBlock) throws(DecodingFailure) -> Bool {
        var isOpaque = true
        for column in 0...(area.maxX - 1) / block.width {
            let found = try decodeBlock(
                column, area.minY / block.height, rows: area.size.height, into: target,
                at: PixelPoint(x: column * block.width, y: 0))
            isOpaque = isOpaque && found.isOpaque && found.isWhole
        }
        return isOpaque
    }

    /// Decompresses a block, and writes the pixels of all its rows or of the first `rows`.
    private func decodeBlock(
        _ column: Int, _ row: Int, rows: Int? = nil, into target: PixelBlock, at end: PixelPoint
    ) throws(DecodingFailure) -> (isOpaque: Bool, isWhole: Bool) {
        let covered = mosaic.area(column: column, row: row)
        var (isOpaque, isWhole) = (true, true)
        try withPlanes(column, row) { planes in
            for line in 0..<(rows ?? covered.size.height) {
                guard let pixel = target.pixel(x: end.x, y: end.y + line) else { return }
                guard planes.hasLine(line) else {
                    pixel.update(
                        repeating: 0, count: covered.size.width * Raster.bytesPerPixel)
                    isWhole = false
                    continue
                }
                let start = PixelPoint(x: covered.minX, y: covered.minY + line)
                isOpaque = pixels.write(line, of: planes, at: start, to: pixel) && isOpaque
            }
        }
        return (isOpaque, isWhole)
    }

    /// Passes the samples of a block to `body`.
    private func withPlanes(
        _ column: Int, _ row: Int, _ body: (EXRPlanes) -> Void
    ) throws(DecodingFailure) {
        let area = mosaic.area(column: column, row: row)
        let memory = try scratch.borrow(byteCount: blockBytes)
        defer { scratch.giveBack(memory) }
        guard let start = memory.bytes.baseAddress else { throw .outOfMemory }
        var planes = EXRPlanes(layer.channels, area.size, at: start)
        guard part.tile == nil else {
            let tile = cexr_block(
                is_tile: 1, x: Int32(column), y: Int32(row), level: Int32(level),
                width: Int32(area.size.width), height: Int32(area.size.height))
            if !reader.decode(tile, ofPart: part.number, to: planes.targets(fromLine: 0)) {
                planes.missing = [0..<area.size.height]
            }
            return body(planes)
        }
        for line in stride(from: 0, to: area.size.height, by: part.lines) {
            let count = min(part.lines, area.size.height - line)
            let lines = cexr_block(
                is_tile: 0, x: 0, y: Int32(area.minY + line), level: 0,
                width: Int32(area.size.width), height: Int32(count))
            if !reader.decode(lines, ofPart: part.number, to: planes.targets(fromLine: line)) {
                planes.missing.append(line..<(line + count))
            }
        }
        body(planes)
    }

    func sample(
        at point: PixelPoint, isConverted _: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let position = PixelPoint(x: point.x / block.width, y: point.y / block.height)
        let area = mosaic.area(column: position.x, row: position.y)
        var samples = try samples(ofBlock: position)
        let column = point.x - area.minX
        let line = point.y - area.minY
        let values = samples.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { start in
                let planes = EXRPlanes(layer.channels, area.size, at: start)
                return (0..<layer.colourCount).map { planes.value($0, column, line) }
            }
        }
        let isLight = if case .measure = layer { false } else { true }
        return PhotoSample(
            values: values ?? [], bits: layer.channels.map(\.bits).max() ?? 32,
            isConverted: isLight)
    }

    /// Returns the samples of a block, and caches them until another block is read.
    private func samples(ofBlock point: PixelPoint) throws(DecodingFailure) -> [UInt8] {
        if let known = lastBlock.withLock({ $0?.block == point ? $0?.samples : nil }) {
            return known
        }
        var samples: [UInt8]?
        let count = blockBytes
        try withPlanes(point.x, point.y) { planes in
            guard planes.missing.isEmpty else { return }
            samples = Array(UnsafeRawBufferPointer(start: planes.start, count: count))
        }
        guard let samples else { throw .damaged(.badData) }
        lastBlock.withLock { $0 = (point, samples) }
        return samples
    }

    /// The approximate number of samples from which a picture's range is estimated.
    private static let sampledCount = 1 << 14
    /// The maximum number of blocks read for the estimate.
    private static let sampledBlocks = 16
    /// The maximum number of bytes read for the estimate, unless a single block has more.
    private static let sampledBytes = 32 << 20

    /// Returns samples of the channels that the inspector shows, spread over the picture.
    private func sampledValues() -> [Float] {
        let across = (size.width - 1) / block.width + 1
        let count = across * ((size.height - 1) / block.height + 1)
        let taken = min(
            count, Self.sampledBlocks, max(1, Self.sampledBytes / max(1, blockBytes)))
        return (0..<taken).flatMap { sample -> [Float] in
            let number = (2 * sample + 1) * count / (2 * taken)
            var found: [Float] = []
            // Damage is reported when the block is decoded for the screen.
            try? withPlanes(number % across, number / across) { planes in
                guard planes.missing.isEmpty else { return }
                found = planes.sampledValues(
                    channels: layer.colourCount, about: Self.sampledCount / taken)
            }
            return found
        }
    }
}
