package import Files
package import Imaging
internal import SystemPackage

/// A file being written from its start, with a buffer.
///
/// A file dropped before `finish()` is deleted: half a picture is worse than none. A device or a
/// pipe is only closed.
package struct OutputFile: ~Copyable {
    package let path: String
    /// The open file; `nil` when it is finished.
    private var file: Descriptor?
    private var buffer: [UInt8] = []
    /// The number of bytes written to the file.
    private var byteCount = 0
    /// False for a file that was open before, which its opener deletes.
    private let isOurs: Bool
    private let close: Close

    /// Returns the error number of closing, or 0; the file stays open.
    package typealias Close = @Sendable (Descriptor) -> Int32

    // 256 KiB: larger than a strip of JPEG; larger buffers saved no time.
    private static let bufferBytes = 256 << 10

    /// Creates the file, or empties an existing one; with `isNew` it fails if the file exists.
    package init(
        creating path: String, isNew: Bool = false,
        closingBy close: @escaping Close = OutputFile.flush
    ) throws(WritingFailure) {
        self.path = path
        isOurs = true
        self.close = close
        do {
            file = try Descriptor(
                opening: path, .writeOnly,
                options: isNew ? [.create, .exclusiveCreate] : [.create, .truncate],
                permissions: FilePermissions(rawValue: 0o666))
        } catch {
            throw .cannotOpen(path: path, errorNumber: error.rawValue)
        }
        buffer.reserveCapacity(Self.bufferBytes)
    }

    /// Overwrites an open file; failures name `path`.
    package init(over file: Descriptor, path: String) throws(WritingFailure) {
        self.path = path
        self.file = file
        isOurs = false
        close = Self.flush
        guard file.empty() else {
            throw .cannotWrite(path: path, errorNumber: Errno.ioError.rawValue)
        }
        buffer.reserveCapacity(Self.bufferBytes)
    }

    deinit {
        guard isOurs else { return }
        // The open file's type counts, not the path's: a device such as /dev/stdout must stay.
        if let file, (try? file.status())?.type == .regular { Descriptor.unlink(path) }
    }

    package mutating func write(_ bytes: some Collection<UInt8>) throws(WritingFailure) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferBytes { try flush() }
    }

    /// Writes the remaining bytes, closes the file, which may fail too, and returns its size in bytes.
    @discardableResult
    package mutating func finish() throws(WritingFailure) -> Int {
        try flush()
        if let file {
            // The file is finished only after this: some file systems report a full disk when
            // closing.
            let number = close(file)
            guard number == 0 else { throw .cannotWrite(path: path, errorNumber: number) }
        }
        file = nil
        return byteCount
    }

    package static let flush: Close = { file in
        do throws(Errno) { try file.flush() } catch { return error.rawValue }
        return 0
    }

    private mutating func flush() throws(WritingFailure) {
        do { try file?.append(buffer) } catch {
            throw .cannotWrite(path: path, errorNumber: error.rawValue)
        }
        byteCount += buffer.count
        buffer.removeAll(keepingCapacity: true)
    }
}

/// The samples of a pixel in a writer's rows: 8 bits each, sRGB.
package enum PixelLayout: Hashable, Sendable {
    case gray
    case rgb
    /// Alpha is straight, not multiplied in.
    case rgba

    package var bytesPerPixel: Int {
        switch self {
        case .gray: 1
        case .rgb: 3
        case .rgba: 4
        }
    }
}

/// The reason why a picture could not be written.
package enum WritingFailure: Error, Hashable, Sendable {
    /// The system's error number, as in `errno`.
    case cannotOpen(path: String, errorNumber: Int32)
    case cannotWrite(path: String, errorNumber: Int32)
    /// The encoder failed, or wrote an invalid file.
    case cannotEncode(Damage)
    case outOfMemory
}
