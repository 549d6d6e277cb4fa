internal import CPNG
internal import Files
internal import Imaging

/// The pixels of a PNG, decompressed on another thread while libpng decodes the preceding rows.
///
/// libpng alternates between inflating and unfiltering on one core. Here it reads the same picture
/// with stored rather than compressed pixels (RFC 1951, 3.2.4), so it copies instead of inflating.
///
/// `@unchecked Sendable`: the thread's results are read after it has ended.
final class PNGInflation: @unchecked Sendable {
    /// A first IDAT chunk without pixels, which libpng reads before anything is inflated.
    private static let emptyChunk: [UInt8] = [0, 0, 0, 0] + Array("IDAT".utf8)

    private let bytes: PhotoBytes
    private let queue = BoundedBuffer(blockBytes: StoredChunk.byteCount)
    private let head: UnsafeMutableBufferPointer<UInt8>
    private var isBegun = false
    private var thread: SystemThread?
    private var walk: IDATReader
    private var fault: Damage?
    /// True if the zlib data have ended.
    private var isEnded = false

    /// The number of the file's bytes before its pixels.
    let headBytes: Int

    /// Finds the start of the pixels in the file, whose bytes must outlive this object; `nil` if
    /// there are none.
    init?(_ bytes: PhotoBytes, _ source: UnsafeRawBufferPointer) {
        guard let walk = IDATReader(ByteReader(bytes: source)) else { return nil }
        self.bytes = bytes
        self.walk = walk
        headBytes = walk.offset - Self.emptyChunk.count
        head = .allocate(capacity: Self.emptyChunk.count)
        _ = head.initialize(from: Self.emptyChunk)
    }

    deinit { head.deallocate() }

    /// Starts to inflate this many bytes; returns false if the system provides no thread.
    func start(byteCount: Int) -> Bool {
        thread = WorkThread.run { [self] in inflateAll(byteCount) }
        return thread != nil
    }

    /// Returns the next bytes of the picture whose pixels are stored; an empty buffer at the end.
    func next() -> UnsafeRawBufferPointer {
        guard isBegun else {
            isBegun = true
            return UnsafeRawBufferPointer(head)
        }
        return queue.next()
    }

    /// Waits for the thread to end, and returns the damage that it found in the file.
    func end() -> Damage? {
        queue.leave()
        thread?.join()
        thread = nil
        return fault
    }

    private func inflateAll(_ byteCount: Int) {
        var stream = z_stream()
        // As in libpng, the window is as large as the file specifies.
        let code = inflateInit2_(&stream, 0, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        defer { inflateEnd(&stream) }
        if code != Z_OK { fault = .noMemory }
        // libpng is set up in the same way: the checksums of the chunks are enough.
        inflateValidate(&stream, 0)
        var passed = PageReclaimer(of: bytes)
        var done = 0
        while done < byteCount, fault == nil {
            let isRead = queue.fill { memory in
                let block = StoredChunk(memory, isFirst: done == 0)
                let wanted = min(StoredChunk.mostBytes, byteCount - done)
                let count = inflate(&stream, into: block.pixels(wanted))
                done += count
                return block.close(count, isLast: done == byteCount)
            }
            guard isRead else { return }
            passed.pass(walk.offset - Int(stream.avail_in))
        }
        if fault == nil { finish(&stream) }
        _ = queue.fill { _ in 0 }
    }

    /// Fills memory with pixels, as far as the file contains them.
    ///
    /// Hot: for all bytes of a PNG.
    private func inflate(
        _ stream: inout z_stream, into target: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        do throws(Damage) {
            while stream.avail_out > 0 {
                if stream.avail_in == 0 { try give(&stream) }
                let code = CPNG.inflate(&stream, Z_NO_FLUSH)
                isEnded = code == Z_STREAM_END
                guard code == Z_OK || code == Z_BUF_ERROR || isEnded && stream.avail_out == 0
                else { throw Self.damage(code, stream) }
            }
        } catch {
            fault = error
        }
        return target.count - Int(stream.avail_out)
    }

    private func give(_ stream: inout z_stream) throws(Damage) {
        let piece = try walk.next()
        stream.next_in = UnsafeMutablePointer(
            mutating: piece.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(piece.count)
    }

    /// Reads the data after the last pixels, as libpng does.
    ///
    /// The zlib data must end; additional data cause a warning, or are ignored if there are too
    /// many. A wrong checksum of the chunk is damage.
    private func finish(_ stream: inout z_stream) {
        do throws(Damage) {
            var code = isEnded ? Z_STREAM_END : Z_OK
            let enough = stream.total_in + UInt(DecodingLimits.pngSurplusBytes)
            while code == Z_OK || code == Z_BUF_ERROR {
                guard stream.total_in <= enough else { return }
                if stream.avail_in == 0 { try give(&stream) }
                code = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024) { surplus in
                    stream.next_out = surplus.baseAddress
                    stream.avail_out = UInt32(surplus.count)
                    return CPNG.inflate(&stream, Z_NO_FLUSH)
                }
            }
            try walk.finish()
        } catch {
            fault = error
        }
    }

    private static func damage(_ code: Int32, _ stream: z_stream) -> Damage {
        if code == Z_STREAM_END { return .tooLittleData }
        return Damage(library: stream.msg.map { String(cString: $0) } ?? "")
    }
}

/// An IDAT chunk whose pixels are stored rather than compressed: one deflate block (RFC 1951,
/// 3.2.4).
///
/// Each chunk begins with the checksum of the previous one, which is not verified.
struct StoredChunk {
    /// The maximum number of bytes in a stored block.
    static let mostBytes = 65535
    /// A checksum, the length and name of the chunk, the zlib header, the header of the block; the
    /// end of the zlib data, a checksum.
    static let byteCount = 4 + 8 + 2 + 5 + mostBytes + 4 + 4

    private let memory: UnsafeMutableRawBufferPointer
    private let isFirst: Bool

    /// Creates a chunk in memory of `byteCount` bytes; the zlib data begin with the first chunk.
    init(_ memory: UnsafeMutableRawBufferPointer, isFirst: Bool) {
        precondition(memory.count == Self.byteCount, "a chunk fits")
        self.memory = memory
        self.isFirst = isFirst
    }

    /// The offset of the block.
    private var block: Int { isFirst ? 14 : 12 }

    /// Returns the memory for its pixels.
    func pixels(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableRawBufferPointer(rebasing: memory[(block + 5)..<(block + 5 + count)])
            .bindMemory(to: UInt8.self)
    }

    /// Writes the bytes around `count` bytes of pixels, and returns the size of the chunk; 0
    /// without pixels.
    func close(_ count: Int, isLast: Bool) -> Int {
        guard count > 0 else { return 0 }
        let end = block + 5 + count
        let zlibEnd = isLast ? 4 : 0
        memory.storeBytes(of: 0, as: UInt32.self)
        memory.storeBytes(
            of: UInt32(end - 12 + zlibEnd).bigEndian, toByteOffset: 4, as: UInt32.self)
        for (place, byte) in "IDAT".utf8.enumerated() { memory[8 + place] = byte }
        if isFirst {
            memory.storeBytes(of: UInt16(0x7801).bigEndian, toByteOffset: 12, as: UInt16.self)
        }
        memory[block] = isLast ? 1 : 0
        memory.storeBytes(of: UInt16(count).littleEndian, toByteOffset: block + 1, as: UInt16.self)
        memory.storeBytes(
            of: (~UInt16(count)).littleEndian, toByteOffset: block + 3, as: UInt16.self)
        guard isLast else { return end }
        memory.storeBytes(of: 0, toByteOffset: end, as: UInt64.self)
        return end + 8
    }
}

/// The compressed pixels of a PNG, piece by piece through its IDAT chunks; the checksum of each chunk is
/// verified at its end (PNG specification, third edition, 5.3).
struct IDATReader {
    private static let pieceBytes = 1 << 16

    private let file: ByteReader
    /// The offset of the next byte of the chunk; `end` is that of its checksum.
    private(set) var offset: Int
    private var end: Int
    private var checksum: UInt

    /// Creates a reader; `nil` if the first chunks of the file have no pixels.
    init?(_ file: ByteReader) {
        let first = PNGChunks(file).first { file.starts(with: "IDAT", at: $0.offset + 4) }
        guard let first else { return nil }
        self.file = file
        offset = first.offset
        end = offset
        checksum = 0
        open()
    }

    /// Returns the next bytes, at least one.
    mutating func next() throws(Damage) -> UnsafeRawBufferPointer {
        while offset == end {
            try close()
            guard file.starts(with: "IDAT", at: offset + 4) else { throw .tooLittleData }
            open()
        }
        let piece = file.part(from: offset, count: min(Self.pieceBytes, end - offset)).bytes
        guard !piece.isEmpty else { throw .endsEarly }
        checksum = crc32(
            checksum, piece.bindMemory(to: UInt8.self).baseAddress, UInt32(piece.count))
        offset += piece.count
        return piece
    }

    /// Reads the rest of a chunk for its checksum.
    mutating func finish() throws(Damage) {
        while offset < end { _ = try next() }
        try close()
    }

    private mutating func open() {
        let length = file.uint32(at: offset) ?? 0
        let name = file.part(from: offset + 4, count: 4).bytes
        checksum = crc32(0, name.bindMemory(to: UInt8.self).baseAddress, UInt32(name.count))
        offset += 8
        end = offset + length
    }

    private mutating func close() throws(Damage) {
        guard let told = file.uint32(at: end) else { throw .endsEarly }
        guard UInt(told) == checksum else { throw .wrongChecksum }
        offset = end + 4
        end = offset
    }
}
