import Testing

@testable import JPEGTiling

/// Bits copied from a scan stay unchanged.
@Suite struct BitWriterTests {
    /// Bytes of ones occur alone, in pairs and in rows of eight, at all positions of a word.
    private static let bytes = (0..<2000).map { number in
        let isOnes = number % 11 == 0 || number % 13 < 2 || number % 250 < 8
        return isOnes ? 0xFF : UInt8(truncatingIfNeeded: number * number * 37 ^ number >> 2)
    }

    @Test(arguments: 0..<32)
    func aScanIsCopiedBehindAnyNumberOfBits(count: Int) {
        let stuffed = Self.bytes.flatMap { $0 == 0xFF ? [$0, 0] : [$0] }
        let copied = Self.written(behind: count) { writer in
            stuffed.withUnsafeBufferPointer { writer.put(scan: $0) }
        }
        let single = Self.written(behind: count) { writer in
            for byte in Self.bytes { writer.put(UInt32(byte), 8) }
        }
        #expect(copied == single)
    }

    @Test(arguments: [0, 3])
    func copyingEndsAtAMarker(count: Int) {
        let copied = Self.written(behind: count) { writer in
            [0x12, 0xFF, 0xD0, 0x34].withUnsafeBufferPointer { writer.put(scan: $0) }
        }
        #expect(copied == Self.written(behind: count) { $0.put(0x12, 8) })
    }

    private static func written(
        behind count: Int, _ write: (inout BitWriter) -> Void
    ) -> [UInt8] {
        var writer = BitWriter(startingWith: [], capacity: 16)
        defer { writer.deallocate() }
        writer.reserve(bytes.count * 2)
        // Ones too, which with the following bits make bytes of ones.
        writer.put(1 << UInt32(count) - 1, count)
        write(&writer)
        writer.put(marker: 0xD9)
        return Array(UnsafeBufferPointer(start: writer.bytes, count: writer.count))
    }
}
