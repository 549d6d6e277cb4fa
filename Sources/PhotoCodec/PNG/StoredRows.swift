internal import Imaging

/// The rows of a PNG for libpng, in stored chunks (RFC 1951, 3.2.4).
///
/// libpng copies stored data instead of inflating them.
final class StoredRows {
    /// A first chunk without pixels, which libpng receives before anything is inflated.
    private static let emptyChunk: [UInt8] = [0, 0, 0, 0] + Array("IDAT".utf8)

    private let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: StoredChunk.byteCount, alignment: 8)
    /// The end of a row that did not fit into the last chunk.
    private var rest = UnsafeRawBufferPointer(start: nil, count: 0)
    private var isLast = false
    private var isBegun = false

    deinit { memory.deallocate() }

    /// The bytes before the first chunk with pixels.
    var start: UnsafeRawBufferPointer {
        memory.copyBytes(from: Self.emptyChunk)
        return UnsafeRawBufferPointer(rebasing: memory[..<Self.emptyChunk.count])
    }

    /// Returns the next chunk; empty at the end.
    ///
    /// `row` returns the next row with its filter byte.
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
            let bytes = rest.prefix(pixels.count - count)
            UnsafeMutableRawBufferPointer(rebasing: pixels[count...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes))
            count += bytes.count
            rest = UnsafeRawBufferPointer(rebasing: rest[bytes.count...])
        }
        let byteCount = chunk.close(count, isLast: isLast && rest.isEmpty)
        return UnsafeRawBufferPointer(rebasing: memory[..<byteCount])
    }
}

/// An IDAT chunk whose pixels are one stored deflate block (RFC 1951, 3.2.4).
///
/// Each chunk begins with the checksum of the previous chunk, which is not verified.
struct StoredChunk {
    /// The maximum number of bytes in a stored block.
    static let mostBytes = 65535
    /// The maximum size of a chunk: checksum, two headers, block, zlib's end, checksum.
    static let byteCount = 4 + 8 + 2 + 5 + mostBytes + 4 + 4

    private let memory: UnsafeMutableRawBufferPointer
    private let isFirst: Bool

    /// Creates a chunk in `byteCount` bytes of memory; the first chunk contains zlib's header.
    init(_ memory: UnsafeMutableRawBufferPointer, isFirst: Bool) {
        precondition(memory.count == Self.byteCount, "a chunk fits")
        self.memory = memory
        self.isFirst = isFirst
    }

    /// The offset of the stored block.
    private var block: Int { isFirst ? 14 : 12 }

    /// Returns the memory for `count` bytes of pixels.
    func pixels(_ count: Int) -> UnsafeMutableBufferPointer<UInt8> {
        UnsafeMutableRawBufferPointer(rebasing: memory[(block + 5)..<(block + 5 + count)])
            .bindMemory(to: UInt8.self)
    }

    /// Writes the bytes around `count` bytes of pixels; returns the chunk's size, 0 without pixels.
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
