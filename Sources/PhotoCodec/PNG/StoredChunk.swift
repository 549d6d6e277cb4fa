/// An IDAT chunk whose pixels are stored, not compressed: one block of deflate (RFC 1951, 3.2.4).
///
/// Chunks follow one another; each begins with the checksum of the one before, which nobody looks at.
struct StoredChunk {
    /// The most that a stored block holds.
    static let mostBytes = 65535
    /// A checksum, the chunk's length and name, zlib's head, the block's head; zlib's end, a checksum.
    static let byteCount = 4 + 8 + 2 + 5 + mostBytes + 4 + 4

    private let memory: UnsafeMutableRawBufferPointer
    private let isFirst: Bool

    /// - Parameters:
    ///   - memory: of `byteCount` bytes.
    ///   - isFirst: whether zlib's data begin with it.
    init(_ memory: UnsafeMutableRawBufferPointer, isFirst: Bool) {
        precondition(memory.count == Self.byteCount, "a chunk fits")
        self.memory = memory
        self.isFirst = isFirst
    }

    /// Where the block begins.
    private var block: Int { isFirst ? 14 : 12 }

    /// Where its pixels go.
    func pixels(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableRawBufferPointer(rebasing: memory[(block + 5)..<(block + 5 + count)])
            .bindMemory(to: UInt8.self)
    }

    /// Writes what stands around so many pixels.
    ///
    /// - Returns: the bytes of all; none where there are no pixels.
    func close(_ count: Int, isLast: Bool) -> Int {
        guard count > 0 else { return 0 }
        let end = block + 5 + count
        let zlibEnd = isLast ? 4 : 0
        memory.storeBytes(of: 0, as: UInt32.self)
        memory.storeBytes(
            of: UInt32(end - 12 + zlibEnd).bigEndian, toByteOffset: 4, as: UInt32.self)
        for (place, byte) in "IDAT".utf8.enumerated() { memory[8 + place] = byte }
        if isFirst {
            memory.storeBytes(of: UInt16(0x7801).bigEndian, toByteOffset: 12, as: UInt16.self)
        }
        memory[block] = isLast ? 1 : 0
        memory.storeBytes(
            of: UInt16(count).littleEndian, toByteOffset: block + 1, as: UInt16.self)
        memory.storeBytes(
            of: (~UInt16(count)).littleEndian, toByteOffset: block + 3, as: UInt16.self)
        guard isLast else { return end }
        memory.storeBytes(of: 0, toByteOffset: end, as: UInt64.self)
        return end + 8
    }
}
