internal import Imaging

/// The pixels of a PNG for libpng, in chunks that are stored, not compressed (RFC 1951, 3.2.4), so it
/// copies instead of inflating.
final class StoredRows {
    /// A first chunk without pixels, given to libpng before anything is inflated.
    private static let emptyChunk: [UInt8] = [0, 0, 0, 0] + Array("IDAT".utf8)

    private let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: StoredChunk.byteCount, alignment: 8)
    /// The rest of a row that did not fit in the last chunk.
    private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
    private var isLast = false
    private var isBegun = false

    deinit { memory.deallocate() }

    /// The bytes before the first chunk with pixels.
    var start: UnsafeRawBufferPointer {
        memory.copyBytes(from: Self.emptyChunk)
        return UnsafeRawBufferPointer(rebasing: memory[..<Self.emptyChunk.count])
    }

    /// The next chunk, of the rows that `row` gives, each with its filter's number; empty at the end.
    func next(
        from row: () -> (UnsafeRawBufferPointer, isLast: Bool)?
    ) -> UnsafeRawBufferPointer {
        let chunk = StoredChunk(memory, isFirst: !isBegun)
        isBegun = true
        let pixels = UnsafeMutableRawBufferPointer(chunk.pixels(StoredChunk.mostBytes))
        var count = 0
        while count < pixels.count {
            if rest.isEmpty, let next = row() { (rest, isLast) = next }
            guard !rest.isEmpty else { break }
            let part = rest.prefix(pixels.count - count)
            UnsafeMutableRawBufferPointer(rebasing: pixels[count...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: part))
            count += part.count
            rest = UnsafeRawBufferPointer(rebasing: rest[part.count...])
        }
        let byteCount = chunk.close(count, isLast: isLast && rest.isEmpty)
        return UnsafeRawBufferPointer(rebasing: memory[..<byteCount])
    }
}

/// An IDAT chunk whose pixels are stored, not compressed: one deflate block (RFC 1951, 3.2.4).
///
/// Each chunk begins with the checksum of the one before, which is not verified.
struct StoredChunk {
    /// The most that a stored block holds.
    static let mostBytes = 65535
    /// A checksum, the chunk's length and name, zlib's head, the block's head; zlib's end, a checksum.
    static let byteCount = 4 + 8 + 2 + 5 + mostBytes + 4 + 4

    private let memory: UnsafeMutableRawBufferPointer
    private let isFirst: Bool

    /// In memory of `byteCount` bytes; zlib's data begin with the first one.
    init(_ memory: UnsafeMutableRawBufferPointer, isFirst: Bool) {
        precondition(memory.count == Self.byteCount, "a chunk fits")
        self.memory = memory
        self.isFirst = isFirst
    }

    /// The offset of the block.
    private var block: Int { isFirst ? 14 : 12 }

    /// The memory for its pixels.
    func pixels(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableRawBufferPointer(rebasing: memory[(block + 5)..<(block + 5 + count)])
            .bindMemory(to: UInt8.self)
    }

    /// Writes what surrounds so many bytes of pixels, and returns the size of the chunk; 0 without
    /// any.
    func close(_ count: Int, isLast: Bool) -> Int {
        guard count > 0 else { return 0 }
        let end = block + 5 + count
        let zlibEnd = isLast ? 4 : 0
        memory.storeBytes(of: 0, as: UInt32.self)
        memory.storeBytes(
            of: UInt32(end - 12 + zlibEnd).bigEndian, toByteOffset: 4, as: UInt32.self)
        for (index, byte) in "IDAT".utf8.enumerated() { memory[8 + index] = byte }
        if isFirst {
            memory.storeBytes(of: UInt16(0x7801).bigEndian, toByteOffset: 12, as: UInt16.self)
        }
        memory[block] = isLast ? 1 : 0
        memory.storeBytes(of: UInt16(count).littleEndian, toByteOffset: block + 1, as: UInt16.self)
        memory.storeBytes(
            of: (~UInt16(count)).littleEndian, toByteOffset: block + 3, as: UInt16.self)
        guard isLast else { return end }
        memory.storeBytes(of: 0, toByteOffset: end, as: UInt64.self)
        return end + 8
    }
}
