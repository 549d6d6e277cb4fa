internal import Files
internal import Imaging
internal import Synchronization

/// A plane of a FITS picture stored in compressed tiles; each tile is decompressed separately.
final class FITSPackedPicture: FITSPlanePicture {
    let image: FITSImage
    private let table: FITSTileTable
    private let decoder: FITSTileDecoder
    private let plane: Int
    private let bytes: PhotoBytes
    private let pixels: FITSPixels
    private let mosaic: BlockMosaicReader
    /// The reused memory for decompressed tiles.
    private let scratch = PixelPool()
    /// The reused memory for compressed tiles.
    private let packed = PixelPool()
    /// The cached samples of the tile that the inspector read last.
    private let lastTile = Mutex<(tile: PixelPoint, samples: [UInt8])?>(nil)

    convenience init(
        _ image: FITSImage, _ table: FITSTileTable, plane: Int, in bytes: PhotoBytes
    ) throws(DecodingFailure) {
        let unstretched = FITSPackedPicture(
            image, table, plane, bytes, FITSPixels(image, from: 0, to: 1))
        self.init(image, table, plane, bytes, try unstretched.stretchedPixels())
    }

    private init(
        _ image: FITSImage, _ table: FITSTileTable, _ plane: Int, _ bytes: PhotoBytes,
        _ pixels: FITSPixels
    ) {
        (self.image, self.table, self.plane) = (image, table, plane)
        (self.bytes, self.pixels) = (bytes, pixels)
        decoder = FITSTileDecoder(image, table)
        mosaic = BlockMosaicReader(of: image.size, in: table.block)
    }

    func through(_ curve: ToneCurve?) -> any RegionPicture {
        var pixels = pixels
        pixels.curve = curve
        return FITSPackedPicture(image, table, plane, bytes, pixels)
    }

    var size: PixelSize { image.size }
    let access = RegionAccess.blocks
    var block: PixelSize { table.block }
    var isTiled: Bool { block.width < size.width }
    /// The number of bytes needed for a tile as quantised integers, as samples, and as pixels.
    var unpackingBytes: Int {
        (table.tile.productWithoutOverflow ?? 0) * (8 + image.dataType.byteCount)
            + block.width * block.height * Raster.bytesPerPixel
    }
    var hasAlpha: Bool { image.mayLackValues }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        return try mosaic.decode(area, into: target, at: point) {
            (column, row, block, end) throws(DecodingFailure) in
            do throws(DecodingFailure) {
                return try writeTile(column, row, into: block, at: end)
            } catch .damaged(let damage) {
                note(damage)
                clear(column, row, of: block, at: end)
                return false
            }
        }
    }

    private func writeTile(
        _ column: Int, _ row: Int, into target: PixelBlock, at end: PixelPoint
    ) throws(DecodingFailure) -> Bool {
        let area = mosaic.area(column: column, row: row)
        var isOpaque = true
        try withSamples(column, row) { samples in
            for line in 0..<area.size.height {
                guard let pixel = target.pixel(x: end.x, y: end.y + line) else { return }
                let start = samples + line * area.size.width * image.dataType.byteCount
                let isRowOpaque = pixels.write(
                    area.size.width, at: PixelPoint(x: area.minX, y: area.minY + line),
                    from: start, to: pixel)
                isOpaque = isOpaque && isRowOpaque
            }
        }
        return isOpaque
    }

    private func clear(_ column: Int, _ row: Int, of target: PixelBlock, at end: PixelPoint) {
        let size = mosaic.area(column: column, row: row).size
        for line in 0..<size.height {
            target.pixel(x: end.x, y: end.y + line)?.update(
                repeating: 0, count: size.width * Raster.bytesPerPixel)
        }
    }

    /// Decompresses a tile, and passes the samples of this plane to `body`, row after row.
    private func withSamples(
        _ column: Int, _ row: Int, _ body: (UnsafeRawPointer) -> Void
    ) throws(DecodingFailure) {
        let stored = table.entry(column: column, row: row, plane: plane)
        let memory = try scratch.borrow(byteCount: stored.count * image.dataType.byteCount)
        defer { scratch.giveBack(memory) }
        try decoder.decode(stored, of: bytes, from: packed, into: memory.bytes)
        let planeBytes = stored.size.width * stored.size.height * image.dataType.byteCount
        if let start = memory.bytes.baseAddress {
            body(UnsafeRawPointer(start) + stored.plane * planeBytes)
        }
    }

    func expect(_ area: PixelRect) {
        for row in area.minY / block.height...(area.maxY - 1) / block.height {
            for column in area.minX / block.width...(area.maxX - 1) / block.width {
                let number = table.entry(column: column, row: row, plane: plane).row
                // Damage to a tile is reported when the tile is decoded.
                if let found = try? table.row(number, in: bytes) { bytes.expect(found.range) }
            }
        }
    }

    func forEachRun(
        _ body: (_ count: Int, UnsafeRawPointer?) -> Void
    ) throws(DecodingFailure) {
        for row in 0...(size.height - 1) / block.height {
            for column in 0...(size.width - 1) / block.width {
                let count = mosaic.area(column: column, row: row).size.area ?? 0
                // A damaged tile does not affect the range; displaying the tile reports the damage.
                do throws(DecodingFailure) {
                    try withSamples(column, row) { body(count, $0) }
                } catch .damaged {
                    body(count, nil)
                }
            }
        }
    }

    /// Returns the samples of a tile, and caches them until another tile is read.
    private func samples(ofTile column: Int, _ row: Int) throws(DecodingFailure) -> [UInt8] {
        let key = PixelPoint(x: column, y: row)
        if let known = lastTile.withLock({ $0?.tile == key ? $0?.samples : nil }) { return known }
        let size = mosaic.area(column: column, row: row).size
        var samples: [UInt8] = []
        try withSamples(column, row) { start in
            samples = Array(
                UnsafeRawBufferPointer(
                    start: start, count: size.width * size.height * image.dataType.byteCount))
        }
        let kept = samples
        lastTile.withLock { $0 = (key, kept) }
        return samples
    }

    func sample(
        at point: PixelPoint, isConverted: Bool
    ) throws(DecodingFailure) -> PhotoSample {
        let (column, row) = (point.x / block.width, point.y / block.height)
        let tile = mosaic.area(column: column, row: row)
        let offset = (point.y - tile.minY) * tile.size.width + point.x - tile.minX
        let samples = try samples(ofTile: column, row)
        return try samples.withUnsafeBufferPointer { bytes throws(DecodingFailure) in
            guard let start = bytes.baseAddress else { throw .damaged(.tooLittleData) }
            return image.sample(
                of: UnsafeRawPointer(start + offset * image.dataType.byteCount),
                at: point, isConverted: isConverted)
        }
    }

    /// Returns finite values from several tiles, spread over the plane.
    func spacedValues() -> [Double] {
        let (across, down) = (
            (size.width - 1) / block.width + 1, (size.height - 1) / block.height + 1
        )
        let taken = min(across * down, Self.sampledTiles)
        return (0..<taken).flatMap { sample -> [Double] in
            let tile = across * down / taken * sample
            let (column, row) = (tile % across, tile / across)
            guard let count = mosaic.area(column: column, row: row).size.area else { return [] }
            var values: [Double] = []
            try? withSamples(column, row) { samples in
                let step = max(1, count * taken / ZScale.sampleCount)
                values = stride(from: step / 2, to: count, by: step)
                    .map { pixels.value($0, of: samples) }
            }
            return values.filter(\.isFinite)
        }
    }

    /// The maximum number of tiles from which a large plane's range is estimated.
    ///
    /// These tiles take 50 ms if each is a row of 30,000 samples.
    private static let sampledTiles = 100
}
