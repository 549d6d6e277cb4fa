#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// The marker segments of a JPEG, one after the other; entropy-coded bytes between them are passed over.
struct JPEGSegments {
    struct Segment {
        let marker: Int
        /// Where the marker's 0xFF stands.
        let offset: Int
        let payload: ByteReader
    }

    private let reader: ByteReader
    private var offset: Int
    /// Whether the end of the picture (EOI) was found.
    private(set) var hasEnded = false

    /// Begins behind the start of the picture (SOI), or at the marker that stands at `offset`.
    init(_ bytes: UnsafeRawBufferPointer, from offset: Int = 2) {
        reader = ByteReader(bytes: bytes)
        self.offset = offset
    }

    /// The next segment with a payload; nil at the end of the picture or of the bytes.
    mutating func next() -> Segment? {
        while let marker = nextMarker() {
            switch marker {
            // Stuffed byte, no meaning, restarts, start: all without a payload.
            case 0x00, 0x01, 0xD0...0xD8: continue
            case 0xD9:
                hasEnded = true
                return nil
            default: return segment(marker)
            }
        }
        return nil
    }

    /// Moves behind the next 0xFF and what follows it that is no filling.
    private mutating func nextMarker() -> Int? {
        guard let base = reader.bytes.baseAddress, offset < reader.count,
            let found = memchr(base + offset, 0xFF, reader.count - offset)
        else { return nil }
        offset = UnsafeRawPointer(found) - base
        while let byte = reader.byte(at: offset) {
            offset += 1
            if byte != 0xFF { return byte }
        }
        return nil
    }

    private mutating func segment(_ marker: Int) -> Segment? {
        guard let length = reader.uint16(at: offset) else { return nil }
        defer { offset += max(2, length) }
        return Segment(
            marker: marker, offset: offset - 2,
            payload: reader.part(from: offset + 2, count: length - 2))
    }
}
