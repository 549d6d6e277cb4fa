internal import Files
package import Imaging
internal import Synchronization

#if canImport(Glibc)
internal import CTurboJPEG
#endif

/// A check that memory is available before Swift allocates an array.
///
/// A failed allocation by Swift ends the program.
package enum MemoryCheck {
    /// The size, in bytes, up to which memory is not checked: a check takes two system calls.
    private static let smallBytes = 1 << 20

    /// Checks that a picture of `size` fits into memory.
    ///
    /// - Throws: `.outOfMemory`, or `.tooLarge` with the size `photo` if such a picture is never
    ///   decoded in one piece.
    package static func canHold(_ size: PixelSize, of photo: PixelSize) throws(DecodingFailure) {
        guard let area = size.area, area <= DecodingLimits.wholePixels else {
            throw .tooLarge(photo)
        }
        let byteCount = area * Raster.bytesPerPixel
        guard byteCount > smallBytes else { return }
        // A call of malloc and free would not work, because the optimizer removes both.
        guard (try? MappedMemory(byteCount: byteCount)) != nil else { throw .outOfMemory }
    }
}

/// Settings of the system allocator for tiles and frames.
package enum AllocatorTuning {
    /// Makes all threads share two heaps that reuse blocks up to 16 MB.
    ///
    /// By default, glibc has a heap for each thread, in which tiles accumulate: 500 pans over a
    /// gigapixel photo left 363 MB resident. Returning each block of at least 256 kB to the system
    /// immediately left 278 MB. However, this caused 3000 page faults per pan, which took half of
    /// the pan's time.
    package static func share() {
        #if canImport(Glibc)
        mallopt(M_ARENA_MAX, 2)
        mallopt(M_MMAP_THRESHOLD, 16 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
        #endif
    }

    /// Returns free memory to the system after a new photo replaces the previous photo.
    ///
    /// A session of a thousand photos grew by 7 MB, of which up to 5 MB was free memory.
    package static func giveBack() {
        #if canImport(Glibc)
        malloc_trim(0)
        #endif
    }
}

/// A pool of reused memory for tiles, outside the allocator's heap.
///
/// In the heap, tiles of 1 MB and frames of 4 MB leave gaps of other sizes: 238 MB are resident for
/// 128 MB of tiles. Mapping memory for each tile causes 300 page faults, which take as long as
/// decoding.
final class PixelPool: Sendable {
    /// The default limit for idle memory, in bytes: a few tiles, and the buffers to decode them.
    private static let usualIdleBytes = 5 << 19

    private let idleBytes: Int
    private let idle = Mutex<[MappedMemory]>([])

    init(idleBytes: Int = usualIdleBytes) { self.idleBytes = idleBytes }

    /// Returns memory of at least `byteCount` bytes with undefined contents.
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
        // The memory is unmapped after the lock is released.
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

    /// Returns the most recent idle block that is large enough, but at most twice as large.
    ///
    /// The result is `nil` if there is no such block.
    private func reused(_ byteCount: Int) -> MappedMemory? {
        idle.withLock { idle in
            let index = idle.lastIndex {
                $0.bytes.count >= byteCount && $0.bytes.count / 2 <= max(byteCount, 4096)
            }
            return index.map { idle.remove(at: $0) }
        }
    }
}
