internal import Imaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file without a name, for what is too large for memory: whatever ends the program removes it.
///
/// What was never written reads as zeros. Any number of threads may read and write at once.
final class SpillFile: Sendable {
    let byteCount: Int
    private let expected: Int
    /// Where it ends for those who write.
    private let limitBytes: Int
    private let descriptor: Int32

    /// - Throws: `.noRoom` where so many bytes are too many for the disk, or for anybody.
    convenience init(byteCount: Int, within means: DecodingOptions) throws(DecodingFailure) {
        try self.init(reserving: byteCount, expecting: byteCount, within: means)
    }

    /// A file that may have up to `byteCount` bytes, though far fewer are expected.
    init(
        reserving byteCount: Int, expecting expected: Int, within means: DecodingOptions
    ) throws(DecodingFailure) {
        guard let place = means.spillPlace else { throw .noRoom(byteCount: expected) }
        descriptor = try place.open(reserving: byteCount, expecting: expected)
        self.byteCount = byteCount
        self.expected = expected
        limitBytes = means.spillBytes
    }

    deinit { close(descriptor) }

    /// - Throws: `.noRoom` on a full disk.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DecodingFailure) {
        precondition(offset >= 0 && offset + bytes.count <= byteCount, "it lies in the file")
        guard offset + bytes.count <= limitBytes else { throw .noRoom(byteCount: expected) }
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .noRoom(byteCount: expected) }
            done += count
        }
    }

    /// - Throws: `.damaged` where the disk fails.
    func read(
        into bytes: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(DecodingFailure) {
        precondition(offset >= 0 && offset + bytes.count <= byteCount, "it lies in the file")
        var done = 0
        while done < bytes.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .damaged(reason: "the disk cache cannot be read") }
            done += count
        }
    }

    /// Its bytes as pages that are read only; nil where the system has no addresses for them.
    func map() -> MappedMemory? {
        let address = mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let address, address != MAP_FAILED else { return nil }
        return MappedMemory(UnsafeRawBufferPointer(start: address, count: byteCount))
    }
}
