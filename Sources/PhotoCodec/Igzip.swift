internal import CPNG
internal import Imaging
internal import Synchronization

/// igzip, the part of ISA-L that inflates and deflates, if it is installed.
///
/// zlib takes its place; it is three times as slow.
enum Igzip {
    private static let address = Atomic<UInt>(0)
    // The functions are in memory of this one variable: each object file has its own of C's inline functions.
    private static let search: Void = address.store(
        UInt(bitPattern: cigzip_find()), ordering: .releasing)

    /// Looks for it once: a worker must before it loses access to files.
    ///
    /// That takes 0.07 ms.
    static func load() { search }

    /// `nil` if it was not looked for, or is missing.
    static var loaded: UnsafePointer<cigzip_functions>? {
        UnsafePointer(bitPattern: address.load(ordering: .acquiring))
    }

    /// Returns CRC-32 of more bytes, as zlib's `crc32`.
    static func checksum(_ checksum: UInt32, _ bytes: UnsafeRawBufferPointer) -> UInt32 {
        let start = bytes.bindMemory(to: UInt8.self).baseAddress
        if let loaded {
            return loaded.pointee.crc32_gzip_refl(checksum, start, UInt64(bytes.count))
        }
        return UInt32(truncatingIfNeeded: crc32_z(UInt(checksum), start, bytes.count))
    }
}

/// ISA-L's igzip, which is three times as fast: 24 MB of pixels take 38 ms, zlib 118, libdeflate 51.
///
/// It accepts some codes that zlib refuses, such as incomplete ones.
final class IgzipStream: InflateStream {
    private static let headBytes = 2
    private static let checksumBytes = 4

    private let igzip: UnsafePointer<cigzip_functions>
    private let state: UnsafeMutablePointer<cigzip_state>
    /// The number of bytes of the checksum that were not passed.
    private var checksumLeft = checksumBytes
    private var isWrong = false

    /// Begins with the first piece of the data; `nil` if igzip is not loaded, or for a head with a
    /// dictionary or a smaller window, which zlib checks.
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
        // What came before the fault is good.
        isWrong = code != 0
        guard !isWrong || count > 0 else { throw .badData }
        if cigzip_has_ended(state) != 0 { checksumLeft -= cigzip_pass(state, checksumLeft) }
        return count
    }
}
