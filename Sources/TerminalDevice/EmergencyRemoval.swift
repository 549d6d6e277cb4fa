internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The files that must not outlive a crash: their paths in memory that a signal handler may read.
///
/// A crash while a path is written finds it empty or whole: its first byte is written last.
enum EmergencyRemoval {
    /// So many paths are remembered at most.
    static let limit = 4
    private static let pathBytes = 1024

    static func remember(_ paths: [String]) {
        precondition(paths.count <= limit, "there is room for each")
        writing.withLock { _ in
            let memory = rememberedPaths ?? allocate()
            for slot in 0..<limit {
                write(slot < paths.count ? paths[slot] : "", to: memory + slot * pathBytes)
            }
        }
    }

    private static let writing = Mutex<Void>(())

    /// Async-signal-safe: `unlink` alone.
    static func removeAll() {
        guard let memory = rememberedPaths else { return }
        for slot in 0..<limit where memory[slot * pathBytes] != 0 {
            unlink(memory + slot * pathBytes)
        }
    }

    /// Never freed: the handler may come at any time.
    private static func allocate() -> UnsafeMutablePointer<CChar> {
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: limit * pathBytes)
        memory.initialize(repeating: 0, count: limit * pathBytes)
        rememberedPaths = memory
        return memory
    }

    private static func write(_ path: String, to memory: UnsafeMutablePointer<CChar>) {
        let bytes = Array(path.utf8)
        memory[0] = 0
        guard let first = bytes.first, bytes.count < pathBytes else { return }
        for (place, byte) in bytes.enumerated().dropFirst() {
            memory[place] = CChar(bitPattern: byte)
        }
        memory[bytes.count] = 0
        memory[0] = CChar(bitPattern: first)
    }
}

// Allocated once, then only its contents change; read by the handler.
nonisolated(unsafe) private var rememberedPaths: UnsafeMutablePointer<CChar>?
