internal import Files
internal import Imaging
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Standard input, which can be read only once; what was read is kept for a second look.
final class StandardInput: Sendable {
    /// As much as from the network: what comes through a pipe has no known end either.
    static let limitBytes = 256 << 20

    private let file = Mutex<OpenFile?>(nil)

    func read() throws(FileFailure) -> OpenFile {
        if let known = file.withLock({ $0 }) { return known }
        guard isatty(STDIN_FILENO) == 0 else { throw .keyboard }
        let all = try readAll()
        file.withLock { $0 = all }
        return all
    }

    private func readAll() throws(FileFailure) -> OpenFile {
        var all = MemoryFile()
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while all.byteCount <= Self.limitBytes {
            let count = systemRead(STDIN_FILENO, &buffer, buffer.count)
            if count == 0 { return all.finished() }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .unreadable(reason: String(cString: strerror(errno))) }
            buffer.withUnsafeBytes { all.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        }
        throw .overLimit(bytes: Self.limitBytes)
    }
}

/// The system's `read`, by a name that the method of this file does not hide.
private func systemRead(
    _ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int
) -> Int {
    read(descriptor, buffer, count)
}
