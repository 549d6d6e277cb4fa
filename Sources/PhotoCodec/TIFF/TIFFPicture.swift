internal import Files
internal import Imaging
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A picture of a TIFF, whose areas or rows are decoded without applying the orientation.
final class TIFFPicture: RegionPicture {
    /// The maximum size, in bytes, of a block whose memory is reused.
    private static let keptBytes = 4 << 20

    /// The number of a tile's top rows that are read for the first preview.
    private static let tops = 4

    let layout: TIFFLayout
    let bytes: PhotoBytes
    let readers: TIFFReaders
    let pixels: TIFFPixels
    /// The reused memory for blocks and rows.
    private let scratch: PixelPool
    /// The reused memory for compressed bytes.
    private let packed = PixelPool()
    private let mosaic: BlockMosaicReader

    init(_ layout: TIFFLayout, in bytes: PhotoBytes, pixels: TIFFPixels) {
        self.layout = layout
        self.bytes = bytes
        self.pixels = pixels
        readers = TIFFReaders(bytes, directory: layout.offset)
        // The memory of one block per core is reused, unless blocks are large.
        scratch = PixelPool(
            idleBytes: min(layout.blocks.blockBytes, Self.keptBytes) * WorkThread.coreCount)
        mosaic = BlockMosaicReader(of: layout.size, in: layout.blocks.block)
    }

    var size: PixelSize { layout.size }
    var hasAlpha: Bool { pixels.hasAlpha }
    var access: RegionAccess { layout.access }
    var block: PixelSize { layout.blocks.block }
    var isTiled: Bool { layout.blocks.isTiled }
    /// The number of bytes for the samples and pixels of a block; 0 if rows are read directly.
    var unpackingBytes: Int {
        guard access == .blocks else { return 0 }
        return layout.blocks.blockBytes * layout.samples.planes.count
            + block.width * block.height * Raster.bytesPerPixel
    }

    func withRows(
        _ body: (any PictureRowReader) throws(DecodingFailure) -> Void
    ) throws(DecodingFailure) {
        try body(try TIFFRowReader(self))
    }

    func decode(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint,
        note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        let isWhole =
            layout.access == .plain
            ? try copyRows(area, into: target, at: point, note: note)
            : try mosaic.decode(area, into: target, at: point) {
                (column, row, block, end) throws(DecodingFailure) in
                try decodeBlock(column, row, into: block, at: end, note: note)
            }
        return isWhole && !hasAlpha
    }

    func expect(_ area: PixelRect) {
        let blocks = layout.blocks
        for row in area.minY / block.height...(area.maxY - 1) / block.height {
            for column in area.minX / block.width...(area.maxX - 1) / block.width {
                // A wrong offset is reported when the block is read.
                for case let range? in (try? byteRanges(column, row)) ?? [] {
                    guard layout.access == .plain else {
                        bytes.expect(range)
                        continue
                    }
                    let wanted = blocks.area(column: column, row: row).intersection(area)
                    let first = (wanted.minY - row * block.height) * blocks.rowBytes
                    guard first < range.count else { continue }
                    rowBand(of: area).expect(
                        bytes, rows: wanted.size.height, at: range.lowerBound + first)
                }
            }
        }
    }

    /// The number of top rows to read first; 0 for strips, low tiles, and subsampled chroma.
    var topRows: Int {
        let isHigh = isTiled && block.height >= 32 * Self.tops
        return isHigh && layout.samples.chroma == nil ? Self.tops : 0
    }

    func expectTops(_ area: PixelRect) {
        guard access == .blocks, topRows > 0 else { return expect(area) }
        for column in 0..<layout.blocks.columns {
            for case let range? in (try? byteRanges(column, area.minY / block.height)) ?? [] {
                // The range has twice the share of the rows, because the top rows may compress less
                // well.
                let count = 2 * range.count * area.size.height / block.height
                bytes.expect(range.prefix(count))
            }
        }
    }

    func decodeTops(_ area: PixelRect, into target: PixelBlock) throws(DecodingFailure) -> Bool {
        guard access == .blocks, topRows > 0 else {
            return try decode(area, into: target, at: .origin) { _ in }
        }
        var isWhole = true
        for column in 0..<layout.blocks.columns {
            let point = PixelPoint(x: column * block.width, y: 0)
            isWhole =
                try decodeBlock(
                    column, area.minY / block.height, rows: area.size.height, into: target,
                    at: point
                ) { _ in } && isWhole
        }
        return isWhole && !hasAlpha
    }

    /// Decompresses a block or its first rows and writes pixels; returns false if some are missing.
    private func decodeBlock(
        _ column: Int, _ row: Int, rows: Int? = nil, into target: PixelBlock,
        at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        let block = layout.blocks.area(column: column, row: row)
        let area = PixelRect(
            x: block.minX, y: block.minY, width: block.size.width,
            height: rows ?? block.size.height)
        var isWritten = false
        do throws(DecodingFailure) {
            try withSamples(column, row, rows: rows) { samples in
                for y in 0..<area.size.height {
                    write(samples, row: y, of: area, to: target, at: point)
                }
                isWritten = true
            }
            return true
        } catch .damaged(let damage) where bytes.ranges == nil {
            // Bytes that did not arrive over a network are not damage: a later request may succeed.
            note(damage)
            if !isWritten { target.clear(PixelRect(origin: point, size: area.size)) }
            return false
        }
    }

    /// The decompressed samples of a block, one plane after the other.
    struct BlockSamples {
        let start: UnsafeRawPointer
        let rowBytes: Int
        let planeBytes: Int

        func row(_ row: Int, plane: Int) -> UnsafeRawPointer {
            start + plane * planeBytes + row * rowBytes
        }
    }

    /// Passes the samples of a block to `body`, even if only some of them can be decompressed.
    ///
    /// - Throws: after the call of `body`, the failure of the block.
    func withSamples(
        _ column: Int, _ row: Int, rows: Int? = nil, _ body: (BlockSamples) -> Void
    ) throws(DecodingFailure) {
        let blocks = layout.blocks
        let planes = layout.samples.planes
        let byteCount = rows.map { $0 * blocks.rowBytes } ?? blocks.blockBytes
        let memory = try scratch.borrow(byteCount: blocks.blockBytes * planes.count)
        defer { scratch.giveBack(memory) }
        try readers.withReader { reader, source throws(DecodingFailure) in
            var failure: DecodingFailure?
            for (number, plane) in planes.enumerated() {
                let start = number * blocks.blockBytes
                let target = UnsafeMutableRawBufferPointer(
                    rebasing: memory.bytes[start..<(start + byteCount)])
                do throws(DecodingFailure) {
                    try unpack(column, row, plane, by: reader, of: source, into: target)
                } catch {
                    failure = failure ?? error
                }
            }
            // If nothing was decompressed, the memory contains zeros.
            let isEmpty =
                failure != nil
                && planes.indices.allSatisfy { number in
                    let start = number * blocks.blockBytes
                    return UnsafeMutableRawBufferPointer(
                        rebasing: memory.bytes[start..<(start + byteCount)]
                    ).areZeros
                }
            if let base = memory.bytes.baseAddress, !isEmpty {
                body(
                    BlockSamples(
                        start: base, rowBytes: blocks.rowBytes, planeBytes: blocks.blockBytes))
            }
            if let failure { throw failure }
        }
    }

    private func unpack(
        _ column: Int, _ row: Int, _ plane: Int, by reader: TIFFReader,
        of source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) throws(DecodingFailure) {
        let blocks = layout.blocks
        var isWritten = false
        // The memory is reused, and may contain samples of another block.
        defer { if !isWritten { target.clear() } }
        let strile = blocks.strile(column: column, row: row, plane: plane)
        let range = try byteRange(of: strile, by: reader, in: source.count)
        guard !range.isEmpty else { return }
        let height = blocks.area(column: column, row: row).size.height
        let count = blocks.isTiled ? target.count : reader.stripBytes(rows: height)
        guard count > 0, count <= target.count else { throw .damaged(.badData) }
        let bytes = UnsafeMutableRawBufferPointer(rebasing: target[..<count])
        if let first = share(of: range, for: count) {
            isWritten = try decode(strile, first, by: reader, into: bytes)
        }
        if !isWritten { isWritten = try decode(strile, range, by: reader, into: bytes) }
        guard !isWritten else { return }
        // The first part of a damaged block is decompressed, and the other part stays black.
        let damage = reader.damage
        target.clear()
        isWritten = true
        _ = try decode(strile, range, by: reader, into: bytes)
        throw .damaged(damage)
    }

    /// Returns the bytes that probably contain a tile's first rows; `nil` if all bytes are needed.
    ///
    /// Strips and JPEG tiles are read whole; the JPEG decoder would accept truncated data.
    private func share(of bytes: Range<Int>, for count: Int) -> Range<Int>? {
        let share = max(MappedMemory.pageBytes, 2 * bytes.count * count / layout.blocks.blockBytes)
        let isPart = isTiled && !layout.samples.isJPEG && share < bytes.count
        return isPart ? bytes.prefix(share) : nil
    }

    /// Decompresses bytes of the file; first copies reversed bits, which libtiff changes in place.
    private func decode(
        _ strile: Int, _ range: Range<Int>, by reader: TIFFReader,
        into target: UnsafeMutableRawBufferPointer
    ) throws(DecodingFailure) -> Bool {
        try bytes.lend(range, from: packed) { packed in
            layout.blocks.isReversed
                ? [UInt8](packed).withUnsafeBytes {
                    reader.decode(strile, packed: $0, into: target)
                } : reader.decode(strile, packed: packed, into: target)
        }
    }

    private func write(
        _ samples: BlockSamples, row: Int, of area: PixelRect, to target: PixelBlock,
        at point: PixelPoint
    ) {
        guard let pixel = target.pixel(x: point.x, y: point.y + row) else { return }
        if let chroma = pixels.format.chroma {
            chroma.write(
                row: row, columns: 0..<area.size.width, width: layout.blocks.block.width,
                to: pixel, from: samples.start)
            return
        }
        let wanted = TIFFPixels.Row(
            first: 0, count: area.size.width,
            origin: PixelPoint(x: area.minX, y: area.minY + row))
        pixels.write(wanted, to: pixel) { samples.row(row, plane: $0) }
    }

    /// Reads uncompressed rows and writes their pixels; returns false if some rows are missing.
    private func copyRows(
        _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        let height = block.height
        let band = rowBand(of: area)
        let memory = try scratch.borrow(byteCount: band.byteCount * layout.samples.planes.count)
        defer { scratch.giveBack(memory) }
        var isWhole = true
        for strip in area.minY / height...(area.maxY - 1) / height {
            let wanted = layout.blocks.area(column: 0, row: strip).intersection(area)
            let ranges = try byteRanges(0, strip)
            for top in stride(from: wanted.minY, to: wanted.maxY, by: band.rows) {
                let rows = top..<min(top + band.rows, wanted.maxY)
                let there = read(band, rows.count, from: top - strip * height, ranges, memory)
                for row in rows {
                    let end = PixelPoint(x: point.x, y: point.y + row - area.minY)
                    write(
                        row - top < there ? band : nil, row - top,
                        of: PixelRect(x: area.minX, y: row, width: band.columns, height: 1),
                        from: memory, to: target, at: end)
                }
                // An omitted strip is not damage.
                let isLeftOut = ranges.allSatisfy { $0?.isEmpty ?? false }
                isWhole = isWhole && (there == rows.count || isLeftOut)
            }
        }
        if !isWhole { note(.endsEarly) }
        return isWhole
    }

    private func rowBand(of area: PixelRect) -> RowBand {
        RowBand(
            of: area, width: size.width, fileRowBytes: layout.blocks.rowBytes,
            pixelBits: layout.samples.sampleBits * layout.samples.step)
    }

    /// Returns the ranges of the planes of a tile or strip; `nil` for a plane outside the file.
    func byteRanges(_ column: Int, _ row: Int) throws(DecodingFailure) -> [Range<Int>?] {
        try readers.withReader { reader, source in
            layout.samples.planes.map { plane in
                let strile = layout.blocks.strile(column: column, row: row, plane: plane)
                return try? byteRange(of: strile, by: reader, in: source.count)
            }
        }
    }

    /// Returns the range of a tile or strip, which is computed for the further planes of a stack.
    private func byteRange(
        of strile: Int, by reader: TIFFReader, in count: Int
    ) throws(DecodingFailure) -> Range<Int> {
        let range = try reader.byteRange(of: strile, in: count)
        guard layout.stackOffset > 0 else { return range }
        let start = min(range.lowerBound + layout.stackOffset, count)
        return start..<min(start + layout.blocks.blockBytes, count)
    }

    /// Reads rows of a strip from row `number` on; returns how many are present in all planes.
    private func read(
        _ band: RowBand, _ count: Int, from number: Int, _ ranges: [Range<Int>?],
        _ memory: MappedMemory
    ) -> Int {
        let rowBytes = layout.blocks.rowBytes
        var there = count
        for (plane, index) in ranges.enumerated() {
            let known = index.map { max(0, $0.count / rowBytes - number) } ?? 0
            let bytesOfPlane = (plane * band.byteCount)..<((plane + 1) * band.byteCount)
            let target = UnsafeMutableRawBufferPointer(rebasing: memory.bytes[bytesOfPlane])
            there = band.read(
                bytes, rows: min(there, known),
                at: (index?.lowerBound ?? 0) + number * rowBytes, into: target)
            UnsafeMutableRawBufferPointer(rebasing: target[..<(there * band.rowBytes)])
                .swapSamples(ofBytes: layout.samples.swappedBytes)
        }
        return there
    }

    /// Writes a row; if `band` is `nil`, the row is missing and becomes transparent.
    private func write(
        _ band: RowBand?, _ row: Int, of area: PixelRect, from memory: MappedMemory,
        to target: PixelBlock, at point: PixelPoint
    ) {
        guard let pixel = target.pixel(x: point.x, y: point.y),
            let start = memory.bytes.baseAddress
        else { return }
        guard let band else {
            pixel.update(repeating: 0, count: area.size.width * Raster.bytesPerPixel)
            return
        }
        let wanted = TIFFPixels.Row(
            first: band.first, count: area.size.width, origin: area.origin)
        pixels.write(wanted, to: pixel) {
            UnsafeRawPointer(start) + $0 * band.byteCount + row * band.rowBytes
        }
    }
}

extension UnsafeMutableRawBufferPointer {
    fileprivate func clear() { initializeMemory(as: UInt8.self, repeating: 0) }
}

extension UnsafeMutableRawBufferPointer {
    /// True if all bytes are zeros.
    ///
    /// A block may have 128 MB, so the comparison uses `memcmp`, which is limited only by the speed
    /// of memory.
    var areZeros: Bool {
        guard count > 0, let start = baseAddress, self[0] == 0 else { return isEmpty }
        return memcmp(start, start + 1, count - 1) == 0
    }
}

extension TIFFSampleFormat {
    var sampleBits: Int {
        switch dataType {
        case .codes(let bits): bits
        case .measured(let kind): kind.byteCount * 8
        }
    }

    /// The size, in bytes, of the units whose bytes must be reversed; 1 without such units.
    var swappedBytes: Int {
        guard isSwapped else { return 1 }
        return switch dataType {
        case .codes(let bits): max(1, bits / 8)
        case .measured(let kind): kind.partBytes
        }
    }
}
