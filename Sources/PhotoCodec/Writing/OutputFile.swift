#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// A file being written from its start, with a buffer before `write(2)`.
///
/// A file that is given up before `finish()` is removed: half a picture is worse than none.
/// What is no regular file (a device, a pipe) is only closed.
package struct OutputFile: ~Copyable {
    package let path: String
    private let descriptor: Int32
    private var waiting: [UInt8] = []
    private var isFinished = false
    /// How many bytes went to the file.
    private var byteCount = 0

    // 256 KiB: a strip of JPEG is smaller, and beyond this fewer calls saved no time.
    private static let bufferBytes = 256 << 10

    /// Creates the file, or empties the one that is there.
    package init(creating path: String) throws(WritingFailure) {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            isFinished = true
            throw .cannotOpen(path: path, errorNumber: errno)
        }
        waiting.reserveCapacity(Self.bufferBytes)
    }

    deinit {
        guard !isFinished else { return }
        // Asked of the open file, not of its name: a device such as /dev/stdout must stay.
        var status = stat()
        let isRegular = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        close(descriptor)
        if isRegular { unlink(path) }
    }

    package mutating func write(_ bytes: some Collection<UInt8>) throws(WritingFailure) {
        waiting.append(contentsOf: bytes)
        if waiting.count >= Self.bufferBytes { try flush() }
    }

    /// Writes what is left and closes, and gives the file's size in bytes.
    ///
    /// The error that only `close` tells is told too.
    @discardableResult
    package mutating func finish() throws(WritingFailure) -> Int {
        try flush()
        isFinished = true
        guard close(descriptor) == 0 else {
            throw .cannotWrite(path: path, errorNumber: errno)
        }
        return byteCount
    }

    private mutating func flush() throws(WritingFailure) {
        var start = 0
        while start < waiting.count {
            let written = waiting.withUnsafeBytes { bytes in
                unistdWrite(descriptor, UnsafeRawBufferPointer(rebasing: bytes[start...]))
            }
            guard written >= 0 || errno == EINTR else {
                throw .cannotWrite(path: path, errorNumber: errno)
            }
            start += max(0, written)
        }
        byteCount += waiting.count
        waiting.removeAll(keepingCapacity: true)
    }
}

/// `write(2)`, whose name the type's own method hides.
private func unistdWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    write(descriptor, bytes.baseAddress, bytes.count)
}
