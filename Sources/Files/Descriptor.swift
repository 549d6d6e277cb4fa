#if os(Linux)
internal import CFiles
#endif

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An open file or socket; closed when the last holder goes.
package final class Descriptor: Sendable {
    package let number: Int32

    /// Takes over an open descriptor; `nil` for a number that is none.
    package init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    deinit { close(number) }

    /// A second number for the same file, to be closed by the caller; -1 if the system has no more.
    package func duplicate() -> Int32 { fcntl(number, F_DUPFD_CLOEXEC, 0) }

    /// Writes all of the bytes; if that fails, `errno` says why.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(number, rest.baseAddress, rest.count, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            done += count
        }
        return true
    }

    package func write(_ bytes: [UInt8], at offset: Int = 0) -> Bool {
        bytes.withUnsafeBytes { write($0, at: offset) }
    }

    /// So many bytes; `nil` if there are fewer, or they cannot be read.
    package func read(_ byteCount: Int, at offset: Int = 0) -> [UInt8]? {
        readToEnd(atMost: byteCount, at: offset).flatMap { $0.count == byteCount ? $0 : nil }
    }

    /// The bytes up to the end of the file, but not more than so many; `nil` if they cannot be read, for
    /// which `errno` has the reason.
    package func readToEnd(atMost byteCount: Int, at offset: Int = 0) -> [UInt8]? {
        guard byteCount >= 0 else { return nil }
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            let room = UnsafeMutableRawBufferPointer(buffer).prefix(byteCount)
            let got = read(into: room, at: offset)
            isRead = got != nil
            count = got ?? 0
        }
        return isRead ? bytes : nil
    }

    /// Reads until the buffer is full or the file ends.
    ///
    /// - Returns: how many bytes were read; `nil` after an error.
    func read(
        into buffer: Slice<UnsafeMutableRawBufferPointer>, at offset: Int
    ) -> Int? {
        let buffer = UnsafeMutableRawBufferPointer(rebasing: buffer)
        var done = 0
        while done < buffer.count {
            let rest = buffer.baseAddress.map { $0 + done }
            let count = pread(number, rest, buffer.count - done, off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    /// A limit on the size of files would otherwise end the program instead of failing a write.
    package static let survivesSizeLimits: Void = { _ = signal(SIGXFSZ, SIG_IGN) }()

    /// Makes the file so long; what is added is zeros that take no room yet.
    package func resize(to byteCount: Int) -> Bool { ftruncate(number, off_t(byteCount)) == 0 }
}

extension Descriptor {
    #if os(Linux)
    /// A file in memory; `nil` if there is no memory for it.
    package static func memory() -> Descriptor? {
        _ = survivesSizeLimits
        return Descriptor(cfiles_memory())
    }

    /// A file in memory of a size that those who get it cannot change.
    package static func memory(byteCount: Int) -> Descriptor? {
        guard let file = memory(), file.resize(to: byteCount), cfiles_seal(file.number, 0) == 0
        else { return nil }
        return file
    }

    /// Lets a file in memory be changed no more, even by those who have it already.
    package func seal() { _ = cfiles_seal(number, 1) }
    #else
    /// A file without a name, in place of one in memory.
    package static func memory() -> Descriptor? {
        var path = Array("/tmp/nasa-view-XXXXXX".utf8CString)
        let file = mkostemp(&path, O_CLOEXEC)
        unlink(path)
        return Descriptor(file)
    }

    package static func memory(byteCount: Int) -> Descriptor? {
        guard let file = memory(), file.resize(to: byteCount) else { return nil }
        return file
    }

    package func seal() {}
    #endif
}
