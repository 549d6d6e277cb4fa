internal import Files
package import Imaging
internal import Synchronization

#if canImport(Glibc)
internal import CTurboJPEG
#endif

/// Checks that the system has memory before Swift allocates an array, because a failed allocation
/// ends the program.
package enum MemoryCheck {
    /// The size below which nothing is checked: two system calls would cost more than they save.
    private static let smallBytes = 1 << 20

    /// - Throws: `.outOfMemory`, or `.tooLarge` for a picture that is never decoded in one piece.
    package static func canHold(_ size: PixelSize, of photo: PixelSize) throws(DecodingFailure) {
        guard let area = size.area, area <= DecodingLimits.wholePixels else {
            throw .tooLarge(photo)
        }
        let byteCount = area * Raster.bytesPerPixel
        guard byteCount > smallBytes else { return }
        // malloc and free would not work: the optimizer removes the pair.
        guard (try? MappedMemory(byteCount: byteCount)) != nil else { throw .outOfMemory }
    }
}

/// The tuning of the system allocator for tiles and the frames made from them.
package enum AllocatorTuning {
    /// Makes all threads share two heaps, in which blocks up to 16 MB are reused.
    ///
    /// By default glibc has a heap for each thread, and tiles accumulate in them: 500 pans over a
    /// gigapixel photo left 363 MB resident. Returning each block from 256 kB immediately was
    /// tried: 278 MB, but 3000 page faults a pan, half of its time.
    package static func share() {
        #if canImport(Glibc)
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 16 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
        #endif
    }

    /// Returns the free memory between used blocks to the system, when a new photo replaces the
    /// last one.
    ///
    /// This was up to 5 of the 7 MB that a session of a thousand photos seemed to gain.
    package static func giveBack() {
        #if canImport(Glibc)
        malloc_trim(0)
        #endif
    }
}

/// A pool of reused memory for tiles, apart from the allocator's.
///
/// In the allocator's heap, tiles of 1 MB and frames of 4 MB leave gaps that fit neither: 238 MB
/// resident for 128 MB of tiles. Mapping memory for each tile costs 300 page faults, as much time
/// as decoding it.
final class PixelPool: Sendable {
    /// The default for idle memory: some tiles, and the buffers into which they are decoded.
    private static let usualIdleBytes = 5 << 19

    private let idleBytes: Int
    private let idle = Mutex<[MappedMemory]>([])

    init(idleBytes: Int = usualIdleBytes) { self.idleBytes = idleBytes }

    /// Returns memory of at least `byteCount` bytes with undefined content.
    ///
    /// - Throws: `.outOfMemory`.
    func borrow(byteCount: Int) throws(DecodingFailure) -> MappedMemory {
        if let memory = reused(byteCount) { return memory }
        let page = MappedMemory.pageBytes
        let count = max(1, (byteCount + page - 1) / page) * page
        guard let memory = try? MappedMemory(byteCount: count) else { throw .outOfMemory }
        return memory
    }

    func giveBack(_ memory: MappedMemory) {
        // The memory is unmapped outside the lock.
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

    /// Returns the newest block that is large enough, and at most twice as large.
    private func reused(_ byteCount: Int) -> MappedMemory? {
        idle.withLock { idle in
            let index = idle.lastIndex {
                $0.bytes.count >= byteCount && $0.bytes.count / 2 <= max(byteCount, 4096)
            }
            return index.map { idle.remove(at: $0) }
        }
    }
}
