import Imaging
import TestSupport
import Testing

/// Small pictures in few colours and large blocks.
@Suite struct FewerColoursTests {
    private static let photo = Raster(PixelSize(width: 20, height: 12)) { x, y in
        (UInt8(x * 12), UInt8(y * 20), UInt8((x * 41 + y * 77) % 256))
    }

    private static func pixel(_ x: Int, _ y: Int, of raster: Raster) -> [UInt8] {
        Array(raster.pixels[((y * raster.size.width + x) * 4)...].prefix(4))
    }

    private static func colours(of raster: Raster) -> Set<RGBColour> {
        Set(
            stride(from: 0, to: raster.pixels.count, by: 4).map {
                RGBColour(
                    red: raster.pixels[$0], green: raster.pixels[$0 + 1],
                    blue: raster.pixels[$0 + 2])
            })
    }

    @Test(arguments: [2, 5, 16])
    func onlySomeOfTheColoursAreUsed(limit: Int) {
        let given = (0..<64).map { (place: Int) -> RGBColour in
            let (red, green) = (UInt8(place * 4), UInt8(255 - place * 3))
            return RGBColour(red: red, green: green, blue: UInt8(place * place % 256))
        }
        let few = Self.photo.inColours(limit, among: given)
        let used = Self.colours(of: few)
        #expect(used.count > 1 && used.count <= limit)
        #expect(used.isSubset(of: given))
        #expect(few.size == Self.photo.size && few.isOpaque)
    }

    @Test func aPictureOfFewGivenColoursStaysAsItIs() {
        let picture = Raster(PixelSize(width: 9, height: 9)) { x, _ in
            x < 4 ? (255, 255, 255) : (0, 0, 0)
        }
        #expect(picture.inColours(4, among: [.white, .black]) == picture)
    }

    @Test func eachPixelBecomesABlock() {
        let large = Self.photo.inBlocks(
            of: PixelSize(width: 3, height: 2), cutTo: PixelSize(width: 58, height: 23))
        #expect(large.size == PixelSize(width: 58, height: 23))
        for y in 0..<23 {
            for x in 0..<58 {
                #expect(Self.pixel(x, y, of: large) == Self.pixel(x / 3, y / 2, of: Self.photo))
            }
        }
    }
}
