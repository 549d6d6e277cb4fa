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

    /// Files of this name had one for an instant, where the system has no files without.
    private static let prefix = "spill-"

    /// - Throws: `.noRoom` where so many bytes are too many for the disk, or for anybody.
    convenience init(byteCount: Int, within means: DecodingMeans) throws(DecodingFailure) {
        try self.init(reserving: byteCount, expecting: byteCount, within: means)
    }

    /// A file that may have up to `byteCount` bytes, though far fewer are expected.
    init(
        reserving byteCount: Int, expecting expected: Int, within means: DecodingMeans
    ) throws(DecodingFailure) {
        guard let folder = means.spillFolder, expected <= DecodingLimits.spillBytes else {
            throw .noRoom(byteCount: expected)
        }
        SpillFolder.make(folder)
        let free = SpillFolder.freeBytes(in: folder) ?? 0
        guard expected <= free - DecodingLimits.bytesLeftFree else {
            throw .noRoom(byteCount: expected)
        }
        descriptor = Self.open(in: folder)
        self.byteCount = byteCount
        self.expected = expected
        limitBytes = means.spillBytes
        guard descriptor >= 0, ftruncate(descriptor, off_t(byteCount)) == 0 else {
            throw .noRoom(byteCount: expected)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

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
    func map() -> MappedFile? {
        let address = mmap(nil, byteCount, PROT_READ, MAP_SHARED, descriptor, 0)
        guard let address, address != MAP_FAILED else { return nil }
        return MappedFile(UnsafeRawBufferPointer(start: address, count: byteCount))
    }

    /// Linux makes files that never had a name; elsewhere the name is gone before anything is written.
    private static func open(in folder: String) -> Int32 {
        #if os(Linux)
        // O_TMPFILE, whose macro Swift does not import: __O_TMPFILE and O_DIRECTORY.
        let file = Glibc.open(folder, 0o20_000_000 | O_DIRECTORY | O_RDWR | O_CLOEXEC, 0o600)
        if file >= 0 { return file }
        #endif
        sweep(folder)
        var name = Array("\(folder)/\(prefix)XXXXXX".utf8CString)
        let named = mkstemp(&name)
        guard named >= 0 else { return named }
        unlink(name)
        _ = fcntl(named, F_SETFD, FD_CLOEXEC)
        return named
    }

    /// Removes what a program left that was killed within that instant.
    private static func sweep(_ folder: String) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(prefix) { unlink("\(folder)/\(name)") }
        }
    }
}
