package import Files
package import Imaging

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A regular file of this machine, open for reading.
package struct LocalFile: Sendable {
    package let file: OpenFile
    /// Names the file as it is now, for what is kept about it: its path, size and time.
    package let key: String

    package init(path: String) throws(FileFailure) {
        // Non-blocking, so that the opening of a pipe without a writer returns.
        let number = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard let descriptor = Descriptor(number) else { throw FileFailure(errno) }
        try self.init(descriptor, path: path)
    }

    /// A file that is open already.
    init(_ descriptor: Descriptor, path: String) throws(FileFailure) {
        var status = stat()
        guard fstat(descriptor.number, &status) == 0 else { throw FileFailure(errno) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .isDirectory
        default: throw .notRegular
        }
        file = OpenFile(descriptor, byteCount: Int(status.st_size))
        key = "\(path) \(status.st_size) \(status.modified)"
    }
}

extension OpenFile {
    /// The bytes from the start, up to `byteCount` or to where the file now ends.
    func readToEnd() throws(FileFailure) -> [UInt8] {
        guard let descriptor else { return held }
        guard let bytes = descriptor.readToEnd(atMost: byteCount) else { throw FileFailure(errno) }
        return bytes
    }

    func map() throws(FileFailure) -> MappedMemory {
        let number = descriptor?.number ?? -1
        let address = mmap(nil, byteCount, PROT_READ, MAP_PRIVATE, number, 0)
        guard let address, address != MAP_FAILED else { throw FileFailure(errno) }
        return MappedMemory(UnsafeRawBufferPointer(start: address, count: byteCount))
    }
}

extension FileFailure {
    fileprivate init(_ errorNumber: Int32) {
        self =
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
    /// When it was last written, in nanoseconds.
    fileprivate var modified: Int {
        #if canImport(Darwin)
        st_mtimespec.tv_sec &* 1_000_000_000 &+ st_mtimespec.tv_nsec
        #else
        st_mtim.tv_sec &* 1_000_000_000 &+ st_mtim.tv_nsec
        #endif
    }
}
