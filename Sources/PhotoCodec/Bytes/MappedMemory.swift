#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file's bytes as pages of the system's cache; unmapped when the last holder goes.
///
/// Unchecked: nothing writes to pages that are read, and the pointer is set once.
final class MappedMemory: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer
    /// Whether there is a file that pages which were given back are read from again.
    private let isOfAFile: Bool

    init(_ bytes: UnsafeRawBufferPointer, isOfAFile: Bool = true) {
        self.bytes = bytes
        self.isOfAFile = isOfAFile
    }

    /// Zeros that take memory where they are written over; nil where the system gives none.
    static func memory(byteCount: Int) -> MappedMemory? {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        let address = mmap(nil, byteCount, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard let address, address != MAP_FAILED else { return nil }
        return MappedMemory(
            UnsafeRawBufferPointer(start: address, count: byteCount), isOfAFile: false)
    }

    /// Writes where nobody reads yet.
    ///
    /// - Precondition: the bytes are those of `memory`.
    func write(_ part: UnsafeRawBufferPointer, at offset: Int) {
        precondition(offset >= 0 && offset + part.count <= bytes.count, "it lies in the memory")
        guard let base = bytes.baseAddress, let from = part.baseAddress else { return }
        UnsafeMutableRawPointer(mutating: base + offset)
            .copyMemory(from: from, byteCount: part.count)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }

    /// Gives whole pages of a file within the range back; they stay in the system's cache.
    func forgetPages(_ range: Range<Int>) {
        // Memory would be zeros from then on.
        guard isOfAFile else { return }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let start = (range.lowerBound + page - 1) / page * page
        let end = min(range.upperBound, bytes.count) / page * page
        guard end > start, let base = bytes.baseAddress else { return }
        madvise(UnsafeMutableRawPointer(mutating: base + start), end - start, MADV_DONTNEED)
    }
}

/// Gives pages of a mapped file back that somebody has walked past, so that it is never resident as a
/// whole.
struct PageReclaimer {
    /// Fewer bytes are not worth a call of the system.
    private static let strideBytes = 1 << 20

    private let bytes: PhotoBytes
    private var given = 0

    init(of bytes: PhotoBytes) { self.bytes = bytes }

    /// Tells that nobody reads before an offset for now.
    mutating func pass(_ offset: Int) {
        guard offset >= given + Self.strideBytes else { return }
        bytes.forgetPages(given..<offset)
        given = offset
    }
}
