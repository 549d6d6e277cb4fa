package import Files
package import Imaging

/// An unlinked file for data too large for memory; the system deletes the file with the process.
///
/// Bytes that have not been written read as zeros. Several threads may read and write at once.
final class SpillFile: Sendable {
    let byteCount: Int
    private let expected: Int
    /// The maximum size of the file in bytes.
    private let limitBytes: Int
    private let file: Descriptor

    /// Creates a file that can grow to `byteCount` bytes, of which `expected` are likely.
    ///
    /// - Throws: `.noRoom` if there is no folder, the disk has too little space, or `expected`
    ///   exceeds the limit.
    init(
        reserving byteCount: Int, expecting expected: Int, within options: DecodingOptions
    ) throws(DecodingFailure) {
        guard let directory = options.spillDirectory else { throw .noRoom(byteCount: expected) }
        file = try directory.open(reserving: byteCount, expecting: expected)
        self.byteCount = byteCount
        self.expected = expected
        limitBytes = options.spillBytes
    }

    /// Writes bytes at an offset.
    ///
    /// - Throws: `.noRoom` if the disk is full or the limit is exceeded.
    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(DecodingFailure) {
        precondition(offset >= 0 && offset + bytes.count <= byteCount, "it lies in the file")
        guard offset + bytes.count <= limitBytes, (try? file.write(bytes, at: offset)) != nil
        else { throw .noRoom(byteCount: expected) }
    }

    /// Reads bytes at an offset.
    ///
    /// - Throws: `.damaged` if the disk fails.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(DecodingFailure) {
        precondition(offset >= 0 && offset + bytes.count <= byteCount, "it lies in the file")
        guard (try? file.read(into: bytes, at: offset)) == bytes.count else {
            throw .damaged(.diskCache)
        }
    }

    /// Returns the first `count` bytes as a photo's bytes; `nil` without enough address space.
    func photoBytes(_ count: Int) -> PhotoBytes? {
        guard let pages = try? MappedMemory(file, byteCount: count) else { return nil }
        return PhotoBytes(pages, of: file)
    }

    /// Maps the whole file as read-only memory; returns `nil` without enough address space.
    func map() -> MappedMemory? { try? MappedMemory(file, byteCount: byteCount) }
}

/// The method of creating spill files.
package enum SpillDirectory: Sendable {
    case folder(String)
    /// A function that requests a file from another process, for a process that cannot open files.
    case granted(
        @Sendable (_ reserving: Int, _ expecting: Int) -> Result<Descriptor, DecodingFailure>)

    /// Opens a file that can grow to `byteCount` bytes, of which `expected` are likely.
    ///
    /// - Throws: `.noRoom` if the folder cannot be used, the disk has too little space, or
    ///   `expected` exceeds the limit.
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

    /// True if a file's reserved bytes fit on a disk with `free` bytes, and its expected bytes are
    /// within the limit.
    ///
    /// The process that receives the file can write all reserved bytes, up to the limit.
    static func hasRoom(reserving byteCount: Int, expecting expected: Int, free: Int) -> Bool {
        let most = max(expected, min(byteCount, DecodingLimits.spillBytes))
        return expected <= DecodingLimits.spillBytes
            && most <= free - DecodingLimits.bytesLeftFree
    }
}
