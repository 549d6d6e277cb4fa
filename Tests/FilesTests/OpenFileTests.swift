import Files
import Foundation
import Testing

@Suite struct OpenFileTests {
    /// Longer than a piece.
    private static let bytes = (0..<600_000).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 2) }

    private static func collected(inPiecesOf step: Int) -> OpenFile {
        var memory = MemoryFile()
        for start in stride(from: 0, to: bytes.count, by: step) {
            bytes[start..<min(bytes.count, start + step)].withUnsafeBytes { memory.append($0) }
        }
        return memory.finished()
    }

    @Test(arguments: [16_384, 599_999, 600_000])
    func whatIsCollectedInMemoryIsReadBack(step: Int) {
        let file = Self.collected(inPiecesOf: step)
        #expect(file.byteCount == Self.bytes.count && file.readAll() == Self.bytes)
        #expect(file.start(5) == Array(Self.bytes[..<5]))
        var pieces: [UInt8] = []
        let isRead = file.forEachPiece { piece in
            pieces += piece
            return true
        }
        #expect(isRead && pieces == Self.bytes)
    }

    @Test func piecesEndWhenTheyAreNotTaken() {
        var count = 0
        let isRead = Self.collected(inPiecesOf: 10_000).forEachPiece { _ in
            count += 1
            return false
        }
        #expect(!isRead && count == 1)
    }

    @Test func aFileThatWasCutIsNotReadAsAWhole() throws {
        let memory = try #require(Descriptor.memory())
        try memory.write([1, 2, 3])
        let file = OpenFile(memory, byteCount: 4)
        #expect(file.readAll() == nil && !file.forEachPiece { _ in true })
        #expect(try memory.readToEnd(atMost: 4) == [1, 2, 3])
    }

    @Test func aReaderIsWokenByItsBytesOrByTheEnd() {
        let arrival = StreamingData()
        arrival.announce(count: 10)
        arrival.wait(forBytes: 10)
        arrival.end()
        arrival.wait(forBytes: 11)
        #expect(arrival.count == 10)
    }

    /// A file may be shorter than its reader expects.
    @Test(arguments: [0, 1, 1 << 20, 2_500_000])
    func aFileIsCopiedAsAWholeOrNot(byteCount: Int) throws {
        let bytes = (0..<byteCount).map { UInt8(truncatingIfNeeded: $0 / 1000) }
        let (file, copy) = (try #require(Descriptor.memory()), try #require(Descriptor.memory()))
        try file.write(bytes)
        #expect(OpenFile(file, byteCount: byteCount).copy(to: copy))
        #expect(copy.read(byteCount) == bytes)
        #expect(OpenFile(held: bytes).copy(to: copy))
        #expect(try copy.readToEnd(atMost: byteCount + 1) == bytes)
        #expect(!OpenFile(file, byteCount: byteCount + (1 << 20)).copy(to: copy))
    }
}
