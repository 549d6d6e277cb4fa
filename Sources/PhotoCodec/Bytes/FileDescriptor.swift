package import Imaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A regular file, open for reading; closed when it goes.
package struct FileDescriptor: ~Copyable {
    package let byteCount: Int
    /// When it was last written, in nanoseconds.
    let modified: Int
    private let number: Int32

    package init(path: String) throws(FileFailure) {
        // Non-blocking, so that the opening of a pipe without a writer returns.
        let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        (byteCount, modified) = try Self.status(of: number)
        self.number = number
    }

    /// A file that has just been opened; it is closed here.
    init(adopting number: Int32) throws(FileFailure) {
        (byteCount, modified) = try Self.status(of: number)
        self.number = number
    }

    /// A file that was opened elsewhere and is known to be a regular one; it is closed here.
    init(adopting number: Int32, byteCount: Int) {
        self.number = number
        self.byteCount = byteCount
        modified = 0
    }

    deinit { close(number) }

    /// Hands it on to somebody who closes it himself; -1 where the system has no more descriptors.
    package borrowing func duplicate() -> Int32 { fcntl(number, F_DUPFD_CLOEXEC, 0) }

    /// The bytes from the start, up to `byteCount` or to where the file now ends.
    package borrowing func readAll() throws(FileFailure) -> [UInt8] {
        var errorNumber: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            while count < byteCount {
                // By its place: a duplicate shares how far the file was read.
                let got = pread(
                    number, buffer.baseAddress.map { $0 + count }, byteCount - count, off_t(count))
                if got > 0 { count += got }
                if got == 0 { return }
                if got < 0, errno != EINTR {
                    errorNumber = errno
                    return
                }
            }
        }
        guard errorNumber == 0 else { throw Self.failure(errorNumber) }
        return bytes
    }

    borrowing func map() throws(FileFailure) -> MappedFile {
        let address = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, number, 0)
        guard let address, address != MAP_FAILED else { throw Self.failure(errno) }
        return MappedFile(UnsafeRawBufferPointer(start: address, count: byteCount))
    }

    /// What names the file as it is now, for those who keep something about it.
    package borrowing func key(at path: String) -> String { "\(path) \(byteCount) \(modified)" }

    /// Closes it unless it is a regular file.
    private static func status(
        of number: Int32
    ) throws(FileFailure) -> (byteCount: Int, modified: Int) {
        guard number >= 0 else { throw failure(errno) }
        var status = stat()
        let failure: FileFailure
        switch fstat(number, &status) == 0 ? status.st_mode & S_IFMT : 0 {
        case S_IFREG: return (Int(status.st_size), status.modified)
        case S_IFDIR: failure = .isDirectory
        case 0: failure = Self.failure(errno)
        default: failure = .notRegular
        }
        close(number)
        throw failure
    }

    private static func failure(_ errorNumber: Int32) -> FileFailure {
        switch errorNumber {
        case ENOENT, ENOTDIR: .notFound
        case EISDIR: .isDirectory
        case EACCES, EPERM: .notPermitted
        // A socket, or a device without a driver.
        case ENXIO, ENODEV: .notRegular
        default: .unreadable(reason: String(cString: strerror(errorNumber)))
        }
    }
}

extension stat {
    fileprivate var modified: Int {
        #if canImport(Darwin)
        st_mtimespec.tv_sec &* 1_000_000_000 &+ st_mtimespec.tv_nsec
        #else
        st_mtim.tv_sec &* 1_000_000_000 &+ st_mtim.tv_nsec
        #endif
    }
}
