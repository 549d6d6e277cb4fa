internal import CFiles
package import SystemPackage

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// An open file or socket, closed when its last holder goes.
///
/// A class around swift-system's `FileDescriptor`, which is a number that has no owner: these are
/// shared by threads and by photos.
package final class Descriptor: Sendable {
    package let number: Int32

    /// Takes over an open descriptor; `nil` for a negative number.
    package init?(_ number: Int32) {
        guard number >= 0 else { return nil }
        self.number = number
    }

    /// Opens a file; it is closed in programs that are started later.
    package init(
        opening path: FilePath, _ mode: FileDescriptor.AccessMode,
        options: FileDescriptor.OpenOptions = [], permissions: FilePermissions? = nil
    ) throws(Errno) {
        number = try attempt {
            try FileDescriptor.open(
                path, mode, options: options.union(.closeOnExec), permissions: permissions)
        }.rawValue
    }

    /// Opens a file whose name is a text.
    package convenience init(
        opening path: String, _ mode: FileDescriptor.AccessMode,
        options: FileDescriptor.OpenOptions = [], permissions: FilePermissions? = nil
    ) throws(Errno) {
        try self.init(opening: FilePath(path), mode, options: options, permissions: permissions)
    }

    deinit { try? file.close() }
    private var file: FileDescriptor { FileDescriptor(rawValue: number) }
    /// The system's record of the file: its type, size and times.
    package func status() throws(Errno) -> Stat { try Stat(file) }

    /// Sets the time of last use to now, which many file systems do not record.
    ///
    /// - Parameter status: the file's, with the time of its last change, which stays.
    package func markUsed(keeping status: Stat) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        futimens(number, [now, status.st_mtim])
    }

    /// Writes all of the bytes at an offset.
    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(Errno) {
        // Bound to bytes, or `writeAll` might copy them into an array first.
        _ = try attempt {
            try bytes.withMemoryRebound(to: UInt8.self) {
                try file.writeAll(toAbsoluteOffset: Int64(offset), $0)
            }
        }
    }

    package func write(_ bytes: [UInt8], at offset: Int = 0) throws(Errno) {
        _ = try attempt { try file.writeAll(toAbsoluteOffset: Int64(offset), bytes) }
    }

    /// Writes all of the bytes after the last write, as pipes and devices need it.
    package func append(_ bytes: [UInt8]) throws(Errno) {
        _ = try attempt { try file.writeAll(bytes) }
    }

    /// Exactly `byteCount` bytes; `nil` if there are fewer, or they cannot be read.
    package func read(_ byteCount: Int, at offset: Int = 0) -> [UInt8]? {
        guard let bytes = try? readToEnd(atMost: byteCount, at: offset) else { return nil }
        return bytes.count == byteCount ? bytes : nil
    }

    /// The bytes up to the end of the file, at most `byteCount`.
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

    /// Reads until the buffer is full or the file ends, and returns how many bytes it read.
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

    /// Sets the length of the file; added bytes are zeros that take no room yet.
    package func resize(to byteCount: Int) -> Bool {
        (try? file.resize(to: Int64(byteCount))) != nil
    }

    /// Reports what only closing reports, such as a full disk; the file stays open.
    package func flush() throws(Errno) {
        // Not `file.duplicate()`, whose copy a program started meanwhile would inherit.
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0, close(copy) == 0 else { throw Errno(rawValue: errno) }
    }

    /// Goes back to the start, and forgets all bytes.
    package func empty() -> Bool { resize(to: 0) && lseek(number, 0, SEEK_SET) == 0 }

    /// Removes the name of a file.
    package static func unlink(_ path: FilePath) { _ = path.withPlatformString { removeName($0) } }

    package static func unlink(_ path: String) { _ = removeName(path) }

    /// A limit on the size of files would otherwise end the program instead of failing a write.
    package static let survivesSizeLimits: Void = { _ = signal(SIGXFSZ, SIG_IGN) }()
}

/// `unlink(2)`, which the method of that name hides.
private func removeName(_ path: UnsafePointer<CChar>) -> Int32 { unlink(path) }

/// swift-system throws nothing but `Errno`; most of its declarations do not say so.
private func attempt<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
    do { return try body() } catch { throw error as? Errno ?? .ioError }
}

extension Descriptor {
    /// A file in memory; `nil` if there is no memory for it.
    package static func memory() -> Descriptor? {
        #if os(Linux)
        _ = survivesSizeLimits
        return Descriptor(cfiles_memory())
        #else
        // A file without a name.
        var path = Array("/tmp/nasa-view-XXXXXX".utf8CString)
        let file = mkostemp(&path, O_CLOEXEC)
        unlink(path)
        return Descriptor(file)
        #endif
    }

    /// A file in memory; other processes that get it cannot change its size (on Linux).
    package static func memory(byteCount: Int) -> Descriptor? {
        guard let file = memory(), file.resize(to: byteCount), file.seal(onlySize: true) else {
            return nil
        }
        return file
    }

    /// Makes a file in memory read-only, even for processes that have it already (on Linux).
    package func seal() { _ = seal(onlySize: false) }

    private func seal(onlySize: Bool) -> Bool {
        #if os(Linux)
        cfiles_seal(number, onlySize ? 0 : 1) == 0
        #else
        true
        #endif
    }
}

/// Pages of a file, or of memory alone; unmapped when the last holder goes.
///
/// `@unchecked Sendable`: the pointer never changes; the holders agree on who writes and when.
package final class MappedMemory: @unchecked Sendable {
    /// Read-only if they are a file's.
    package let bytes: UnsafeMutableRawBufferPointer
    private let isFile: Bool

    /// The first bytes of a file, to be read.
    ///
    /// `isShared` is false for a file whose bytes are sealed, which older kernels map privately only.
    /// Either way what others write later is seen.
    package init(_ file: Descriptor, byteCount: Int, isShared: Bool = true) throws(Errno) {
        bytes = try Self.map(
            byteCount, PROT_READ, isShared ? MAP_SHARED : MAP_PRIVATE, of: file.number)
        isFile = true
    }

    /// Memory of zeros.
    ///
    /// `isReserved` has the system refuse what it does not have; otherwise that shows when pages are
    /// first written to.
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

    /// Copies bytes to an offset of memory, not of a file, that no one reads yet.
    package func write(_ part: UnsafeRawBufferPointer, at offset: Int) {
        precondition(offset >= 0 && offset + part.count <= bytes.count, "it lies in the memory")
        guard let base = bytes.baseAddress, let from = part.baseAddress else { return }
        (base + offset).copyMemory(from: from, byteCount: part.count)
    }

    package static let pageBytes = Int(sysconf(Int32(_SC_PAGESIZE)))

    /// Gives back whole pages of a file within the range; they are read again if they are needed.
    package func forget(_ range: Range<Int>) {
        // Pages of memory would become zeros.
        if isFile { giveBack(range) }
    }

    /// Gives back whole pages of memory within the range: they are zeros from then on.
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

    /// Has the system fetch pages of a file that will be read soon; does not wait for them.
    package func expect(_ range: Range<Int>) {
        let there = range.clamped(to: 0..<bytes.count)
        guard isFile, !there.isEmpty, let base = bytes.baseAddress else { return }
        let start = there.lowerBound / Self.pageBytes * Self.pageBytes
        madvise(base + start, there.upperBound - start, MADV_WILLNEED)
    }
}
