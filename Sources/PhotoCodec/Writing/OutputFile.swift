package import Files
package import Imaging
internal import SystemPackage

/// A file that is written from its start, through a buffer.
///
/// If the value is released before `finish()`, an incomplete regular file is deleted; a device, a
/// pipe, or a file that the caller opened is only closed.
package struct OutputFile: ~Copyable {
    package let path: String
    /// The open file; `nil` after `finish()`.
    private var file: Descriptor?
    private var buffer: [UInt8] = []
    /// The number of bytes written to the file so far.
    private var byteCount = 0
    /// True if this value deletes an incomplete file; false for a file that the caller opened.
    private let isOurs: Bool
    private let close: Close

    /// A function that completes a file before it is closed; returns an error number, or 0.
    package typealias Close = @Sendable (Descriptor) -> Int32

    // The size of the buffer in bytes, more than a strip of a JPEG; larger buffers saved no time.
    private static let bufferBytes = 256 << 10

    /// Creates the file, or empties an existing file; with `isNew`, an existing file is an error.
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

    /// Creates an empty output file from an open file; failures contain `path`.
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
        // The type of the open file decides, because devices such as /dev/stdout must remain.
        if let file, (try? file.status())?.type == .regular { Descriptor.unlink(path) }
    }

    package mutating func write(_ bytes: some Collection<UInt8>) throws(WritingFailure) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.bufferBytes { try flush() }
    }

    /// Writes the remaining bytes, closes the file, and returns its size in bytes.
    @discardableResult
    package mutating func finish() throws(WritingFailure) -> Int {
        try flush()
        if let file {
            // Closing completes the file: some file systems report a full disk only then.
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

/// The layout of a pixel's samples in a writer's rows: 8 bits each, in sRGB.
package enum PixelLayout: Hashable, Sendable {
    case gray
    case rgb
    /// Red, green, blue and straight alpha.
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
    /// The file could not be opened; `errorNumber` is the system's `errno`.
    case cannotOpen(path: String, errorNumber: Int32)
    case cannotWrite(path: String, errorNumber: Int32)
    /// The encoder failed, or its output was invalid.
    case cannotEncode(Damage)
    case outOfMemory
}
