import Imaging
import TestSupport
import Testing

struct RasterTests {
    /// Red counts columns and green rows.
    private static let numbered = Raster("4x3") { x, y in (UInt8(x), UInt8(y), 7) }

    @Test(arguments: [
        ("1x1", 0, 0, [[0, 0]]), ("2x2", 2, 1, [[2, 1], [3, 1], [2, 2], [3, 2]]),
        ("4x1", 0, 2, [[0, 2], [1, 2], [2, 2], [3, 2]]),
        ("1x3", 3, 0, [[3, 0], [3, 1], [3, 2]]),
    ])
    func anAreaIsCutOut(size: PixelSize, x: Int, y: Int, colours: [[UInt8]]) {
        let area = PixelRect(origin: PixelPoint(x: x, y: y), size: size)
        let cut = Self.numbered.cropped(to: area)
        #expect(cut.size == size)
        #expect(cut.pixels == colours.flatMap { $0 + [7, 255] })
    }

    @Test func allOfItIsTheSameRaster() {
        #expect(Self.numbered.cropped(to: PixelRect("4x3")) == Self.numbered)
    }

    private struct BrokenOff: Error, Equatable {}

    @Test func whatFillsTheBytesMayFail() {
        #expect(throws: BrokenOff()) {
            try Raster.bytes(of: "2x2") { bytes throws(BrokenOff) in
                bytes[0] = 1
                throw BrokenOff()
            }
        }
    }

    @Test func whatIsWrittenAreTheBytes() {
        let bytes = Raster.bytes(of: "2x1") { bytes in
            for place in bytes.indices { bytes[place] = UInt8(place) }
        }
        #expect(bytes == [0, 1, 2, 3, 4, 5, 6, 7])
    }
}
