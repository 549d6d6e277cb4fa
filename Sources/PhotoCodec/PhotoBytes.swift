package import Files
package import Imaging
package import SystemPackage

/// The bytes of a photo's file, shared by all copies of the value.
package struct PhotoBytes: Sendable {
    private enum Storage: Sendable {
        case memory([UInt8])
        /// A mapping, and the descriptor of its file if it is known.
        case mapped(MappedMemory, Descriptor?)
    }

    /// The maximum size, in bytes, of a local file that is copied to memory; others are mapped.
    ///
    /// If another program truncates a mapped file, access to the lost pages ends the process
    /// (SIGBUS), so small files are copied. Large files are mapped despite this risk; in the
    /// viewer, only a worker can end. A copy stays in memory, while pages of a file are released
    /// after they are read. A copy also delayed a JPEG of 18 MB by 50 ms on busy cores, because its
    /// pages must be zeroed first.
    static let copiedBytesLimit = 4 << 20

    private let storage: Storage
    /// The key for the file's index; `nil` if no index may be stored.
    let fileKey: String?
    /// Blocks until the first `count` bytes have arrived; `nil` if all bytes are available.
    let waitForBytes: (@Sendable (Int) -> Void)?
    /// The fetcher of a file that is read in ranges; `nil` if all bytes are available.
    private(set) var ranges: ByteRanges?

    /// Creates the bytes of a download or of standard input, which are in memory.
    package init(_ bytes: [UInt8]) { self.init(storage: .memory(bytes)) }

    /// Opens a regular local file; throws `.empty` if the file has no bytes.
    package static func open(path: String) throws(FileFailure) -> PhotoBytes {
        let local = try LocalFile(path: path)
        guard local.file.byteCount > 0 else { throw .empty }
        return try open(local.file, key: local.key)
    }

    /// Returns the bytes of an open file, which may still be arriving.
    ///
    /// `key` identifies the current version of a local file; `nil` if its index may not be stored.
    /// `waitForBytes` blocks until that many bytes have arrived.
    package static func open(
        _ file: OpenFile, key: String?, waitForBytes: (@Sendable (Int) -> Void)? = nil
    ) throws(FileFailure) -> PhotoBytes {
        // A file that is still arriving is mapped, because its pages show new bytes.
        let byteCount = file.byteCount
        let isSmall = byteCount <= copiedBytesLimit && waitForBytes == nil
        let storage: Storage
        do throws(Errno) {
            storage =
                switch file.descriptor {
                case nil: .memory(file.held)
                case let file? where isSmall:
                    .memory(try file.readToEnd(atMost: byteCount))
                // The mapping is private, because older kernels map a sealed download only
                // privately.
                case let file?:
                    .mapped(try MappedMemory(file, byteCount: byteCount, isShared: false), file)
                }
        } catch {
            throw FileFailure(error)
        }
        return PhotoBytes(storage: storage, fileKey: key, waitForBytes: waitForBytes)
    }

    /// Returns the bytes of a file that is read in ranges; bytes that are not fetched are zeros.
    ///
    /// `fetch` blocks until the bytes of a range are available; it returns false if that fails.
    package static func open(
        _ file: OpenFile, fetch: @escaping @Sendable (Range<Int>) -> Bool
    ) throws(FileFailure) -> PhotoBytes {
        // The file is mapped even if it is small, because its pages show new bytes.
        var bytes = try open(file, key: nil, waitForBytes: { _ in })
        bytes.ranges = ByteRanges(fetch)
        return bytes
    }

    /// Creates the bytes of mapped memory; `file` is the descriptor of the mapped file, if known.
    init(_ pages: MappedMemory, of file: Descriptor? = nil) {
        self.init(storage: .mapped(pages, file))
    }

    private init(
        storage: Storage, fileKey: String? = nil, waitForBytes: (@Sendable (Int) -> Void)? = nil
    ) {
        self.storage = storage
        self.fileKey = fileKey
        self.waitForBytes = waitForBytes
    }

    package var count: Int {
        switch storage {
        case .memory(let bytes): bytes.count
        case .mapped(let pages, _): pages.bytes.count
        }
    }

    /// Passes the bytes to `body`; the pointer is invalid after the call.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch storage {
        case .memory(let bytes):
            try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
                try body(UnsafeRawBufferPointer(buffer))
            }
        case .mapped(let pages, _):
            try body(UnsafeRawBufferPointer(pages.bytes))
        }
    }

    /// Copies bytes that begin at an offset.
    ///
    /// A mapped file is read with a system call, so that its pages do not become resident. Through
    /// the mapping, a pan over rows of 90 kB touched 64 kB for each row, which took up to 38 ms.
    ///
    /// - Returns: the number of bytes, which is smaller if the file ends or cannot be read.
    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let count = min(target.count, max(0, self.count - max(0, offset)))
        guard offset >= 0, count > 0, ranges?.fetch(offset..<offset + count) != false else {
            return 0
        }
        let bytes = UnsafeMutableRawBufferPointer(rebasing: target[..<count])
        if case .mapped(_, let file?) = storage {
            return (try? file.read(into: bytes, at: offset)) ?? 0
        }
        withUnsafeBytes { source in
            bytes.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[offset..<(offset + count)]))
        }
        return count
    }

    /// The maximum number of bytes of a range that `lend` copies.
    private static let lentCopyLimit = 4 << 20

    /// Passes a range of bytes to `body`; first copies a short range of a mapped file.
    ///
    /// The system maps 64 kB around each page that is read. When the range is released, bytes
    /// outside the range stay resident: 52 MB for a gigapixel in tiles.
    func lend<Result>(
        _ range: Range<Int>, from pool: PixelPool, _ body: (UnsafeRawBufferPointer) -> Result
    ) throws(DecodingFailure) -> Result {
        if let ranges, !ranges.fetch(range) { throw .tiles(.missing) }
        guard case .mapped(_, .some) = storage, range.count <= Self.lentCopyLimit else {
            defer { evictPages(range) }
            return withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[range])) }
        }
        let memory = try pool.borrow(byteCount: range.count)
        defer { pool.giveBack(memory) }
        let there = read(
            into: UnsafeMutableRawBufferPointer(rebasing: memory.bytes[..<range.count]),
            at: range.lowerBound)
        return body(UnsafeRawBufferPointer(rebasing: memory.bytes[..<there]))
    }

    /// Asks the system to read ahead a range of a mapped file; returns immediately.
    ///
    /// A disk handles many requests at once faster than one after another. Reading 512 parts of
    /// rows that were not in memory took 7 ms instead of 35 ms. If the parts are already in memory,
    /// this call takes 0.2 ms.
    func expect(_ range: Range<Int>) {
        guard case .mapped(let pages, _) = storage, ranges == nil else { return }
        pages.expect(range)
    }

    /// Releases pages of a mapped file; the system reads the pages again if they are needed.
    func evictPages(_ range: Range<Int>) {
        guard case .mapped(let pages, _) = storage else { return }
        pages.forget(range)
    }
}

/// A fetcher of the bytes of a file that is read in ranges.
final class ByteRanges: Sendable {
    /// Blocks until the bytes of a range are available; returns false if that fails.
    let fetch: @Sendable (Range<Int>) -> Bool

    init(_ fetch: @escaping @Sendable (Range<Int>) -> Bool) { self.fetch = fetch }
}

/// A regular file of this machine, open for reading, or a copy of a file in a zip archive.
package struct LocalFile: Sendable {
    package let file: OpenFile
    /// True if `file` is a copy, which does not change with the original and may be compressed.
    package let isCopy: Bool
    /// The size of the original file in bytes.
    package let byteCount: Int
    /// The file's status at the time of opening; for a copy, the status of the archive.
    package let status: Stat
    /// The key for data stored about this version of the file: path, device, inode, size and time.
    package let key: String

    /// Opens the file at a path.
    package init(path: String) throws(FileFailure) { try self.init(path: FilePath(path)) }

    package init(path: FilePath) throws(FileFailure) {
        let descriptor: Descriptor
        do {
            // Without `.nonBlocking`, opening a pipe that has no writer would block.
            descriptor = try Descriptor(opening: path, .readOnly, options: .nonBlocking)
        } catch {
            guard error == .notDirectory, let member = try Self.member(at: path) else {
                throw FileFailure(error)
            }
            self = member
            return
        }
        try self.init(descriptor, path: path)
    }

    /// Creates a local file from an open descriptor.
    init(_ descriptor: Descriptor, path: FilePath) throws(FileFailure) {
        let status: Stat
        do { status = try descriptor.status() } catch { throw FileFailure(error) }
        switch status.type {
        case .regular: break
        case .directory: throw .isDirectory
        default: throw .notRegular
        }
        byteCount = Int(status.size)
        file = OpenFile(descriptor, byteCount: byteCount)
        isCopy = false
        self.status = status
        let name = path.isText ? path.string : path.escaped
        let identity = "\(status.deviceID.rawValue) \(status.inode.rawValue)"
        key = "\(name) \(identity) \(status.size) \(status.st_mtim.nanoseconds)"
    }

    /// Creates a local file from a copy of `member` in `archive`.
    init(_ copy: OpenFile, of member: ZipMember, in archive: LocalFile) {
        file = copy
        isCopy = true
        byteCount = member.byteCount
        status = archive.status
        key = "\(archive.key) \(FilePath(bytes: member.name).escaped)"
    }
}

extension FileFailure {
    fileprivate init(_ error: Errno) {
        self =
            switch error {
            case .noSuchFileOrDirectory, .notDirectory: .notFound
            case .isDirectory: .isDirectory
            case .permissionDenied, .notPermitted: .notPermitted
            // The file is a socket, or a device without a driver.
            case .noSuchAddressOrDevice, .operationNotSupportedByDevice: .notRegular
            default: .unreadable(reason: error.description)
            }
    }
}

/// A helper that releases the pages of a mapped file after they are read, to limit memory use.
struct PageReclaimer {
    /// The number of bytes that justify a system call.
    private static let strideBytes = 1 << 20

    private let bytes: PhotoBytes
    private var given = 0

    init(of bytes: PhotoBytes) { self.bytes = bytes }

    /// Reports that the reader does not currently need the bytes before the offset.
    mutating func pass(_ offset: Int) {
        guard offset >= given + Self.strideBytes else { return }
        bytes.evictPages(given..<offset)
        given = offset
    }
}
