internal import CTIFF
internal import Imaging
internal import Synchronization

/// libtiff's reader for a file.
///
/// `@unchecked Sendable`: several threads use the reader one after another, but not at once.
final class TIFFReader: @unchecked Sendable {
    private let reader: UnsafeMutablePointer<ctiff_reader>
    /// The fetcher of missing bytes, which must outlive libtiff's references to it.
    ///
    /// The value is `nil` if all bytes are available.
    private let ranges: ByteRanges?

    /// Creates a reader before the first directory of a file.
    init(
        _ source: UnsafeRawBufferPointer, fetching ranges: ByteRanges?
    ) throws(DecodingFailure) {
        guard ctiff_library() != nil else { throw .unsupported(kind: .photo(.tiff)) }
        self.ranges = ranges
        guard
            let reader = ctiff_open(
                source.baseAddress, source.count, DecodingLimits.tiffAllocationBytes,
                ranges == nil ? nil : Self.fetch,
                ranges.map { Unmanaged.passUnretained($0).toOpaque() })
        else { throw .outOfMemory }
        self.reader = reader
        guard reader.pointee.tiff != nil else { throw .damaged(damage) }
    }

    deinit { ctiff_close(reader) }

    private static let fetch: @convention(c) (UnsafeRawPointer?, UInt64, UInt64) -> Int32 = {
        context, offset, count in
        guard let context, let start = Int(exactly: offset), let count = Int(exactly: count) else {
            return 0
        }
        let ranges = Unmanaged<ByteRanges>.fromOpaque(context).takeUnretainedValue()
        return ranges.fetch(start..<start + count) ? 1 : 0
    }

    /// The size of the file in bytes.
    var byteCount: Int { Int(clamping: reader.pointee.count) }

    /// The damage that libtiff reported.
    var damage: Damage { Damage(library: String(cString: ctiff_message(reader))) }

    /// Sets the bytes of the file for the following calls.
    func lend(_ source: UnsafeRawBufferPointer) {
        ctiff_lend(reader, source.baseAddress, source.count)
    }

    /// Returns the next directory of the file; `nil` at the end or if the directory is damaged.
    func nextDirectory() -> ctiff_directory? {
        ctiff_next_directory(reader) != 0 ? directory : nil
    }

    /// Selects and returns the directory at an offset; `nil` if the directory is damaged.
    func selectDirectory(at offset: UInt64) -> ctiff_directory? {
        ctiff_select_directory(reader, offset) != 0 ? directory : nil
    }

    private var directory: ctiff_directory? {
        var directory = ctiff_directory()
        return ctiff_describe(reader, &directory) != 0 ? directory : nil
    }

    func hasCodec(_ compression: UInt32) -> Bool { ctiff_has_codec(reader, compression) != 0 }

    /// Returns the number of bytes of `rows` decompressed rows of a strip.
    func stripBytes(rows: Int) -> Int {
        Int(clamping: ctiff_strip_bytes(reader, UInt32(clamping: rows)))
    }

    /// Returns the range of a tile or strip in a file of `count` bytes.
    ///
    /// The range is empty if the file omits a tile or strip that contains only zeros.
    ///
    /// - Throws: `.damaged` if the file states no range, or a range that begins outside the file.
    func byteRange(of strile: Int, in count: Int) throws(DecodingFailure) -> Range<Int> {
        var range = ctiff_range()
        guard ctiff_find(reader, UInt32(clamping: strile), &range) != 0 else {
            throw .damaged(damage)
        }
        guard range.offset > 0, range.count > 0 else { return 0..<0 }
        let (end, overflow) = range.offset.addingReportingOverflow(range.count)
        guard range.offset < UInt64(count) else {
            throw .damaged(.endsEarly)
        }
        return Int(range.offset)..<Int(overflow ? UInt64(count) : min(end, UInt64(count)))
    }

    /// Decompresses a tile or strip.
    ///
    /// If the data are damaged, fills `target` partly and returns false.
    func decode(
        _ strile: Int, packed: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Bool {
        ctiff_decode(
            reader, UInt32(clamping: strile), packed.baseAddress, packed.count, target.baseAddress,
            target.count) != 0
    }

    /// Decompresses a row of a plane; returns false if the row is damaged.
    ///
    /// - Precondition: rows are read in order, and `target` has room for a row.
    func readRow(_ row: Int, plane: Int, into target: UnsafeMutableRawPointer) -> Bool {
        ctiff_read_row(reader, UInt32(clamping: row), UInt32(clamping: plane), target) != 0
    }
}

/// The readers of a directory, one for each thread that decodes it.
final class TIFFReaders: Sendable {
    private let bytes: PhotoBytes
    private let directory: UInt64
    private let idle = Mutex<[TIFFReader]>([])

    /// Creates readers for the directory at an offset of the file.
    init(_ bytes: PhotoBytes, directory: UInt64) {
        self.bytes = bytes
        self.directory = directory
    }

    /// Passes a reader and the file's bytes to `body`; a reader is not reused after a failure.
    func withReader<Result>(
        _ body: (TIFFReader, UnsafeRawBufferPointer) throws(DecodingFailure) -> Result
    ) throws(DecodingFailure) -> Result {
        try bytes.withUnsafeBytes { source throws(DecodingFailure) in
            let used = idle.withLock { $0.popLast() }
            let reader = if let used { used } else { try make(source) }
            reader.lend(source)
            let result = try body(reader, source)
            idle.withLock { $0.append(reader) }
            return result
        }
    }

    /// Returns a new reader, which the caller may keep.
    func make(_ source: UnsafeRawBufferPointer) throws(DecodingFailure) -> TIFFReader {
        let reader = try TIFFReader(source, fetching: bytes.ranges)
        guard reader.selectDirectory(at: directory) != nil else {
            throw .damaged(reader.damage)
        }
        return reader
    }
}
