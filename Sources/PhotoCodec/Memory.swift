internal import Files
package import Imaging
internal import Synchronization

#if canImport(Glibc)
internal import CTurboJPEG
#endif

/// Asks the system for memory before Swift does, because an array that gets none ends the program.
package enum MemoryCheck {
    /// Less is not asked for: two system calls would cost more than they save.
    private static let smallBytes = 1 << 20

    /// - Throws: `.outOfMemory`; `.tooLarge` for what is never decoded in one piece.
    package static func canHold(_ size: PixelSize, of photo: PixelSize) throws(DecodingFailure) {
        guard let area = size.area, area <= DecodingLimits.wholePixels else {
            throw .tooLarge(photo)
        }
        let byteCount = area * Raster.bytesPerPixel
        guard byteCount > smallBytes else { return }
        // Not malloc and free, which the optimizer removes as a pair.
        guard (try? MappedMemory(byteCount: byteCount)) != nil else { throw .outOfMemory }
    }
}

/// The system allocator's treatment of tiles, and of the frames that are put together from them.
package enum AllocatorTuning {
    /// From now on blocks up to 16 MB stay in two heaps that all threads share, to be used again.
    ///
    /// By itself glibc has a heap for each thread, and tiles pile up in them: 500 pans over a gigapixel
    /// photo left 363 MB resident. Giving back each block from 256 kB at once was tried: 278 MB, but
    /// 3000 page faults a pan, half of all its time.
    package static func share() {
        #if canImport(Glibc)
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 16 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
        #endif
    }

    /// Gives back what lies free between blocks that are in use: with each new photo the last one's.
    ///
    /// Up to 5 of the 7 MB that a session of a thousand photos seemed to gain were that.
    package static func giveBack() {
        #if canImport(Glibc)
        malloc_trim(0)
        #endif
    }
}

/// Memory for tiles that is used again and again, beside the allocator's.
///
/// In the allocator's heap tiles of 1 MB and frames of 4 MB leave holes that fit neither: 238 MB
/// resident for 128 MB of tiles. Mapped for each tile they cost 300 page faults each, as long as
/// decoding them.
final class PixelPool: Sendable {
    /// The memory kept for the next tile: some tiles, and the buffers into which they are decoded.
    private static let usualIdleBytes = 5 << 19

    private let idleBytes: Int
    private let idle = Mutex<[MappedMemory]>([])

    init(idleBytes: Int = usualIdleBytes) { self.idleBytes = idleBytes }

    /// Memory of at least `byteCount` bytes with undefined contents, or `.outOfMemory`.
    func borrow(byteCount: Int) throws(DecodingFailure) -> MappedMemory {
        if let memory = reused(byteCount) { return memory }
        let page = MappedMemory.pageBytes
        let count = max(1, (byteCount + page - 1) / page) * page
        guard let memory = try? MappedMemory(byteCount: count) else { throw .outOfMemory }
        return memory
    }

    func giveBack(_ memory: MappedMemory) {
        // Unmapped after the lock.
        let dropped = idle.withLock { idle in
            idle.append(memory)
            var dropped: [MappedMemory] = []
            while idle.reduce(0, { $0 + $1.bytes.count }) > idleBytes {
                dropped.append(idle.removeFirst())
            }
            return dropped
        }
        withExtendedLifetime(dropped) {}
    }

    /// The newest that fits and is at most twice as large.
    private func reused(_ byteCount: Int) -> MappedMemory? {
        idle.withLock { idle in
            let index = idle.lastIndex {
                $0.bytes.count >= byteCount && $0.bytes.count / 2 <= max(byteCount, 4096)
            }
            return index.map { idle.remove(at: $0) }
        }
    }
}
