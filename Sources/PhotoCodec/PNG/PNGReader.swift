internal import CPNG
internal import Files
internal import Imaging

/// libpng's decoder for a file, after the header is read.
///
/// The bytes of the file must outlive the reader.
struct PNGReader: ~Copyable {
    struct Layout {
        let size: PixelSize
        let bitsPerPixel: Int
        let hasAlpha: Bool
        let isInterlaced: Bool
        /// The length of a row in the file, in bytes.
        let rowBytes: Int
        /// True if a channel has 16 bits.
        let isHighBitDepth: Bool
        /// True if a pixel has one sample besides alpha.
        let isGray: Bool
        /// The number of bits per channel of a pixel or, with a palette, of a palette's colour.
        let bits: Int

        var scanlines: PNGScanlines.Layout {
            PNGScanlines.Layout(
                rowBytes: rowBytes, pixelBytes: (bitsPerPixel + 7) / 8, rows: size.height)
        }
    }

    static let limits = cpng_limits(
        allocated_bytes: DecodingLimits.pngBytes, side: UInt32(DecodingLimits.pngSide),
        surplus_bytes: DecodingLimits.pngSurplusBytes)
    let layout: Layout
    private let reader: UnsafeMutablePointer<cpng_reader>
    /// The reader of the rows that another thread inflates; `nil` if libpng inflates the rows.
    private let scanlines: PNGScanlines?
    /// The expansion of rows to pixels; `nil` if libpng expands the rows.
    private var expansion: PNGExpansion?
    /// The memory for rows with 16 bits per channel, or for a row of a pass.
    private var row: MappedMemory?
    private var dither = HighBitDepthDither()

    init(_ bytes: UnsafeRawBufferPointer) throws(DecodingFailure) {
        try self.init(head: bytes, nil)
    }

    /// Returns a reader whose rows are inflated on another core, if the system provides a thread.
    ///
    /// `source` contains the bytes of the file, and must outlive the reader.
    static func inflating(
        _ bytes: PhotoBytes, _ source: UnsafeRawBufferPointer
    ) throws(DecodingFailure) -> PNGReader {
        guard let scanlines = PNGScanlines(bytes, source) else { return try PNGReader(source) }
        let head = UnsafeRawBufferPointer(rebasing: source[..<scanlines.headBytes])
        let reader = try PNGReader(head: head, scanlines)
        return scanlines.start(reader.layout.scanlines) ? reader : try PNGReader(source)
    }

    private init(head: UnsafeRawBufferPointer, _ scanlines: PNGScanlines?) throws(DecodingFailure) {
        guard let reader = cpng_open(head.baseAddress, head.count, Self.limits) else {
            throw .outOfMemory
        }
        if let scanlines {
            cpng_feed(reader, Unmanaged.passUnretained(scanlines).toOpaque(), Self.feed)
        }
        var header = cpng_header()
        guard cpng_read_header(reader, &header) != 0 else {
            defer { cpng_close(reader) }
            throw Self.failure(of: reader)
        }
        self.reader = reader
        self.scanlines = scanlines
        layout = Layout(
            size: PixelSize(width: Int(header.width), height: Int(header.height)),
            bitsPerPixel: Int(header.bits_per_pixel), hasAlpha: header.has_alpha != 0,
            isInterlaced: header.is_interlaced != 0, rowBytes: header.row_bytes,
            isHighBitDepth: header.is_deep != 0, isGray: header.is_gray != 0,
            bits: Int(header.bits))
    }

    deinit {
        _ = scanlines?.end()
        cpng_close(reader)
    }

    private static let feed:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafeMutablePointer<UnsafePointer<UInt8>?>?
        ) -> Int = { feed, bytes in
            guard let feed else { return 0 }
            let block = Unmanaged<PNGScanlines>.fromOpaque(feed).takeUnretainedValue().nextStored()
            bytes?.pointee = block.bindMemory(to: UInt8.self).baseAddress
            return block.count
        }

    /// The reason why the rows ended early.
    var failure: DecodingFailure {
        scanlines?.end().map { .damaged($0) } ?? Self.failure(of: reader)
    }

    /// The damage after the last row, such as a missing checksum; `nil` if there is none, or if rows
    /// are missing.
    var failureAfterLastRow: DecodingFailure? {
        guard reader.pointee.next_row == layout.size.height else { return nil }
        if let scanlines { return scanlines.end().map { .damaged($0) } }
        return reader.pointee.has_failed != 0 ? Self.failure(of: reader) : nil
    }

    /// The number of bytes of the file that libpng or the other thread has read.
    var offset: Int { reader.pointee.offset }

    /// Starts to read the rows; called once.
    ///
    /// Samples of 16 bits per channel are dithered.
    mutating func beginRows(
        through dither: HighBitDepthDither = HighBitDepthDither()
    ) throws(DecodingFailure) {
        self.dither = dither
        if scanlines != nil {
            expansion = PNGExpansion(layout)
            if expansion != nil { return }
        }
        guard cpng_begin_rows(reader) != 0 else { throw failure }
        guard layout.isHighBitDepth || layout.isInterlaced else { return }
        let rowBytes = layout.size.width * (layout.isHighBitDepth ? 8 : 4)
        row = try? MappedMemory(byteCount: rowBytes * (layout.isHighBitDepth ? bandRows : 1))
        if row == nil { throw .outOfMemory }
    }

    /// Reads rows of four bytes per pixel, up to any damage; returns the number of rows.
    ///
    /// - Precondition: `target` has room for the rows.
    borrowing func readRows(_ count: Int, into target: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let rowBytes = layout.size.width * Raster.bytesPerPixel
        precondition(target.count >= rowBytes * count, "the rows fit")
        guard layout.isHighBitDepth else { return read(count, rowBytes, into: target.baseAddress) }
        guard let row = row?.bytes.baseAddress, let pixels = target.baseAddress else { return 0 }
        for first in stride(from: 0, to: count, by: bandRows) {
            let (wanted, y) = (min(bandRows, count - first), reader.pointee.next_row)
            let size = PixelSize(
                width: layout.size.width, height: read(wanted, layout.size.width * 8, into: row))
            dither.writeRows(size, y: y, from: row, to: pixels + first * rowBytes)
            if size.height < wanted { return first + size.height }
        }
        return count
    }

    /// The number of rows with 16 bits per channel that are converted at once, about a megabyte.
    private var bandRows: Int {
        layout.isInterlaced ? 1 : max(1, (1 << 20) / (layout.size.width * 8))
    }

    private borrowing func read(
        _ count: Int, _ stride: Int, into rows: UnsafeMutableRawPointer?
    ) -> Int {
        let rows = rows?.assumingMemoryBound(to: UInt8.self)
        return expanded(count, stride, into: rows)
            ?? Int(cpng_read_rows(reader, rows, stride, count))
    }

    /// Expands the next rows, and returns their number; `nil` if libpng must expand them.
    private borrowing func expanded(
        _ count: Int, _ stride: Int, into rows: UnsafeMutableRawPointer?
    ) -> Int? {
        guard let expansion, let scanlines, let rows else { return nil }
        for number in 0..<count {
            guard let row = scanlines.next() else { return number }
            expansion.write(row, layout.size.width, to: rows + number * stride)
            reader.pointee.next_row += 1
        }
        return count
    }

    /// Reads an interlaced picture; returns false if an error ended it early.
    ///
    /// - Precondition: `target` has room for the picture.
    borrowing func readInterlaced(into target: UnsafeMutableBufferPointer<UInt8>) -> Bool {
        let size = layout.size
        precondition(
            target.count >= size.width * size.height * Raster.bytesPerPixel, "the picture fits")
        guard let row = row?.bytes.baseAddress, let pixels = target.baseAddress else {
            return false
        }
        let areRead = readPasses(into: row) { pass, y in
            if layout.isHighBitDepth {
                let count = pass.columns(of: size)
                dither.write(count, y: y, x: pass.x, step: pass.across, from: row, to: row)
            }
            pass.spread(row, y: y, of: size, to: pixels)
        }
        return areRead && reader.pointee.has_failed == 0
    }

    /// Reads the rows of all passes in order; `take` receives each row's pass and position.
    ///
    /// Returns true if all rows are read.
    private borrowing func readPasses(
        into row: UnsafeMutableRawPointer, _ take: (PNGPass, _ y: Int) -> Void
    ) -> Bool {
        for pass in PNGPass.all where pass.columns(of: layout.size) > 0 {
            for y in stride(from: pass.y, to: layout.size.height, by: pass.down) {
                guard read(1, 0, into: row) == 1 else { return false }
                take(pass, y)
            }
        }
        return true
    }

    /// Starts to read the stored samples; returns the number of samples per pixel, or 0 on failure.
    ///
    /// A sample has two bytes if its channel has 16 bits, otherwise one byte.
    borrowing func beginSamples() -> Int { Int(cpng_begin_numbers(reader)) }

    /// Reads the stored samples of some rows, big-endian, and returns the number of rows read.
    ///
    /// - Precondition: `target` has room for the rows.
    borrowing func readSamples(
        of rows: Range<Int>, _ rowBytes: Int, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        precondition(target.count >= rowBytes * rows.count, "the rows fit")
        guard !layout.isInterlaced else {
            return readInterlacedSamples(of: rows, rowBytes, into: target) ? rows.count : 0
        }
        for _ in 0..<rows.lowerBound {
            guard read(1, rowBytes, into: target.baseAddress) == 1 else { return 0 }
        }
        return read(rows.count, rowBytes, into: target.baseAddress)
    }

    private borrowing func readInterlacedSamples(
        of rows: Range<Int>, _ rowBytes: Int, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        let pixelBytes = rowBytes / layout.size.width
        var row = [UInt8](repeating: 0, count: rowBytes)
        return row.withUnsafeMutableBytes { row in
            guard let from = row.baseAddress, let target = target.baseAddress else { return false }
            return readPasses(into: from) { pass, y in
                guard rows.contains(y) else { return }
                let offset = target + (y - rows.lowerBound) * rowBytes + pass.x * pixelBytes
                for column in 0..<pass.columns(of: layout.size) {
                    UnsafeMutableRawPointer(offset + column * pass.across * pixelBytes)
                        .copyMemory(from: from + column * pixelBytes, byteCount: pixelBytes)
                }
            }
        }
    }

    private static func failure(of reader: UnsafeMutablePointer<cpng_reader>) -> DecodingFailure {
        guard reader.pointee.out_of_memory == 0 else { return .outOfMemory }
        guard reader.pointee.is_cut == 0 else { return .damaged(.endsEarly) }
        return .damaged(Damage(library: String(cString: cpng_message(reader))))
    }
}

/// The chunks of a PNG in file order (PNG specification, third edition, 5.3).
///
/// Checksums are not verified. The sequence ends with the file, or at `DecodingLimits.pngChunks`.
struct PNGChunks: Sequence, IteratorProtocol {
    struct Chunk {
        /// The offset of the chunk's length; the name follows after 4 bytes, the content after 8.
        let offset: Int
        /// The size of the content that the chunk declares; the file may end earlier.
        let byteCount: Int

        /// The offset of the next chunk, after this chunk's checksum.
        var end: Int { offset + 12 + byteCount }
    }

    private let file: ByteReader
    private var offset = 8
    private var left = DecodingLimits.pngChunks

    init(_ file: ByteReader) { self.file = file }

    mutating func next() -> Chunk? {
        guard left > 0, let byteCount = file.uint32(at: offset) else { return nil }
        let chunk = Chunk(offset: offset, byteCount: byteCount)
        offset = chunk.end
        left -= 1
        return chunk
    }
}
