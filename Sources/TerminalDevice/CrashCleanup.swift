internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#else
internal import Darwin
#endif

/// The files that must not outlive a crash: their paths in memory that a signal handler may read.
///
/// A path is there from before its file exists until after it is gone. A crash while a path is written
/// finds it empty or whole: its first byte is written last.
enum CrashCleanup {
    /// So many paths are remembered at most: of a session three, and some more in tests.
    private static let limit = 32
    private static let pathBytes = 1024

    /// Has a file made whose path is remembered before.
    ///
    /// - Returns: nil if there is no room for the path, or if the program is crashing: nothing is made
    ///   then.
    static func remember<Made>(_ path: String, whileMaking make: () -> Made) -> Made? {
        makers.add(1, ordering: .sequentiallyConsistent)
        defer { makers.subtract(1, ordering: .sequentiallyConsistent) }
        guard !isOver.load(ordering: .sequentiallyConsistent), keep(path) else { return nil }
        return make()
    }

    /// The file is gone.
    static func forget(_ path: String) {
        writing.withLock { _ in
            guard let memory = rememberedPaths else { return }
            for slot in slots(of: memory) where strcmp(slot, path) == 0 { slot[0] = 0 }
        }
    }

    /// Removes the files, also one that another thread is just making.
    ///
    /// Async-signal-safe: `unlink`, `poll` and atomics that have been used before.
    static func removeAll() {
        guard let memory = rememberedPaths else { return }
        isOver.store(true, ordering: .sequentiallyConsistent)
        for _ in 0..<patienceMilliseconds where makers.load(ordering: .sequentiallyConsistent) > 0 {
            poll(nil, 0, 1)
        }
        for slot in 0..<limit where memory[slot * pathBytes] != 0 {
            unlink(memory + slot * pathBytes)
        }
    }

    private static let writing = Mutex<Void>(())
    /// A file is made in microseconds, unless the thread that makes it is the one that crashed.
    private static let patienceMilliseconds = 20

    private static func slots(
        of memory: UnsafeMutablePointer<CChar>
    ) -> [UnsafeMutablePointer<CChar>] {
        (0..<limit).map { memory + $0 * pathBytes }
    }

    private static func keep(_ path: String) -> Bool {
        writing.withLock { _ in
            let free = slots(of: rememberedPaths ?? allocate()).first { $0[0] == 0 }
            return free.map { write(path, to: $0) } ?? false
        }
    }

    /// Never freed: the handler may come at any time.
    private static func allocate() -> UnsafeMutablePointer<CChar> {
        let memory = UnsafeMutablePointer<CChar>.allocate(capacity: limit * pathBytes)
        memory.initialize(repeating: 0, count: limit * pathBytes)
        rememberedPaths = memory
        return memory
    }

    private static func write(_ path: String, to memory: UnsafeMutablePointer<CChar>) -> Bool {
        let bytes = Array(path.utf8)
        guard let first = bytes.first, bytes.count < pathBytes else { return false }
        for (place, byte) in bytes.enumerated().dropFirst() {
            memory[place] = CChar(bitPattern: byte)
        }
        memory[bytes.count] = 0
        memory[0] = CChar(bitPattern: first)
        return true
    }
}

/// The threads that are making a file.
private let makers = Atomic<Int>(0)
/// The program is crashing: nothing is made from here on.
private let isOver = Atomic<Bool>(false)

// Allocated once, then only its contents change; read by the handler.
nonisolated(unsafe) private var rememberedPaths: UnsafeMutablePointer<CChar>?
