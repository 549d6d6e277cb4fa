package import Files
package import Imaging
package import SystemPackage

/// The bytes of a photo's file; copies share them.
package struct PhotoBytes: Sendable {
    private enum Storage: Sendable {
        case memory([UInt8])
        /// With the file that is mapped, if it is known.
        case mapped(MappedMemory, Descriptor?)
    }

    /// Local files up to this size are read, larger ones are mapped.
    ///
    /// A mapped file that another program truncates kills the reader (SIGBUS) when the lost pages are
    /// touched, so what is cheap to copy is copied. Beyond that the risk is taken; in the viewer only a
    /// worker can die. A copy stays in memory, while pages of a file are given back once passed, and it
    /// delayed a JPEG of 18 MB by 50 ms on busy cores: its pages must be zeroed first.
    static let copiedBytesLimit = 4 << 20

    private let storage: Storage
    /// The key of the file's index; `nil` if none is kept.
    let fileKey: String?
    /// Blocks until the first `count` have arrived, for a file that is still arriving.
    let waitForBytes: (@Sendable (Int) -> Void)?
    /// Fetches bytes of a file that is read by ranges; `nil` if all of them are there.
    private(set) var ranges: ByteRanges?

    /// Bytes that are in memory already: a download, standard input.
    package init(_ bytes: [UInt8]) { self.init(storage: .memory(bytes)) }

    /// The bytes of a regular local file of any size.
    package static func open(path: String) throws(FileFailure) -> PhotoBytes {
        let local = try LocalFile(path: path)
        guard local.file.byteCount > 0 else { throw .empty }
        return try open(local.file, key: local.key)
    }

    /// The bytes of an open file, which may still be arriving.
    ///
    /// `key` identifies a local file as it is now, if an index of it may be kept; `waitForBytes`
    /// blocks until so many bytes are there.
    package static func open(
        _ file: OpenFile, key: String?, waitForBytes: (@Sendable (Int) -> Void)? = nil
    ) throws(FileFailure) -> PhotoBytes {
        // Mapped if it is arriving: pages show what comes.
        let byteCount = file.byteCount
        let isSmall = byteCount <= copiedBytesLimit && waitForBytes == nil
        let storage: Storage
        do throws(Errno) {
            storage =
                switch file.descriptor {
                case nil: .memory(file.held)
                case let file? where isSmall:
                    .memory(try file.readToEnd(atMost: byteCount))
                // Privately: the bytes of a download are sealed.
                case let file?:
                    .mapped(try MappedMemory(file, byteCount: byteCount, isShared: false), file)
                }
        } catch {
            throw FileFailure(error)
        }
        return PhotoBytes(storage: storage, fileKey: key, waitForBytes: waitForBytes)
    }

    /// The bytes of a file that is read by ranges: those that were not fetched are zeros.
    ///
    /// `fetch` blocks until some are there, and returns false if they will not be.
    package static func open(
        _ file: OpenFile, fetch: @escaping @Sendable (Range<Int>) -> Bool
    ) throws(FileFailure) -> PhotoBytes {
        // Mapped however small it is: pages show what comes.
        var bytes = try open(file, key: nil, waitForBytes: { _ in })
        bytes.ranges = ByteRanges(fetch)
        return bytes
    }

    /// Bytes that are pages already; of a file, if it is known.
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

    /// Lends the bytes; the pointer is invalid after the call.
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

    /// Copies bytes from an offset on; a mapped file is read, so that its pages do not become resident.
    ///
    /// A pan over rows of 90 kB touched 64 kB for each row of a view, 38 ms at worst.
    /// - Returns: how many there were: fewer at the end of the file, or if it cannot be read.
    func read(into target: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        let count = min(target.count, max(0, self.count - max(0, offset)))
        guard offset >= 0, count > 0, ranges?.fetch(offset..<offset + count) != false else {
            return 0
        }
        let part = UnsafeMutableRawBufferPointer(rebasing: target[..<count])
        if case .mapped(_, let file?) = storage {
            return (try? file.read(into: part, at: offset)) ?? 0
        }
        withUnsafeBytes { source in
            part.copyMemory(
                from: UnsafeRawBufferPointer(rebasing: source[offset..<(offset + count)]))
        }
        return count
    }

    /// More than this is not copied to be lent.
    private static let lentCopyLimit = 4 << 20

    /// Lends some of the bytes; those of a mapped file are copied into memory of a pool if they are few.
    ///
    /// The system maps 64 kB around each page that is touched, and what lies beside the part that is given
    /// back stays: of a gigapixel in tiles that were 52 MB.
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

    /// Has the system fetch bytes of a mapped file that will be read soon; does not wait for them.
    ///
    /// A disk answers many questions at once sooner than one after the other: 512 parts of rows that
    /// were not in memory took 7 ms instead of 35. For those that were it takes 0.2 ms.
    func expect(_ range: Range<Int>) {
        guard case .mapped(let pages, _) = storage, ranges == nil else { return }
        pages.expect(range)
    }

    /// Gives pages of a mapped file back to the system, which reads them again if they are needed.
    func evictPages(_ range: Range<Int>) {
        guard case .mapped(let pages, _) = storage else { return }
        pages.forget(range)
    }
}

/// Fetches the bytes of a file that is read by ranges.
final class ByteRanges: Sendable {
    /// Blocks until these bytes are there; false if they will not be.
    let fetch: @Sendable (Range<Int>) -> Bool

    init(_ fetch: @escaping @Sendable (Range<Int>) -> Bool) { self.fetch = fetch }
}

/// A regular file of this machine, open for reading, or a copy of one in a zip archive.
package struct LocalFile: Sendable {
    package let file: OpenFile
    /// True if `file` is a copy, which does not change with the file and may be packed.
    package let isCopy: Bool
    /// The length of the file itself.
    package let byteCount: Int
    /// The system's record of the file when it was opened.
    package let status: Stat
    /// Identifies the file as it is now by path, device, inode, size and time: the key of what is kept
    /// about it.
    package let key: String

    /// A file whose name is a text.
    package init(path: String) throws(FileFailure) { try self.init(path: FilePath(path)) }

    package init(path: FilePath) throws(FileFailure) {
        let descriptor: Descriptor
        do {
            // Non-blocking, so that opening a pipe without a writer returns.
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

    /// A file that is open already.
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

    /// A copy of a file in `archive`.
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
            // A socket, or a device without a driver.
            case .noSuchAddressOrDevice, .operationNotSupportedByDevice: .notRegular
            default: .unreadable(reason: error.description)
            }
    }
}

/// Gives back pages of a mapped file that a reader has passed, so that the whole is never resident.
struct PageReclaimer {
    /// Fewer bytes are not worth a system call.
    private static let strideBytes = 1 << 20

    private let bytes: PhotoBytes
    private var given = 0

    init(of bytes: PhotoBytes) { self.bytes = bytes }

    /// Bytes before the offset are not needed for now.
    mutating func pass(_ offset: Int) {
        guard offset >= given + Self.strideBytes else { return }
        bytes.evictPages(given..<offset)
        given = offset
    }
}
