import Imaging
import PhotoCodec
import Testing

@Suite struct PNGReductionTests {
    /// Red of 220, 30, 30 from 0, 0 up to 16, 16: whole boxes of it keep their levels exactly.
    @Test(arguments: ["8-bit.png", "16-bit.png", "adam7.png"], Reduction.allCases.prefix(5))
    func aFlatAreaKeepsItsColour(name: String, reduction: Reduction) throws {
        // The 16 bits are a little less than the level, and are dithered to it and the one below.
        let tolerance = name == "16-bit.png" ? 1 : 0
        let raster = try Opening.fixture(name).whole(reducedBy: reduction)
        #expect(raster.size == PixelSize(width: 48, height: 32).reduced(by: reduction))
        #expect(areNear(raster.pixel(0, 0), [220, 30, 30, 255], within: tolerance))
        let last = 16 / reduction.rawValue - 1
        #expect(areNear(raster.pixel(last, last), [220, 30, 30, 255], within: tolerance))
    }

    /// Black and white in turn are half the light, which is level 188 of sRGB, not 128.
    @Test func addsUpLightNotLevels() throws {
        let raster = try Opening.fixture("gray-1-bit.png").whole(reducedBy: .eighth)
        #expect(raster.size == PixelSize(width: 2, height: 1))
        #expect(raster.pixel(0, 0) == [188, 188, 188, 255])
    }

    /// Opaque red beside blue that is not to be seen.
    @Test func aTransparentPixelLendsNoColour() throws {
        let raster = try Opening.fixture("alpha.png").whole(reducedBy: .quarter)
        #expect(raster.pixel(0, 0) == [255, 0, 0, 128])
        #expect(!raster.isOpaque)
    }

    /// A photo stored lying on its side has the same boxes as one stored upright.
    @Test(arguments: ["exif-6.png", "exif-8-last.png"], Reduction.allCases)
    func boxesLieOnTheUprightGrid(name: String, reduction: Reduction) throws {
        let turned = try Opening.fixture(name).whole(reducedBy: reduction)
        #expect(turned == (try Opening.fixture("8-bit.png").whole(reducedBy: reduction)))
    }
}
