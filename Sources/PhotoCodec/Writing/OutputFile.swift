package import Files
package import Imaging
internal import SystemPackage

/// A file being written from its start, with a buffer.
///
/// If it is dropped before `finish()`, it is removed: half a picture is worse than none. A device or a
/// pipe is only closed.
package struct OutputFile: ~Copyable {
    package let path: String
    /// `nil` when it is finished.
    private var file: Descriptor?
    private var buffer: [UInt8] = []
    /// The number of bytes written to the file.
    private var byteCount = 0
    /// False for one that was open before: whoever opened it removes it.
    private let isOurs: Bool
    private let close: Close

    /// Returns the error number that only closing reports, or 0; the file stays open.
    package typealias Close = @Sendable (Descriptor) -> Int32

    // 256 KiB: a strip of JPEG is smaller, and beyond this fewer calls saved no time.
    private static let bufferBytes = 256 << 10

    /// Creates the file, or empties an existing one; `isNew` fails if the file exists.
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

    /// Writes over a file that is open; `path` is what failures name.
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
        // Asked of the open file, not of its name: a device such as /dev/stdout must stay.
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
            // Only then is it finished: of a full disk some file systems tell at the end.
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

/// The samples of one pixel in the rows that a writer is given: 8 bits each, sRGB.
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
    /// The system's error number, as `errno` had it.
    case cannotOpen(path: String, errorNumber: Int32)
    case cannotWrite(path: String, errorNumber: Int32)
    /// The encoder gave up, or made no proper file.
    case cannotEncode(Damage)
    case outOfMemory
}
