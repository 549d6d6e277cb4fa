internal import Files
internal import Imaging
internal import PhotoCodec
internal import Synchronization
internal import SystemPackage
internal import TerminalDevice

/// Standard input or a named pipe, with its bytes stored because they can be read only once.
final class PipedInput: Sendable {
    /// The kind of input, detected from its first bytes.
    enum Contents { case picture, names }

    /// The standard input of this process.
    static let standard = PipedInput(pipe: nil)

    /// The maximum number of bytes of a photo from a pipe, whose length is unknown in advance.
    private static let photoLimitBytes = 256 << 20
    /// The number of bytes examined at the start: enough for any format's signature and for a line
    /// of a list.
    private static let startBytes = 4096

    private struct State {
        var start: [UInt8] = []
        var file: OpenFile?
    }

    /// The named pipe; `nil` for standard input.
    private let pipe: FilePath?
    private let state = Mutex(State())

    init(pipe: FilePath?) { self.pipe = pipe }

    /// Returns the kind of standard input; `nil` if the input is neither a pipe nor a file, or is
    /// empty.
    ///
    /// Waits for the first bytes.
    func contents() -> Contents? {
        guard Self.isPipeOrFile else { return nil }
        let start = state.withLock { state in
            if state.start.isEmpty { state.start = Self.firstBytes() }
            return state.start
        }
        guard !start.isEmpty else { return nil }
        switch FileSignature.kind(of: PhotoBytes(start)) {
        case .text, .empty, .json: return .names
        case .unknown: return Self.canBeNames(start) ? .names : .picture
        default: return .picture
        }
    }

    func read(atMost limitBytes: Int = photoLimitBytes) throws(FileFailure) -> OpenFile {
        let known = state.withLock { ($0.file, $0.start) }
        if let file = known.0 { return file }
        guard pipe != nil || !TTY.isInput else { throw .keyboard }
        let all = try readAll(after: known.1, limitBytes)
        state.withLock { $0.file = all }
        return all
    }

    /// Returns true if the bytes contain no control characters except those between names.
    ///
    /// Names need not be UTF-8. A name with a control character is rarer than a file of unknown
    /// format.
    private static func canBeNames(_ bytes: [UInt8]) -> Bool {
        bytes.allSatisfy { $0 >= 0x20 || [0, 9, 10, 13].contains($0) }
    }

    private static var isPipeOrFile: Bool {
        guard let type = (try? Stat(FileDescriptor.standardInput))?.type else { return false }
        return type == .fifo || type == .socket || type == .regular
    }

    /// Returns enough bytes to detect the kind of input, or fewer if the input ends.
    private static func firstBytes() -> [UInt8] {
        var start: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: startBytes)
        while start.count < startBytes, !isClear(start) {
            guard let count = try? read(.standardInput, into: &buffer), count > 0 else { break }
            start += buffer[..<count]
        }
        return start
    }

    /// Returns true if the bytes suffice to detect the kind of input.
    ///
    /// Waiting for all bytes would delay a list whose names arrive slowly.
    private static func isClear(_ start: [UInt8]) -> Bool {
        start.contains { $0 == 0 || $0 == UInt8(ascii: "\n") } && start.count >= 16
    }

    private static func read(_ file: FileDescriptor, into buffer: inout [UInt8]) throws -> Int {
        try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
    }

    private func readAll(
        after start: [UInt8], _ limitBytes: Int
    ) throws(FileFailure) -> OpenFile {
        guard let pipe else {
            return try Self.readAll(of: .standardInput, after: start, limitBytes)
        }
        let file: FileDescriptor
        do { file = try FileDescriptor.open(pipe, .readOnly) } catch {
            throw .unreadable(reason: "\(error)")
        }
        defer { try? file.close() }
        return try Self.readAll(of: file, after: start, limitBytes)
    }

    private static func readAll(
        of file: FileDescriptor, after start: [UInt8], _ limitBytes: Int
    ) throws(FileFailure) -> OpenFile {
        var all = MemoryFile()
        start.withUnsafeBytes { all.append($0) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while all.byteCount <= limitBytes {
            let count: Int
            do { count = try read(file, into: &buffer) } catch {
                throw .unreadable(reason: "\(error)")
            }
            if count == 0 { return all.finished() }
            buffer.withUnsafeBytes { all.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        throw .overLimit(bytes: limitBytes)
    }
}
