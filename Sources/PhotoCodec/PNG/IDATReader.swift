internal import Imaging

/// A reader of the compressed pixels of a PNG in pieces, through all IDAT chunks.
///
/// The checksum of each chunk is verified at its end (PNG specification, third edition, 5.3).
struct IDATReader {
    /// The size of a chunk's length and name, in bytes.
    static let headBytes = 8
    private static let pieceBytes = 1 << 16

    private let file: ByteReader
    /// The offset of the chunk's next byte.
    private(set) var offset: Int
    /// The offset of the chunk's checksum.
    private var end: Int
    private var checksum: UInt32
    /// The number of bytes read so far from all chunks.
    private(set) var readBytes = 0

    /// Creates a reader at the first IDAT chunk; `nil` if the first chunks contain no pixels.
    init?(_ file: ByteReader) {
        let first = PNGChunks(file).first { file.starts(with: "IDAT", at: $0.offset + 4) }
        guard let first else { return nil }
        self.file = file
        offset = first.offset
        end = offset
        checksum = 0
        open()
    }

    /// Returns the next compressed bytes: at least one byte.
    mutating func next() throws(Damage) -> UnsafeRawBufferPointer {
        while offset == end {
            try close()
            guard file.starts(with: "IDAT", at: offset + 4) else { throw .tooLittleData }
            open()
        }
        let piece = file.part(from: offset, count: min(Self.pieceBytes, end - offset)).bytes
        guard !piece.isEmpty else { throw .endsEarly }
        checksum = Igzip.checksum(checksum, piece)
        offset += piece.count
        readBytes += piece.count
        return piece
    }

    /// Reads the remaining bytes of a chunk and verifies its checksum.
    mutating func finish() throws(Damage) {
        while offset < end { _ = try next() }
        try close()
    }

    private mutating func open() {
        let length = file.uint32(at: offset) ?? 0
        let name = file.part(from: offset + 4, count: 4).bytes
        checksum = Igzip.checksum(0, name)
        offset += 8
        end = offset + length
    }

    private mutating func close() throws(Damage) {
        guard let stated = file.uint32(at: end) else { throw .endsEarly }
        guard stated == Int(checksum) else { throw .wrongChecksum }
        offset = end + 4
        end = offset
    }
}
