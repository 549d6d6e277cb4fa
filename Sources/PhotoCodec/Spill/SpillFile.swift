package import Files
package import Imaging

/// An unlinked file, for data too large for memory; it disappears with the process, however that
/// ends.
///
/// Unwritten bytes read as zeros. Any number of threads may read and write at once.
final class SpillFile: Sendable {
    let byteCount: Int
    private let expected: Int
    /// The maximum number of bytes that may be written.
    private let limitBytes: Int
    private let file: Descriptor

    /// Creates a file that may grow to `byteCount` bytes, though fewer may be expected.
    ///
    /// - Throws: `.noRoom` if that is too much for the disk, or more than the limit for a photo.
    init(
        reserving byteCount: Int, expecting expected: Int, within options: DecodingOptions
    ) throws(DecodingFailure) {
        guard let directory = options.spillDirectory else { throw .noRoom(byteCount: expected) }
        file = try directory.open(reserving: byteCount, expecting: expected)
        self.byteCount = byteCount
        self.expected = expected
        limitBytes = options.spillBytes
    }

    /// - Throws: `.noRoom` on a full disk.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DecodingFailure) {
        precondition(offset >= 0 && offset + bytes.count <= byteCount, "it lies in the file")
        guard offset + bytes.count <= limitBytes, (try? file.write(bytes, at: offset)) != nil
        else { throw .noRoom(byteCount: expected) }
    }

    /// - Throws: `.damaged` if the disk fails.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(DecodingFailure) {
        precondition(offset >= 0 && offset + bytes.count <= byteCount, "it lies in the file")
        guard (try? file.read(into: bytes, at: offset)) == bytes.count else {
            throw .damaged(.diskCache)
        }
    }

    /// Returns the first bytes as those of a photo; `nil` if the system has no address space for
    /// them.
    func photoBytes(_ count: Int) -> PhotoBytes? {
        guard let pages = try? MappedMemory(file, byteCount: count) else { return nil }
        return PhotoBytes(pages, of: file)
    }

    /// Returns the bytes as read-only pages; `nil` if the system has no address space for them.
    func map() -> MappedMemory? { try? MappedMemory(file, byteCount: byteCount) }
}

/// The location of spill files.
package enum SpillDirectory: Sendable {
    case folder(String)
    /// A function by which another process opens them, because this one may not.
    case granted(
        @Sendable (_ reserving: Int, _ expecting: Int) -> Result<Descriptor, DecodingFailure>)

    /// Opens a file that may grow to `byteCount` bytes, though `expected` are more likely.
    ///
    /// - Throws: `.noRoom` if that is too much for the disk, or more than the limit for a photo.
    package func open(
        reserving byteCount: Int, expecting expected: Int
    ) throws(DecodingFailure) -> Descriptor {
        switch self {
        case .granted(let open): return try open(byteCount, expected).get()
        case .folder(let path):
            guard let folder = try? SecureDirectory(path: path, ownNames: 1),
                Self.hasRoom(
                    reserving: byteCount, expecting: expected, free: folder.freeBytes ?? 0),
                let file = folder.makeUnnamed(), file.resize(to: byteCount)
            else { throw .noRoom(byteCount: expected) }
            return file
        }
    }

    /// True if a disk with this many free bytes has room for a photo, however large its file
    /// becomes.
    ///
    /// The process that gets the file may write all that was reserved, up to the limit of a
    /// process.
    static func hasRoom(reserving byteCount: Int, expecting expected: Int, free: Int) -> Bool {
        let most = max(expected, min(byteCount, DecodingLimits.spillBytes))
        return expected <= DecodingLimits.spillBytes
            && most <= free - DecodingLimits.bytesLeftFree
    }
}
