internal import CPNG
internal import Imaging

/// A stream that inflates data in zlib's format (RFC 1950) in pieces.
///
/// Like libpng with this program's options, the stream does not verify the checksum of the data.
protocol InflateStream: AnyObject {
    /// True if the stream has reached the end of the data, and has written all data.
    var hasEnded: Bool { get }
    /// The number of bytes passed to `give` that are not used yet.
    var unusedBytes: Int { get }
    /// Adds compressed bytes, which must stay valid until they are used.
    ///
    /// - Precondition: All previously added bytes are used.
    func give(_ piece: UnsafeRawBufferPointer)
    /// Inflates data into memory, and returns the number of bytes written.
    ///
    /// The number is 0 only at the end of the data, or if more input is needed. Hot: inflates all
    /// pixels of a PNG.
    func inflate(into target: UnsafeMutableRawBufferPointer) throws(Damage) -> Int
}

final class ZlibStream: InflateStream {
    private var stream = z_stream()
    private(set) var hasEnded = false

    init() throws(Damage) {
        // As in libpng, 0 means the window size that the data declare.
        let code = inflateInit2_(&stream, 0, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { throw .noMemory }
        inflateValidate(&stream, 0)
    }

    deinit { inflateEnd(&stream) }

    var unusedBytes: Int { Int(stream.avail_in) }

    func give(_ piece: UnsafeRawBufferPointer) {
        stream.next_in = UnsafeMutablePointer(
            mutating: piece.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(piece.count)
    }

    func inflate(into target: UnsafeMutableRawBufferPointer) throws(Damage) -> Int {
        stream.next_out = target.bindMemory(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(target.count)
        let code = CPNG.inflate(&stream, Z_NO_FLUSH)
        hasEnded = code == Z_STREAM_END
        guard code == Z_OK || code == Z_BUF_ERROR || hasEnded else {
            throw Damage(library: stream.msg.map { String(cString: $0) } ?? "")
        }
        return target.count - Int(stream.avail_out)
    }
}
