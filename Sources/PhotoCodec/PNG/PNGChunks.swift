internal import Imaging

/// The chunks of a PNG in the file's order (PNG specification, third edition, 5.3), whatever they hold.
///
/// Their checksums are not looked at; they end with the file, or where `DecodingLimits` ends them.
struct PNGChunks: Sequence, IteratorProtocol {
    struct Chunk {
        /// Of its length; its name stands four bytes on, what it holds eight.
        let offset: Int
        /// What it holds, as it says itself: the file may end before.
        let byteCount: Int

        /// Where the next one begins, behind the checksum.
        var end: Int { offset + 12 + byteCount }
    }

    private let file: ByteReader
    private var offset = 8
    private var left = DecodingLimits.pngChunks

    init(_ file: ByteReader) {
        self.file = file
    }

    mutating func next() -> Chunk? {
        guard left > 0, let byteCount = file.uint32(at: offset) else { return nil }
        let chunk = Chunk(offset: offset, byteCount: byteCount)
        offset = chunk.end
        left -= 1
        return chunk
    }
}
