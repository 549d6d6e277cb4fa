internal import CPNG
internal import Imaging

/// The compressed pixels of a PNG, piece by piece through its IDAT chunks, each chunk's checksum looked
/// at when it ends (PNG specification, third edition, 5.3).
struct IDATReader {
    /// What is wrong, in a few words as libpng has them.
    struct Fault: Error {
        let reason: String
    }

    private static let pieceBytes = 1 << 16

    private let file: ByteReader
    /// Where the next byte of the chunk stands, and where its checksum does.
    private(set) var offset: Int
    private var end: Int
    private var checksum: UInt

    /// - Returns: nil where the file has no pixels within its first chunks.
    init?(_ file: ByteReader) {
        let first = PNGChunks(file).first { file.starts(with: "IDAT", at: $0.offset + 4) }
        guard let first else { return nil }
        self.file = file
        offset = first.offset
        end = offset
        checksum = 0
        open()
    }

    /// The next bytes, at least one.
    mutating func next() throws(Fault) -> UnsafeRawBufferPointer {
        while offset == end {
            try close()
            guard file.starts(with: "IDAT", at: offset + 4) else {
                throw Fault(reason: "Not enough image data")
            }
            open()
        }
        let piece = file.part(from: offset, count: min(Self.pieceBytes, end - offset)).bytes
        guard !piece.isEmpty else { throw Fault(reason: "the PNG ends too early") }
        checksum = crc32(
            checksum, piece.bindMemory(to: UInt8.self).baseAddress, UInt32(piece.count))
        offset += piece.count
        return piece
    }

    /// Goes over the rest of a chunk, for its checksum.
    mutating func finish() throws(Fault) {
        while offset < end { _ = try next() }
        try close()
    }

    private mutating func open() {
        let length = file.uint32(at: offset) ?? 0
        let name = file.part(from: offset + 4, count: 4).bytes
        checksum = crc32(0, name.bindMemory(to: UInt8.self).baseAddress, UInt32(name.count))
        offset += 8
        end = offset + length
    }

    private mutating func close() throws(Fault) {
        guard let told = file.uint32(at: end) else {
            throw Fault(reason: "the PNG ends too early")
        }
        guard UInt(told) == checksum else { throw Fault(reason: "IDAT: CRC error") }
        offset = end + 4
        end = offset
    }
}
