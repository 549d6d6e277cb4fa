internal import Files
internal import Imaging
internal import Synchronization

/// A picture of a TIFF: the pixels of any area of it, as it is stored.
final class TIFFPicture: Sendable {
    /// What is kept of blocks that areas share with their neighbours.
    private static let sharedBytes = 32 << 20
    /// After so many rows that are not packed their pages are given back: the system maps 64 kB for each.
    private static let bandRows = 64

    let layout: TIFFLayout
    let bytes: PhotoBytes
    let readers: TIFFReaders
    let pixels: TIFFPixels
    /// What blocks are unpacked into.
    private let scratch = PixelPool()
    private let shared = Mutex(LRUCache<Int, Tile>(costLimit: sharedBytes))

    init(_ layout: TIFFLayout, in bytes: PhotoBytes, pixels: TIFFPixels) {
        self.layout = layout
        self.bytes = bytes
        self.pixels = pixels
        readers = TIFFReaders(bytes, directory: layout.offset)
    }

    var size: PixelSize { layout.size }

    /// Writes an area's pixels to a place in a block; what is missing is transparent, and noted.
    ///
    /// - Returns: whether all pixels are opaque.
    /// - Precondition: the picture is not one whose rows only come one after the other.
    func decode(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint,
        note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        precondition(PixelRect(size).contains(area), "it has these pixels")
        guard layout.access == .plain else {
            return try decodeBlocks(area, into: target, at: place, note: note) && !pixels.hasAlpha
        }
        var isWhole = true
        for top in stride(from: area.minY, to: area.maxY, by: Self.bandRows) {
            let band = PixelRect(
                x: area.minX, y: top, width: area.size.width, height: Self.bandRows)
            let end = PixelPoint(x: place.x, y: place.y + top - area.minY)
            isWhole =
                try copyRows(band.intersection(area), into: target, at: end, note: note) && isWhole
        }
        return isWhole && !pixels.hasAlpha
    }

    private func decodeBlocks(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint,
        note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        let block = layout.blocks.block
        var isWhole = true
        for row in area.minY / block.height...(area.maxY - 1) / block.height {
            for column in area.minX / block.width...(area.maxX - 1) / block.width {
                let covered = layout.blocks.area(column: column, row: row)
                let part = covered.intersection(area)
                let end = PixelPoint(
                    x: place.x + part.minX - area.minX, y: place.y + part.minY - area.minY)
                if part == covered {
                    isWhole =
                        try decodeBlock(column, row, into: target, at: end, note: note) && isWhole
                } else {
                    let tile = try sharedBlock(column, row, note: note)
                    let source = PixelRect(
                        x: part.minX - covered.minX, y: part.minY - covered.minY,
                        width: part.size.width, height: part.size.height)
                    tile.block.copy(source, to: target, at: end)
                    isWhole = isWhole && tile.isOpaque
                }
            }
        }
        return isWhole
    }

    /// A block that more than one area needs; `isOpaque` says that nothing of it is missing.
    private func sharedBlock(
        _ column: Int, _ row: Int, note: (Damage) -> Void
    ) throws(DecodingFailure) -> Tile {
        let number = layout.blocks.strile(column: column, row: row, plane: 0)
        if let tile = shared.withLock({ $0.value(for: number) }) { return tile }
        let size = layout.blocks.area(column: column, row: row).size
        let tile = try Tile(size: size, from: scratch) { block throws(DecodingFailure) in
            try decodeBlock(column, row, into: block, at: .origin, note: note)
        }
        shared.withLock { $0.insert(tile, cost: tile.byteCount, for: number) }
        return tile
    }

    /// Unpacks a block and writes its pixels; false if a part of it is missing.
    private func decodeBlock(
        _ column: Int, _ row: Int, into target: PixelBlock, at place: PixelPoint,
        note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        let area = layout.blocks.area(column: column, row: row)
        var isWritten = false
        do throws(DecodingFailure) {
            try withNumbers(column, row) { numbers in
                for y in 0..<area.size.height {
                    write(numbers, row: y, of: area, to: target, at: place)
                }
                isWritten = true
            }
            return true
        } catch .damaged(let reason) {
            note(Damage(reason: reason))
            if !isWritten { target.clear(PixelRect(origin: place, size: area.size)) }
            return false
        }
    }

    /// The numbers of a block, unpacked: one plane behind the other.
    struct BlockNumbers {
        let start: UnsafeRawPointer
        let rowBytes: Int
        let planeBytes: Int

        func row(_ row: Int, plane: Int) -> UnsafeRawPointer {
            start + plane * planeBytes + row * rowBytes
        }
    }

    /// Lends the numbers of a block to `body`, as far as they can be unpacked, if any can.
    ///
    /// - Throws: afterwards, what is wrong with it.
    func withNumbers(
        _ column: Int, _ row: Int, _ body: (BlockNumbers) -> Void
    ) throws(DecodingFailure) {
        let blocks = layout.blocks
        let planes = layout.samples.planes
        let memory = try scratch.borrow(byteCount: blocks.blockBytes * planes.count)
        defer { scratch.giveBack(memory) }
        // A damaged block is filled in part.
        memory.bytes.initializeMemory(as: UInt8.self, repeating: 0)
        try readers.withReader { reader, source throws(DecodingFailure) in
            var failure: DecodingFailure?
            for (number, plane) in planes.enumerated() {
                let start = number * blocks.blockBytes
                let target = UnsafeMutableRawBufferPointer(
                    rebasing: memory.bytes[start..<(start + blocks.blockBytes)])
                do throws(DecodingFailure) {
                    try unpack(column, row, plane, by: reader, of: source, into: target)
                } catch {
                    failure = failure ?? error
                }
            }
            let isEmpty = failure != nil && memory.bytes.allSatisfy { $0 == 0 }
            if let base = memory.bytes.baseAddress, !isEmpty {
                body(
                    BlockNumbers(
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
        let strile = blocks.strile(column: column, row: row, plane: plane)
        let place = try reader.place(of: strile, in: source.count)
        // One that was left out is all zeros.
        guard !place.isEmpty else { return }
        let height = blocks.area(column: column, row: row).size.height
        let count = blocks.isTiled ? target.count : reader.stripBytes(rows: height)
        guard count > 0, count <= target.count else {
            throw .damaged(reason: "the TIFF is damaged")
        }
        let part = UnsafeMutableRawBufferPointer(rebasing: target[..<count])
        let packed = UnsafeRawBufferPointer(rebasing: source[place])
        // libtiff turns bits around where they are.
        let isUnpacked =
            blocks.isReversed
            ? [UInt8](packed).withUnsafeBytes { reader.decode(strile, packed: $0, into: part) }
            : reader.decode(strile, packed: packed, into: part)
        bytes.forgetPages(place)
        guard isUnpacked else { throw .damaged(reason: reader.message) }
    }

    private func write(
        _ numbers: BlockNumbers, row: Int, of area: PixelRect, to target: PixelBlock,
        at place: PixelPoint
    ) {
        guard let pixel = target.pixel(x: place.x, y: place.y + row) else { return }
        if let chroma = pixels.format.chroma {
            chroma.write(
                row: row, columns: 0..<area.size.width, width: layout.blocks.block.width,
                to: pixel, from: numbers.start)
            return
        }
        let wanted = TIFFPixels.Row(
            first: 0, count: area.size.width,
            place: PixelPoint(x: area.minX, y: area.minY + row))
        pixels.write(wanted, to: pixel) { numbers.row(row, plane: $0) }
    }

    /// Copies rows that lie in the file as they are; false if some are missing.
    private func copyRows(
        _ area: PixelRect, into target: PixelBlock, at place: PixelPoint,
        note: (Damage) -> Void
    ) throws(DecodingFailure) -> Bool {
        let (height, rowBytes) = (layout.blocks.block.height, layout.blocks.rowBytes)
        var missing: Damage?
        var passed: Range<Int>?
        try readers.withReader { reader, source throws(DecodingFailure) in
            for strip in area.minY / height...(area.maxY - 1) / height {
                let rows = layout.blocks.area(column: 0, row: strip).intersection(area)
                let planes = layout.samples.planes.map { plane in
                    let strile = layout.blocks.strile(column: 0, row: strip, plane: plane)
                    return try? reader.place(of: strile, in: source.count)
                }
                for case let place? in planes where !place.isEmpty {
                    let start = place.lowerBound + (rows.minY - strip * height) * rowBytes
                    let end = start + rows.size.height * rowBytes
                    passed =
                        min(
                            passed?.lowerBound ?? start, start)..<max(
                            passed?.upperBound ?? end, end)
                }
                for y in rows.minY..<rows.maxY {
                    let end = PixelPoint(x: place.x, y: place.y + y - area.minY)
                    let row = PlainRow(
                        number: y - strip * height,
                        wanted: PixelRect(x: area.minX, y: y, width: area.size.width, height: 1))
                    if !copy(row, planes, of: source, to: target, at: end) {
                        missing = missing ?? Damage(reason: "the TIFF ends too early")
                    }
                }
            }
        }
        // Otherwise the whole file becomes resident.
        if let passed { bytes.forgetPages(passed) }
        if let missing { note(missing) }
        return missing == nil
    }

    /// A row of a strip that is not packed.
    private struct PlainRow {
        /// Counted from the strip's first.
        let number: Int
        /// Its pixels that are wanted.
        let wanted: PixelRect
    }

    /// False if the row is not in the file: then its pixels are transparent.
    private func copy(
        _ row: PlainRow, _ planes: [Range<Int>?], of source: UnsafeRawBufferPointer,
        to target: PixelBlock, at place: PixelPoint
    ) -> Bool {
        guard let pixel = target.pixel(x: place.x, y: place.y) else { return true }
        let rowBytes = layout.blocks.rowBytes
        let offset = row.number * rowBytes
        let isThere = planes.allSatisfy { $0.map { $0.count >= offset + rowBytes } ?? false }
        guard isThere, let base = source.baseAddress else {
            pixel.update(repeating: 0, count: row.wanted.size.width * Raster.bytesPerPixel)
            return planes.allSatisfy { $0?.isEmpty ?? false }
        }
        let starts = planes.map { base + ($0?.lowerBound ?? 0) + offset }
        let wanted = TIFFPixels.Row(
            first: row.wanted.minX, count: row.wanted.size.width, place: row.wanted.origin)
        guard pixels.format.swappedBytes > 1 else {
            pixels.write(wanted, to: pixel) { starts[$0] }
            return true
        }
        pixels.writeSwapped(wanted, rowBytes: rowBytes, to: pixel) { starts[$0] }
        return true
    }
}

extension PixelBlock {
    /// Makes an area transparent.
    fileprivate func clear(_ area: PixelRect) {
        for y in area.minY..<area.maxY {
            pixel(x: area.minX, y: y)?
                .update(repeating: 0, count: area.size.width * Raster.bytesPerPixel)
        }
    }

    /// Where a pixel's bytes begin.
    func pixel(x: Int, y: Int) -> UnsafeMutablePointer<UInt8>? {
        bytes.baseAddress.map { $0 + (y * size.width + x) * Raster.bytesPerPixel }
    }
}

extension TIFFSampleFormat {
    /// The bytes of a number that stand in the other order; 1 if none do.
    var swappedBytes: Int {
        guard isSwapped else { return 1 }
        return switch numbers {
        case .codes(let bits): max(1, bits / 8)
        case .measured(let kind): kind.byteCount
        }
    }
}

extension TIFFPixels {
    /// As `write`, from numbers in the other byte order.
    fileprivate func writeSwapped(
        _ row: Row, rowBytes: Int, to target: UnsafeMutablePointer<UInt8>,
        from source: (Int) -> UnsafeRawPointer
    ) {
        let step = format.step
        let unit = format.swappedBytes
        let count = row.count * step * unit
        let planes = format.planes.count
        withUnsafeTemporaryAllocation(byteCount: count * planes, alignment: 16) { turned in
            for plane in 0..<planes {
                let from = UnsafeRawBufferPointer(
                    start: source(plane) + row.first * step * unit, count: count)
                for byte in 0..<count {
                    turned[plane &* count &+ byte] = from[byte ^ (unit &- 1)]
                }
            }
            guard let base = turned.baseAddress else { return }
            let moved = Row(first: 0, count: row.count, place: row.place)
            write(moved, to: target) { UnsafeRawPointer(base) + $0 * count }
        }
    }
}
