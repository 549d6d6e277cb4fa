#if canImport(Glibc)
internal import Glibc
#endif

/// Memory in pages of 2 MB, where the system has them (Linux, madvise(2)).
///
/// A picture of 1280x720 is 900 pages of 4 kB, and the first touch of each is a trap.
package enum LargePages {
    private static let byteCount = 2 << 20

    /// Asks for what lies in whole large pages of memory that nothing has been written to yet.
    package static func ask(for memory: UnsafeMutableRawBufferPointer) {
        #if canImport(Glibc)
        guard let base = memory.baseAddress, memory.count >= byteCount else { return }
        let first = (UInt(bitPattern: base) + UInt(byteCount) - 1) & ~UInt(byteCount - 1)
        let end = (UInt(bitPattern: base) + UInt(memory.count)) & ~UInt(byteCount - 1)
        guard first < end, let start = UnsafeMutableRawPointer(bitPattern: first) else { return }
        // Where it is refused, small pages do.
        _ = madvise(start, Int(end - first), MADV_HUGEPAGE)
        #endif
    }
}
