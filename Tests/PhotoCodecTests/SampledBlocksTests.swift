import Imaging
import Synchronization
import TestSupport
import Testing

@testable import PhotoCodec

/// The first preview of pictures in blocks that are decompressed completely.
@Suite struct SampledBlocksTests {
    /// A slope from black at the top to white at the bottom.
    private final class Slope: RegionPicture {
        let size: PixelSize
        let block: PixelSize
        let access = RegionAccess.blocks
        let hasAlpha = false
        let decompressed = Mutex(0)
        var isTiled: Bool { block.width < size.width }

        init(size: PixelSize, block: PixelSize) { (self.size, self.block) = (size, block) }

        func decode(
            _ area: PixelRect, into target: PixelBlock, at point: PixelPoint, note: (Damage) -> Void
        ) throws(DecodingFailure) -> Bool {
            let rows = (area.maxY - 1) / block.height - area.minY / block.height + 1
            decompressed.withLock { $0 += rows * block.height * size.width }
            for y in area.minY..<area.maxY {
                let gray = UInt8(y * 255 / size.height)
                for x in 0..<area.size.width {
                    target.pixel(x: point.x + x, y: point.y + y - area.minY)?
                        .update(repeating: gray, count: 3)
                    target.pixel(x: point.x + x, y: point.y + y - area.minY)?[3] = 255
                }
            }
            return true
        }
    }

    @Test(
        arguments: [
            ("100x3000", "100x1"), ("100x3000", "100x16"), ("100x3000", "100x100"),
            ("300x4096", "64x64"), ("40x9000", "16x256"),
        ] as [(PixelSize, PixelSize)])
    func areAnEighthOfThePicture(size: PixelSize, block: PixelSize) throws {
        let slope = Slope(size: size, block: block)
        let preview = try #require(RowSamplePreview(of: slope, orientation: .asStored))
        let level = MipLevel(size: size.reduced(by: .thirtySecond))
        try preview.write(to: level) { true }
        let share = Double(slope.decompressed.withLock { $0 }) / Double(size.width * size.height)
        // The last row of blocks may be incomplete.
        #expect(share <= 0.16)
        let raster = try level.raster(of: PixelRect(level.size), isOpaque: false)
        let known = size.height - 8 * block.height - 32
        for row in 0..<level.size.height where row * 32 < known {
            let pixel = raster.pixel(0, row)
            #expect(abs(pixel[0] - (row * 32 + 16) * 255 / size.height) <= 2 && pixel[3] == 255)
        }
    }

    @Test func theTopsOfEXRTilesArePartsOfThem() throws {
        guard EXRLibrary.isHere else { return }
        let channel = EXRWriter.Channel(name: "Z") { x, y, _ in Float(x + y) }
        var part = EXRWriter.Part(size: "300x280", channels: [channel])
        part.tile = "128x128"
        let reader = try EXRReader(PhotoBytes(EXRWriter(part).file))
        let found = try #require(try EXRPart(0, of: reader))
        let picture = EXRPicture(try #require(EXRLayer.all(of: found).first), of: found, in: reader)
        #expect(picture.topRows == 4 && picture.topCost == 32)
        let area = PixelRect(x: 0, y: 128, width: 300, height: 4)
        let pixels = { (isTop: Bool) in
            Raster.bytes(of: area.size) { bytes in
                let block = PixelBlock(bytes, size: area.size)
                let isOpaque =
                    isTop
                    ? try? picture.decodeTops(area, into: block)
                    : try? picture.decode(area, into: block, at: .origin) { _ in }
                #expect(isOpaque == true)
            }
        }
        #expect(pixels(true) == pixels(false))
    }
}
