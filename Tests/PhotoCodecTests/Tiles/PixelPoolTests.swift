import Files
import Imaging
import Testing

@testable import PhotoCodec

/// The memory of tiles.
@Suite struct PixelPoolTests {
    @Test func memoryThatWasGivenBackIsUsedAgain() throws {
        let pool = PixelPool()
        let memory = try pool.borrow(byteCount: 100_000)
        let place = memory.bytes.baseAddress
        pool.giveBack(memory)
        let again = try pool.borrow(byteCount: 99_000)
        #expect(again.bytes.baseAddress == place)
        let other = try pool.borrow(byteCount: 99_000)
        #expect(other.bytes.baseAddress != place)
        pool.giveBack(again)
        pool.giveBack(other)
    }

    @Test(arguments: [1, 4096, 4097, 1 << 20])
    func thereIsRoomForAllThatWasAskedFor(byteCount: Int) throws {
        let pool = PixelPool()
        let memory = try pool.borrow(byteCount: byteCount)
        #expect(memory.bytes.count >= byteCount)
        memory.bytes.initializeMemory(as: UInt8.self, repeating: 7)
        pool.giveBack(memory)
    }

    @Test func whatIsMuchTooLargeStaysForOthers() throws {
        let pool = PixelPool()
        let large = try pool.borrow(byteCount: 1 << 20)
        let place = large.bytes.baseAddress
        pool.giveBack(large)
        let small = try pool.borrow(byteCount: 10_000)
        #expect(small.bytes.baseAddress != place)
        #expect(try pool.borrow(byteCount: 1 << 20).bytes.baseAddress == place)
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
