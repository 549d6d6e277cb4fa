import Files
import Imaging
import Synchronization
import TestSupport
import Testing

@testable import PhotoCodec

/// Tiled TIFFs of which only those bytes are there that were asked for.
@Suite struct RangedTIFFTests {
    /// A file with holes, which are filled when they are asked for.
    private final class SparseFile: Sendable {
        private let whole: [UInt8]
        private let descriptor: Descriptor
        private let fetched = Mutex<Set<Int>>([])
        let isGone = Atomic(false)

        init(_ whole: [UInt8]) throws {
            self.whole = whole
            descriptor = try #require(Descriptor.memory())
            #expect(descriptor.resize(to: whole.count))
            try descriptor.write(Array(whole.prefix(Self.startBytes)))
        }

        private static let startBytes = 512

        /// Those that were asked for.
        var byteCount: Int { fetched.withLock { $0.count } }

        var bytes: PhotoBytes {
            get throws {
                try PhotoBytes.open(OpenFile(descriptor, byteCount: whole.count)) { range in
                    guard !self.isGone.load(ordering: .relaxed) else { return false }
                    self.fetched.withLock { $0.formUnion(range) }
                    let part = Array(self.whole[range])
                    return (try? self.descriptor.write(part, at: range.lowerBound)) != nil
                }
            }
        }
    }

    private func open(_ file: SparseFile) throws -> (any ImageSource)? {
        try ImageDecoder.openRanged(file.bytes, within: Opening.means)
    }

    @Test(arguments: [Reduction.none, .half, .quarter, .eighth, .sixteenth])
    func lookLikeTheWholeFile(reduction: Reduction) throws {
        let bytes = CloudOptimizedTIFF.file()
        let photo = try #require(try open(try SparseFile(bytes)))
        var means = Opening.tiledMeans
        means.tileSide = 256
        let whole = try ImageDecoder.open(PhotoBytes(bytes), within: means)
        #expect(photo.size == whole.size)
        #expect(try photo.whole(reducedBy: reduction) == whole.whole(reducedBy: reduction))
    }

    @Test func aViewCostsItsTiles() throws {
        let file = try SparseFile(CloudOptimizedTIFF.file())
        let photo = try #require(try open(file))
        #expect(file.byteCount < 20_000, "the directories")
        let before = file.byteCount
        let area = PixelRect(x: 600, y: 900, width: 100, height: 50)
        let part = try photo.pixels(of: area, reducedBy: .none)
        #expect(part.raster == CloudOptimizedTIFF.raster().cropped(to: area))
        #expect(file.byteCount - before < 70_000, "one tile has 65,536")
    }

    @Test func aPixelCostsItsTile() throws {
        let file = try SparseFile(CloudOptimizedTIFF.file())
        let photo = try #require(try open(file))
        let sample = try photo.sample(at: PixelPoint(x: 1500, y: 77))
        #expect(sample.values == [.integer(Int(CloudOptimizedTIFF.gray(1500, 77)))])
        #expect(file.byteCount < 100_000)
    }

    /// Strips, and no smaller copies.
    @Test(arguments: [true, false])
    func othersAreNotReadSo(isTiled: Bool) throws {
        let bytes = CloudOptimizedTIFF.file(scales: isTiled ? [] : [2, 4, 8], isTiled: isTiled)
        #expect(try open(try SparseFile(bytes)) == nil)
    }

    @Test func aTileThatDoesNotComeIsNoBlackOne() throws {
        let file = try SparseFile(CloudOptimizedTIFF.file())
        let photo = try #require(try open(file))
        file.isGone.store(true, ordering: .relaxed)
        let area = PixelRect(x: 600, y: 900, width: 100, height: 50)
        #expect(throws: DecodingFailure.self) {
            try photo.pixels(of: area, reducedBy: .none)
        }
        file.isGone.store(false, ordering: .relaxed)
        #expect(
            try photo.pixels(of: area, reducedBy: .none).raster
                == CloudOptimizedTIFF.raster().cropped(to: area))
    }
}
