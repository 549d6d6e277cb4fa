internal import CFiles
package import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An open file or socket that is closed when its last reference is released.
///
/// This class wraps swift-system's `FileDescriptor`, a number without an owner, because threads and
/// photos share open files.
package final class Descriptor: Sendable {
    package let number: Int32

    /// Takes ownership of an open descriptor; `nil` for a negative number.
    package init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// Opens a file with a descriptor that programs started by this process do not inherit.
    package init(
        opening path: FilePath, _ mode: FileDescriptor.AccessMode,
        options: FileDescriptor.OpenOptions = [], permissions: FilePermissions? = nil
    ) throws(Errno) {
        number = try attempt {
            try FileDescriptor.open(
                path, mode, options: options.union(.closeOnExec), permissions: permissions)
        }.rawValue
    }

    /// Opens the file at a path given as a string.
    package convenience init(
        opening path: String, _ mode: FileDescriptor.AccessMode,
        options: FileDescriptor.OpenOptions = [], permissions: FilePermissions? = nil
    ) throws(Errno) {
        try self.init(opening: FilePath(path), mode, options: options, permissions: permissions)
    }

    deinit { try? file.close() }
    private var file: FileDescriptor { FileDescriptor(rawValue: number) }
    /// Returns the file's type, size and times, as the system reports them.
    package func status() throws(Errno) -> Stat { try Stat(file) }

    /// Sets the file's access time to now, because many file systems do not update it.
    ///
    /// - Parameter status: the file's status, whose modification time is kept.
    package func markUsed(keeping status: Stat) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        futimens(number, [now, status.st_mtim])
    }

    /// Writes all bytes at an offset of the file.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(Errno) {
        // `writeAll` might first copy memory that is not bound to `UInt8` into an array.
        _ = try attempt {
            try bytes.withMemoryRebound(to: UInt8.self) {
                try file.writeAll(toAbsoluteOffset: Int64(offset), $0)
            }
        }
    }

    package func write(_ bytes: [UInt8], at offset: Int = 0) throws(Errno) {
        _ = try attempt { try file.writeAll(toAbsoluteOffset: Int64(offset), bytes) }
    }

    /// Writes all bytes at the current offset, as pipes and devices require.
    package func append(_ bytes: [UInt8]) throws(Errno) {
        _ = try attempt { try file.writeAll(bytes) }
    }

    /// Returns exactly `byteCount` bytes; `nil` if the file has fewer bytes or cannot be read.
    package func read(_ byteCount: Int, at offset: Int = 0) -> [UInt8]? {
        guard let bytes = try? readToEnd(atMost: byteCount, at: offset) else { return nil }
        return bytes.count == byteCount ? bytes : nil
    }

    /// Returns the bytes from an offset to the end of the file, at most `byteCount`.
    package func readToEnd(atMost byteCount: Int, at offset: Int = 0) throws(Errno) -> [UInt8] {
        guard byteCount >= 0 else { throw .invalidArgument }
        var failure: Errno?
        let bytes = [UInt8](unsafeUninitializedCapacity: byteCount) { buffer, count in
            let room = UnsafeMutableRawBufferPointer(
                rebasing: UnsafeMutableRawBufferPointer(buffer)[..<byteCount])
            do throws(Errno) {
                count = try read(into: room, at: offset)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Reads until the buffer is full or the file ends; returns the number of bytes read.
    package func read(
        into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(Errno) -> Int {
        var done = 0
        while done < buffer.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            let count = try attempt {
                try file.read(fromAbsoluteOffset: Int64(offset + done), into: rest)
            }
            guard count > 0 else { break }
            done += count
        }
        return done
    }

    /// Sets the length of the file; added bytes are zeros that use no disk space yet.
    package func resize(to byteCount: Int) -> Bool {
        (try? file.resize(to: Int64(byteCount))) != nil
    }

    /// Throws the errors that the system reports only on closing, such as a full disk.
    ///
    /// The file stays open.
    package func flush() throws(Errno) {
        // A copy made by `file.duplicate()` would be inherited by programs started at the same
        // time.
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, close(copy) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Truncates the file to zero bytes and moves the current offset to its start.
    package func empty() -> Bool { resize(to: 0) && lseek(number, 0, SEEK_SET) == 0 }

    /// Removes the name of a file, and ignores errors.
    package static func unlink(_ path: FilePath) { _ = path.withPlatformString { removeName($0) } }

    package static func unlink(_ path: String) { _ = removeName(path) }

    /// A one-time setup that ignores SIGXFSZ; otherwise, a write beyond RLIMIT_FSIZE would end the
    /// program instead of failing.
    package static let survivesSizeLimits: Void = { _ = signal(SIGXFSZ, SIG_IGN) }()
}

/// Calls `unlink(2)`, which `Descriptor.unlink` hides.
private func removeName(_ path: UnsafePointer<CChar>) -> Int32 { unlink(path) }

/// Runs `body` with typed errors: swift-system mostly does not declare that it throws only `Errno`.
private func attempt<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
    do { return try body() } catch { throw error as? Errno ?? .ioError }
}

extension Descriptor {
    /// Creates an empty file, in memory on Linux and unlinked elsewhere; `nil` if that fails.
    package static func memory() -> Descriptor? {
        #if os(Linux)
        _ = survivesSizeLimits
        return Descriptor(cfiles_memory())
        #else
        // Without a name, the file is deleted when it is closed.
        var path = Array("/tmp/nasa-view-XXXXXX".utf8CString)
        let file = mkostemp(&path, O_CLOEXEC)
        unlink(path)
        return Descriptor(file)
        #endif
    }

    /// Creates a zero-filled file in memory; `nil` if that fails.
    ///
    /// On Linux, processes that receive the file cannot resize it.
    package static func memory(byteCount: Int) -> Descriptor? {
        guard let file = memory(), file.resize(to: byteCount), file.seal(onlySize: true) else {
            return nil
        }
        return file
    }

    /// Makes a file in memory read-only, even for processes that already have it open (on Linux).
    package func seal() { _ = seal(onlySize: false) }

    private func seal(onlySize: Bool) -> Bool {
        #if os(Linux)
        cfiles_seal(number, onlySize ? 0 : 1) == 0
        #else
        true
        #endif
    }
}

/// Mapped pages of a file or of anonymous memory, unmapped when the last reference is released.
///
/// `@unchecked Sendable`: the pointer never changes; the owners coordinate their writes.
package final class MappedMemory: @unchecked Sendable {
    /// The mapped bytes, which are read-only if they belong to a file.
    package let bytes: UnsafeMutableRawBufferPointer
    private let isFile: Bool

    /// Maps the first bytes of a file for reading.
    ///
    /// `isShared` is false for a sealed file, which older kernels map only privately. Either way,
    /// later writes by other processes are visible.
    package init(_ file: Descriptor, byteCount: Int, isShared: Bool = true) throws(Errno) {
        bytes = try Self.map(
            byteCount, PROT_READ, isShared ? MAP_SHARED : MAP_PRIVATE, of: file.number)
        isFile = true
    }

    /// Maps zero-filled memory.
    ///
    /// If `isReserved` is true, mapping fails when the system lacks the memory; otherwise, the
    /// first write to a page fails.
    package init(byteCount: Int, isReserved: Bool = true) throws(Errno) {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | (isReserved ? 0 : MAP_NORESERVE)
        bytes = try Self.map(byteCount, PROT_READ | PROT_WRITE, flags, of: -1)
        isFile = false
    }

    deinit { munmap(bytes.baseAddress, bytes.count) }

    private static func map(
        _ byteCount: Int, _ protection: Int32, _ flags: Int32, of file: Int32
    ) throws(Errno) -> UnsafeMutableRawBufferPointer {
        let address = mmap(nil, byteCount, protection, flags, file, 0)
        guard let address, address != MAP_FAILED else { throw Errno(rawValue: errno) }
        return UnsafeMutableRawBufferPointer(start: address, count: byteCount)
    }

    /// Copies bytes to an offset of anonymous memory, in a range that no thread reads yet.
    package func write(_ block: UnsafeRawBufferPointer, at offset: Int) {
        precondition(offset >= 0 && offset + block.count <= bytes.count, "it lies in the memory")
        guard let base = bytes.baseAddress, let from = block.baseAddress else { return }
        (base + offset).copyMemory(from: from, byteCount: block.count)
    }

    package static let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Releases the whole pages of a file within the range; the system reads them again if needed.
    package func forget(_ range: Range<Int>) {
        // Released pages of anonymous memory would become zeros.
        if isFile { giveBack(range) }
    }

    /// Releases the whole pages of anonymous memory within the range; the pages become zeros.
    package func clear(_ range: Range<Int>) {
        if !isFile { giveBack(range) }
    }

    private func giveBack(_ range: Range<Int>) {
        let page = Self.pageBytes
        let start = (range.lowerBound + page - 1) / page * page
        let end = min(range.upperBound, bytes.count) / page * page
        guard end > start, let base = bytes.baseAddress else { return }
        madvise(base + start, end - start, MADV_DONTNEED)
    }

    /// Asks the kernel to read these pages of a file ahead; returns immediately.
    package func expect(_ range: Range<Int>) {
        let present = range.clamped(to: 0..<bytes.count)
        guard isFile, !present.isEmpty, let base = bytes.baseAddress else { return }
        let start = present.lowerBound / Self.pageBytes * Self.pageBytes
        madvise(base + start, present.upperBound - start, MADV_WILLNEED)
    }
}
