internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// Memory that two processes share to hand bytes over; its size is sealed.
///
/// They are written and read by calls, not through pages mapped by both: what is copied first cannot
/// change while it is looked at, and no worker can make pages of the session's vanish.
final class Tray: Sendable {
    let file: Descriptor
    let byteCount: Int

    /// Nil where there is no memory.
    init?(byteCount: Int) {
        guard let file = Kernel.memory(byteCount: byteCount) else { return nil }
        self.file = file
        self.byteCount = byteCount
    }

    /// One with bytes on it.
    convenience init?(_ bytes: [UInt8]) {
        self.init(byteCount: bytes.count)
        guard Self.write(bytes, to: file) else { return nil }
    }

    static func write(_ bytes: [UInt8], to file: Descriptor, at offset: Int = 0) -> Bool {
        bytes.withUnsafeBytes { source in
            var done = 0
            while done < source.count {
                let rest = UnsafeRawBufferPointer(rebasing: source[done...])
                let count = pwrite(
                    file.number, rest.baseAddress, rest.count, off_t(offset + done))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
    }

    /// Nil where there are fewer.
    static func read(_ byteCount: Int, from file: Descriptor) -> [UInt8]? {
        guard byteCount >= 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, done in
            while done < byteCount {
                let rest = buffer.baseAddress.map { $0 + done }
                let count = pread(file.number, rest, byteCount - done, off_t(done))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                done += count
            }
        }
        return bytes.count == byteCount ? bytes : nil
    }
}
