internal import Imaging
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Memory for tiles that is used again and again, beside the allocator's.
///
/// In the allocator's heap tiles of 1 MB and frames of 4 MB leave holes that fit neither: 238 MB
/// resident for 128 MB of tiles. Mapped anew each time they cost 300 page faults each, as long as
/// decoding them.
final class PixelPool: Sendable {
    /// Whole pages of the system's.
    ///
    /// Unchecked: who has it lent is the only one to write, before anybody reads.
    struct Memory: @unchecked Sendable {
        let bytes: UnsafeMutableRawBufferPointer
    }

    /// What lies about for the next tile: some of them, and what they are decoded into.
    private static let idleBytes = 5 << 19

    private let idle = Mutex<[Memory]>([])

    deinit { for memory in idle.withLock({ $0 }) { Self.release(memory) } }

    /// Memory of so many bytes or some more; what stands in it is anything.
    ///
    /// - Throws: `.outOfMemory`.
    func lend(byteCount: Int) throws(DecodingFailure) -> Memory {
        if let memory = known(byteCount) { return memory }
        let page = Int(sysconf(Int32(_SC_PAGESIZE)))
        let count = max(1, (byteCount + page - 1) / page) * page
        let address = mmap(
            nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let address, address != MAP_FAILED else { throw .outOfMemory }
        return Memory(bytes: UnsafeMutableRawBufferPointer(start: address, count: count))
    }

    /// Takes back what was lent.
    func take(_ memory: Memory) {
        let dropped = idle.withLock { idle in
            idle.append(memory)
            var dropped: [Memory] = []
            while idle.reduce(0, { $0 + $1.bytes.count }) > Self.idleBytes {
                dropped.append(idle.removeFirst())
            }
            return dropped
        }
        for memory in dropped { Self.release(memory) }
    }

    /// The newest that fits, and is not more than half too large.
    private func known(_ byteCount: Int) -> Memory? {
        idle.withLock { idle in
            let place = idle.lastIndex {
                $0.bytes.count >= byteCount && $0.bytes.count / 2 <= max(byteCount, 4096)
            }
            return place.map { idle.remove(at: $0) }
        }
    }

    private static func release(_ memory: Memory) {
        munmap(memory.bytes.baseAddress, memory.bytes.count)
    }
}
