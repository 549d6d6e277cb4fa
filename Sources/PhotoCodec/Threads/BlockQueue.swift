internal import Dispatch
internal import Synchronization

/// A few blocks of memory that go round between one who fills them and one who reads them.
///
/// Unchecked: a block belongs to the filler or to the reader, never to both; semaphores hand it over.
final class BlockQueue: @unchecked Sendable {
    /// Enough that neither waits for the other at each block: two were 6 % slower.
    private static let blockCount = 4

    private let memory: UnsafeMutableRawPointer
    private let blockBytes: Int
    /// What the filler has put into each.
    private var counts = [Int](repeating: 0, count: blockCount)
    /// Counted from 0: one that ends below what it began with ends the program.
    private let room = DispatchSemaphore(value: 0)
    private let ready = DispatchSemaphore(value: 0)
    private let isLeft = Atomic(false)
    private var filled = 0
    private var taken = 0
    private var isOver = false

    init(blockBytes: Int) {
        self.blockBytes = blockBytes
        memory = .allocate(byteCount: blockBytes * Self.blockCount, alignment: 64)
        for _ in 0..<Self.blockCount { room.signal() }
    }

    deinit { memory.deallocate() }

    /// The filler's: has the next block filled, which `write` tells the bytes of; none are the end.
    ///
    /// - Returns: false where nobody reads any more.
    func fill(_ write: (UnsafeMutableRawBufferPointer) -> Int) -> Bool {
        room.wait()
        guard !isLeft.load(ordering: .acquiring) else { return false }
        let number = filled % Self.blockCount
        counts[number] = write(
            UnsafeMutableRawBufferPointer(start: memory + number * blockBytes, count: blockBytes))
        filled += 1
        ready.signal()
        return true
    }

    /// The reader's: the next block, valid until the next call; empty at the end.
    func next() -> UnsafeRawBufferPointer {
        if isOver { return UnsafeRawBufferPointer(start: nil, count: 0) }
        if taken > 0 { room.signal() }
        ready.wait()
        let number = taken % Self.blockCount
        taken += 1
        isOver = counts[number] == 0
        return UnsafeRawBufferPointer(start: memory + number * blockBytes, count: counts[number])
    }

    /// The reader's: it reads no more.
    func leave() {
        isLeft.store(true, ordering: .releasing)
        room.signal()
    }
}
