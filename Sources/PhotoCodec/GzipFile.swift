internal import CPNG
internal import Files
internal import Imaging

/// A file compressed by gzip, such as a FITS file of an archive, or a file from a zip archive.
///
/// The file is inflated once: a small file into memory, a large file into an unlinked file.
struct GzipFile {
    /// The number of bytes inflated at a time.
    private static let stepBytes = 1 << 20

    private let bytes: PhotoBytes
    private let options: DecodingOptions

    /// Returns the inflated bytes of a file.
    ///
    /// - Throws: `.unsupported` if the file is not a photo.
    static func inflated(
        _ bytes: PhotoBytes, within options: DecodingOptions
    ) throws(DecodingFailure) -> PhotoBytes {
        let file = GzipFile(bytes: bytes, options: options)
        guard Codec.of(FileSignature.kind(of: PhotoBytes(try file.start()))) != nil else {
            throw .unsupported(kind: .gzip)
        }
        return try file.inflated()
    }

    /// Returns the first inflated bytes, enough to detect the kind of the file.
    private func start() throws(DecodingFailure) -> [UInt8] {
        var start = [UInt8](repeating: 0, count: 4096)
        let stream = try GzipStream()
        let count = start.withUnsafeMutableBytes { target in
            bytes.withUnsafeBytes { stream.read(into: target, from: $0) }
        }
        return Array(start.prefix(count))
    }

    /// Returns all inflated bytes; if the file is damaged, the bytes before the damage.
    private func inflated() throws(DecodingFailure) -> PhotoBytes {
        let stream = try GzipStream()
        var inflated: [UInt8] = []
        var passed = PageReclaimer(of: bytes)
        while inflated.count < DecodingLimits.inflatedBytesInMemory {
            let step = read(from: stream)
            inflated += step
            passed.pass(stream.offset)
            if step.count < Self.stepBytes { return PhotoBytes(inflated) }
        }
        return try spilled(inflated, stream)
    }

    private func read(from stream: GzipStream) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: Self.stepBytes) { target, count in
            count = bytes.withUnsafeBytes { source in
                stream.read(
                    into: UnsafeMutableRawBufferPointer(
                        start: target.baseAddress, count: Self.stepBytes), from: source)
            }
        }
    }

    /// Writes the bytes inflated so far and all following bytes to an unlinked file.
    private func spilled(
        _ start: [UInt8], _ stream: GzipStream
    ) throws(DecodingFailure) -> PhotoBytes {
        let most = promisedBytes
        let file = try SpillFile(reserving: most, expecting: most, within: options)
        try write(start.prefix(most), to: file, at: 0)
        var count = min(start.count, most)
        var passed = PageReclaimer(of: bytes)
        while count < most {
            let step = read(from: stream).prefix(most - count)
            try write(step, to: file, at: count)
            count += step.count
            passed.pass(stream.offset)
            guard step.count == Self.stepBytes else { break }
        }
        guard let bytes = file.photoBytes(count) else { throw .outOfMemory }
        return bytes
    }

    /// The expected inflated size.
    ///
    /// The file's last four bytes contain the lowest 32 bits of the size (RFC 1952).
    private var promisedBytes: Int {
        let last = bytes.withUnsafeBytes { source in
            ByteReader(bytes: source, isLittleEndian: true).uint32(at: source.count - 4) ?? 0
        }
        // Compressed data are hardly larger than the inflated data.
        let more = (max(0, bytes.count - last) >> 32) << 32
        return min(
            max(last + more, DecodingLimits.inflatedBytesInMemory), DecodingLimits.inflatedBytes)
    }

    private func write(
        _ bytes: ArraySlice<UInt8>, to file: SpillFile, at offset: Int
    ) throws(DecodingFailure) {
        try bytes.withUnsafeBufferPointer { bytes throws(DecodingFailure) in
            try file.write(UnsafeRawBufferPointer(bytes), at: offset)
        }
    }
}

/// A stream that inflates a gzip file of one or more members step by step.
final class GzipStream {
    /// zlib's state, at a fixed address: zlib rejects a state that has moved.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    /// The number of compressed bytes read so far.
    private(set) var offset = 0
    private var isEnded = false

    init() throws(DecodingFailure) {
        stream.initialize(to: z_stream())
        let code = inflateInit2_(
            stream, Gzip.anyHead, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { throw .outOfMemory }
    }

    deinit {
        inflateEnd(stream)
        stream.deallocate()
    }

    /// Fills memory with the next inflated bytes.
    ///
    /// - Returns: the number of bytes, which is smaller at the end of the file or before damage.
    func read(
        into target: UnsafeMutableRawBufferPointer, from source: UnsafeRawBufferPointer
    ) -> Int {
        stream.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = UInt32(clamping: target.count)
        while !isEnded, stream.pointee.avail_out > 0, offset < source.count {
            let available = min(source.count - offset, 1 << 20)
            stream.pointee.next_in = source.baseAddress.map {
                UnsafeMutablePointer(mutating: ($0 + offset).assumingMemoryBound(to: UInt8.self))
            }
            stream.pointee.avail_in = UInt32(available)
            let code = inflate(stream, Z_NO_FLUSH)
            offset += available - Int(stream.pointee.avail_in)
            switch code {
            case Z_OK: break
            // Another gzip member may follow.
            case Z_STREAM_END: isEnded = inflateReset(stream) != Z_OK
            default: isEnded = true
            }
        }
        return target.count - Int(stream.pointee.avail_out)
    }
}

/// A decoder of gzip and zlib streams in memory.
enum Gzip {
    /// The window bits for the largest window, and for headers of both gzip and zlib (zlib.h).
    static let anyHead: Int32 = 15 + 32

    /// Inflates a stream into memory.
    ///
    /// A stream longer than the memory fills the memory.
    ///
    /// - Returns: the number of bytes; `nil` if the stream is damaged or ends too early.
    static func inflate(
        _ source: UnsafeRawBufferPointer, into target: UnsafeMutableRawBufferPointer
    ) -> Int? {
        var stream = z_stream()
        guard
            inflateInit2_(&stream, anyHead, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK
        else { return nil }
        defer { inflateEnd(&stream) }
        stream.next_in = UnsafeMutablePointer(
            mutating: source.baseAddress?.assumingMemoryBound(to: UInt8.self))
        stream.avail_in = UInt32(clamping: source.count)
        stream.next_out = target.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.avail_out = UInt32(clamping: target.count)
        let code = CPNG.inflate(&stream, Z_FINISH)
        let count = Int(clamping: stream.total_out)
        // A full target is valid if zlib only lacks the end of the stream.
        return code == Z_STREAM_END || code == Z_BUF_ERROR && count == target.count ? count : nil
    }
}
