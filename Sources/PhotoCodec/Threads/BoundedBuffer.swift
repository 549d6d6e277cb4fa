internal import Dispatch
internal import Synchronization

/// A few blocks of memory that go round between one who fills them and one who reads them.
///
/// Unchecked: a block belongs to the filler or to the reader, never to both; semaphores hand it over.
final class BoundedBuffer: @unchecked Sendable {
    /// Enough that neither waits for the other at each block: two were 6 % slower.
    private static let blockCount = 4

    private let memory: UnsafeMutableRawPointer
    private let blockBytes: Int
    /// What the filler has put into each.
    private let counts = UnsafeMutablePointer<Int>.allocate(capacity: blockCount)
    /// Counted from 0: one that ends below what it began with ends the program.
    private let room = DispatchSemaphore(value: 0)
    private let ready = DispatchSemaphore(value: 0)
    private let isLeft = Atomic(false)
    /// How many blocks were filled, and below how many were given back.
    ///
    /// What the one side writes before it counts, the other sees. The semaphores see to that too, but no
    /// sanitizer looks into them.
    private let filled = Atomic(0)
    private let givenBack = Atomic(0)
    private var taken = 0
    private var isOver = false

    init(blockBytes: Int) {
        self.blockBytes = blockBytes
        memory = .allocate(byteCount: blockBytes * Self.blockCount, alignment: 64)
        for _ in 0..<Self.blockCount { room.signal() }
    }

    deinit {
        memory.deallocate()
        counts.deallocate()
    }

    /// The filler's: has the next block filled, which `write` tells the bytes of; none are the end.
    ///
    /// - Returns: false where nobody reads any more.
    func fill(_ write: (UnsafeMutableRawBufferPointer) -> Int) -> Bool {
        room.wait()
        guard !isLeft.load(ordering: .acquiring) else { return false }
        _ = givenBack.load(ordering: .acquiring)
        let number = filled.load(ordering: .relaxed) % Self.blockCount
        counts[number] = write(
            UnsafeMutableRawBufferPointer(start: memory + number * blockBytes, count: blockBytes))
        filled.add(1, ordering: .releasing)
        ready.signal()
        return true
    }

    /// The reader's: the next block, valid until the next call; empty at the end.
    func next() -> UnsafeRawBufferPointer {
        if isOver { return UnsafeRawBufferPointer(start: nil, count: 0) }
        if taken > 0 { giveBack() }
        ready.wait()
        _ = filled.load(ordering: .acquiring)
        let number = taken % Self.blockCount
        taken += 1
        isOver = counts[number] == 0
        return UnsafeRawBufferPointer(start: memory + number * blockBytes, count: counts[number])
    }

    private func giveBack() {
        givenBack.add(1, ordering: .releasing)
        room.signal()
    }

    /// The reader's: it reads no more.
    func leave() {
        isLeft.store(true, ordering: .releasing)
        room.signal()
    }
}
