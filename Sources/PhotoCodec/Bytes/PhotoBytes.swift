package import Imaging

/// The bytes of a photo's file, held once however many share them.
package struct PhotoBytes: Sendable {
    private enum Storage: Sendable {
        case memory([UInt8])
        case mapped(MappedFile)
    }

    /// Local files up to this size are read, larger ones are mapped.
    ///
    /// A mapped file that another program cuts short kills the reader (SIGBUS) when the lost pages
    /// are touched, so what is cheap to copy is copied. Beyond, the risk is taken: in the viewer it is
    /// that of a process of its own. A copy stays in memory, where pages of a file that were passed are
    /// given back, and it delayed a JPEG of 18 MB by 50 ms on busy cores: its pages must be zeroed first.
    static let copiedBytesLimit = 4 << 20

    private let storage: Storage
    /// What names a local file as it is now: its path, size and time; nil for other bytes.
    let fileKey: String?
    /// Blocks until so many are there, for those that are still on their way.
    let waitForBytes: (@Sendable (Int) -> Void)?

    /// Bytes that are in memory already: a download, standard input.
    package init(_ bytes: [UInt8]) { self.init(storage: .memory(bytes)) }

    /// The bytes of a regular local file of any size.
    package static func open(path: String) throws(FileFailure) -> PhotoBytes {
        let file = try FileDescriptor(path: path)
        guard file.byteCount > 0 else { throw .empty }
        return PhotoBytes(
            storage: try storage(of: file), fileKey: file.key(at: path))
    }

    /// The bytes of a file that somebody else has opened.
    ///
    /// - Parameters:
    ///   - descriptor: the open file; it is closed here.
    ///   - byteCount: its size, which a fenced-in process may not ask for.
    ///   - isKept: whether an index of it may be kept, under a key that the one who opened it knows.
    ///   - waitForBytes: blocks until so many bytes are there, for a file that is still being written.
    /// - Returns: its bytes, as `open(path:)` gives them.
    /// - Throws: what reading or mapping it fails with.
    package static func open(
        descriptor: Int32, byteCount: Int, isKept: Bool,
        waitForBytes: (@Sendable (Int) -> Void)? = nil
    ) throws(FileFailure) -> PhotoBytes {
        let file = FileDescriptor(adopting: descriptor, byteCount: byteCount)
        if let waitForBytes { return PhotoBytes(try file.map(), waitForBytes: waitForBytes) }
        return PhotoBytes(storage: try storage(of: file), fileKey: isKept ? "" : nil)
    }

    private static func storage(
        of file: borrowing FileDescriptor
    ) throws(FileFailure) -> Storage {
        file.byteCount <= copiedBytesLimit
            ? .memory(try file.readAll()) : .mapped(try file.map())
    }

    /// Bytes that are pages already; those that have not come yet are zeros.
    init(_ pages: MappedFile, waitForBytes: (@Sendable (Int) -> Void)? = nil) {
        self.init(storage: .mapped(pages), waitForBytes: waitForBytes)
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
        case .mapped(let file): file.bytes.count
        }
    }

    /// Lends the bytes; the pointer is dead after the call.
    package func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        switch storage {
        case .memory(let bytes):
            try bytes.withUnsafeBufferPointer { buffer throws(Failure) in
                try body(UnsafeRawBufferPointer(buffer))
            }
        case .mapped(let file):
            try body(file.bytes)
        }
    }

    /// Gives pages of a mapped file back to the system, which reads them again where they are needed.
    func forgetPages(_ range: Range<Int>) {
        guard case .mapped(let file) = storage else { return }
        file.forgetPages(range)
    }
}
