internal import CPNG
internal import Imaging
internal import Synchronization

/// igzip, the part of ISA-L that inflates and deflates, if it is installed.
///
/// Without igzip, the program uses zlib, which takes three times as long.
enum Igzip {
    private static let address = Atomic<UInt>(0)
    // The address is stored in Swift: each object file has its own copy of C's inline functions.
    private static let search: Void = address.store(
        UInt(bitPattern: cigzip_find()), ordering: .releasing)

    /// Loads igzip at the first call, in 0.07 ms.
    ///
    /// A worker must call this function before it enters the sandbox.
    static func load() { search }

    /// The functions of igzip; `nil` if igzip is missing, or before `load` is called.
    static var loaded: UnsafePointer<cigzip_functions>? {
        UnsafePointer(bitPattern: address.load(ordering: .acquiring))
    }

    /// Returns a CRC-32 updated with more bytes, like zlib's `crc32`.
    static func checksum(_ checksum: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        if let loaded {
            return loaded.pointee.crc32_gzip_refl(checksum, start, UInt64(bytes.count))
        }
        return UInt32(truncatingIfNeeded: crc32_z(UInt(checksum), start, bytes.count))
    }

    /// Returns the Adler-32 checksum of bytes; zlib takes five times as long.
    static func adler(_ bytes: [UInt8]) -> UInt {
        guard let loaded else { return adler32_z(1, bytes, bytes.count) }
        return UInt(loaded.pointee.isal_adler32(1, bytes, UInt64(bytes.count)))
    }
}

/// A stream that igzip inflates.
///
/// igzip takes 38 ms for 24 MB of pixels, zlib 118 ms, and libdeflate 51 ms. igzip accepts some
/// codes that zlib rejects, such as incomplete codes.
final class IgzipStream: InflateStream {
    private static let headBytes = 2
    private static let checksumBytes = 4

    private let igzip: UnsafePointer<cigzip_functions>
    private let state: UnsafeMutablePointer<cigzip_state>
    /// The number of bytes of the checksum that are not yet skipped.
    private var checksumLeft = checksumBytes
    private var isWrong = false

    /// Creates a stream of data that begin with `start`; `nil` if igzip is missing or unsuitable.
    ///
    /// zlib inflates data that need a dictionary or have an invalid header.
    init?(_ start: UnsafeRawBufferPointer) {
        guard start.count > Self.headBytes, start[0] == 0x78, start[1] & 0x20 == 0,
            (Int(start[0]) << 8 + Int(start[1])) % 31 == 0, let igzip = Igzip.loaded,
            let state = cigzip_open(igzip)
        else { return nil }
        (self.igzip, self.state) = (igzip, state)
        give(UnsafeRawBufferPointer(rebasing: start[Self.headBytes...]))
    }

    deinit { cigzip_close(state) }

    var hasEnded: Bool { checksumLeft == 0 }
    var unusedBytes: Int { cigzip_unused(state) }

    func give(_ piece: UnsafeRawBufferPointer) {
        cigzip_give(state, piece.baseAddress, piece.count)
    }

    func inflate(into target: UnsafeMutableRawBufferPointer) throws(Damage) -> Int {
        guard !isWrong else { throw .badData }
        var code: Int32 = 0
        let count = cigzip_inflate(igzip, state, target.baseAddress, target.count, &code)
        // The bytes before damage are valid.
        isWrong = code != 0
        guard !isWrong || count > 0 else { throw .badData }
        if cigzip_has_ended(state) != 0 { checksumLeft -= cigzip_pass(state, checksumLeft) }
        return count
    }
}
