package import Files
package import Imaging

/// The bytes of a photo's file, held once however many share them.
package struct PhotoBytes: Sendable {
    private enum Storage: Sendable {
        case memory([UInt8])
        case mapped(MappedMemory)
    }

    /// Local files up to this size are read, larger ones are mapped.
    ///
    /// A mapped file that another program cuts short kills the reader (SIGBUS) when the lost pages
    /// are touched, so what is cheap to copy is copied. Beyond, the risk is taken: in the viewer it is
    /// that of a process of its own. A copy stays in memory, where pages of a file that were passed are
    /// given back, and it delayed a JPEG of 18 MB by 50 ms on busy cores: its pages must be zeroed first.
    static let copiedBytesLimit = 4 << 20

    private let storage: Storage
    /// What an index of the file is kept under; `nil` if none is kept.
    let fileKey: String?
    /// Blocks until so many are there, for those that are still on their way.
    let waitForBytes: (@Sendable (Int) -> Void)?

    /// Bytes that are in memory already: a download, standard input.
    package init(_ bytes: [UInt8]) { self.init(storage: .memory(bytes)) }

    /// The bytes of a regular local file of any size.
    package static func open(path: String) throws(FileFailure) -> PhotoBytes {
        let local = try LocalFile(path: path)
        guard local.file.byteCount > 0 else { throw .empty }
        return try open(local.file, key: local.key)
    }

    /// The bytes of an open file.
    ///
    /// - Parameters:
    ///   - file: the file.
    ///   - key: what names a local file as it is now, if an index of it may be kept.
    ///   - waitForBytes: blocks until so many bytes are there, for a file that is still being written.
    /// - Returns: its bytes.
    /// - Throws: what reading or mapping it fails with.
    package static func open(
        _ file: OpenFile, key: String?, waitForBytes: (@Sendable (Int) -> Void)? = nil
    ) throws(FileFailure) -> PhotoBytes {
        // Mapped if it is arriving: pages show what comes.
        let isSmall = file.byteCount <= copiedBytesLimit && waitForBytes == nil
        return PhotoBytes(
            storage: isSmall || file.descriptor == nil
                ? .memory(try file.readToEnd()) : .mapped(try file.map()),
            fileKey: key, waitForBytes: waitForBytes)
    }

    /// Bytes that are pages already.
    init(_ pages: MappedMemory) { self.init(storage: .mapped(pages)) }

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
