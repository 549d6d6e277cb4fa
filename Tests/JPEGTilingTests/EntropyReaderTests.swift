import Testing

@testable import JPEGTiling

/// Bits end at markers.
@Suite struct EntropyReaderTests {
    /// The padding ones make the last byte a byte of ones, or do not.
    @Test(arguments: [[0xFF, 0x00], [0x7F], []] as [[UInt8]], [0xD0, 0xD7] as [UInt8])
    func aRestartIsFoundBehindTheLastBits(last: [UInt8], marker: UInt8) throws {
        let bytes = [0x55] + last + [0xFF, marker, 0xAA]
        try bytes.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            var reader = EntropyReader(base, end: buffer.count, at: 0)
            reader.drop(last.isEmpty ? 8 : 13)
            let isFound = reader.passRestart()
            let next = reader.number(8)
            #expect(isFound)
            #expect(next == 0xAA)
        }
    }

    @Test func nothingElseIsTakenForARestart() throws {
        let bytes: [UInt8] = [0x55, 0xFF, 0x00, 0x00, 0xFF, 0xD0]
        try bytes.withUnsafeBufferPointer { buffer in
            let base = try #require(buffer.baseAddress)
            var reader = EntropyReader(base, end: buffer.count, at: 0)
            reader.drop(13)
            let isFound = reader.passRestart()
            #expect(!isFound)
        }
    }
}
