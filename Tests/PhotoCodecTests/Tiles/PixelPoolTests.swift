import Imaging
import Testing

@testable import PhotoCodec

/// The memory of tiles.
@Suite struct PixelPoolTests {
    @Test func whatWasTakenBackIsLentAgain() throws {
        let pool = PixelPool()
        let memory = try pool.lend(byteCount: 100_000)
        let place = memory.bytes.baseAddress
        pool.take(memory)
        let again = try pool.lend(byteCount: 99_000)
        #expect(again.bytes.baseAddress == place)
        let other = try pool.lend(byteCount: 99_000)
        #expect(other.bytes.baseAddress != place)
        pool.take(again)
        pool.take(other)
    }

    @Test(arguments: [1, 4096, 4097, 1 << 20])
    func thereIsRoomForAllThatWasAskedFor(byteCount: Int) throws {
        let pool = PixelPool()
        let memory = try pool.lend(byteCount: byteCount)
        #expect(memory.bytes.count >= byteCount)
        memory.bytes.initializeMemory(as: UInt8.self, repeating: 7)
        pool.take(memory)
    }

    @Test func whatIsMuchTooLargeStaysForOthers() throws {
        let pool = PixelPool()
        let large = try pool.lend(byteCount: 1 << 20)
        let place = large.bytes.baseAddress
        pool.take(large)
        let small = try pool.lend(byteCount: 10_000)
        #expect(small.bytes.baseAddress != place)
        #expect(try pool.lend(byteCount: 1 << 20).bytes.baseAddress == place)
    }

    @Test func aTileThatFailsGivesItsMemoryBack() throws {
        let pool = PixelPool()
        var place: UnsafeMutablePointer<UInt8>?
        #expect(throws: DecodingFailure.outOfMemory) {
            _ = try Tile(size: PixelSize(width: 64, height: 64), from: pool) {
                block throws(DecodingFailure) -> Bool in
                place = block.bytes.baseAddress
                throw DecodingFailure.outOfMemory
            }
        }
        let tile = try Tile(size: PixelSize(width: 64, height: 64), from: pool) { _ in true }
        #expect(tile.block.bytes.baseAddress == place)
    }
}
