import Imaging
import PhotoCodec
import TestSupport
import Testing

@Suite struct JPEGTilesTests {
    static let names = [
        "420.jpg", "444.jpg", "422.jpg", "440.jpg", "411.jpg", "gray.jpg", "rgb.jpg", "cmyk.jpg",
        "420-optimised.jpg", "restart-3-units.jpg", "restart-1-row.jpg", "flat.jpg",
        "progressive-420.jpg", "progressive-444.jpg", "progressive-gray.jpg",
        "progressive-cmyk.jpg", "three-scans.jpg",
    ]

    static let exact: [Reduction] = [.none, .half, .quarter, .eighth]

    /// Areas anywhere, in any orientation, at what TurboJPEG decodes: the very same pixels.
    @Test(arguments: names, Orientation.allCases)
    func anyAreaEqualsThatOfAFullDecode(name: String, orientation: Orientation) throws {
        let bytes = PhotoBytes(TiledPhotos.turned(try TiledPhotos.bytes(name), orientation))
        let tiled = try ImageDecoder.open(bytes, within: TiledPhotos.means)
        let plain = try ImageDecoder.open(bytes)
        #expect(tiled.size == plain.size)
        var numbers = SeededNumbers(seed: UInt64(orientation.rawValue))
        for reduction in Self.exact {
            for _ in 0..<6 {
                let area = numbers.area(on: tiled.size.reduced(by: reduction))
                let some = try tiled.pixels(of: area, reducedBy: reduction)
                let same = try plain.pixels(of: area, reducedBy: reduction)
                #expect(some.raster == same.raster, "\(area) reduced by \(reduction)")
            }
        }
        #expect(tiled.status.damage == nil)
        #expect((tiled.status.figures?.tilesMade ?? 0) > 0)
    }

    /// No seam: where tiles meet nothing shows, for an area has the same pixels whatever it is part of.
    @Test(arguments: names, [Reduction.sixteenth, .thirtySecond])
    func anAreaOfWhatIsMuchReducedIsPartOfTheWhole(name: String, reduction: Reduction) throws {
        let bytes = PhotoBytes(try TiledPhotos.bytes(name))
        let photo = try ImageDecoder.open(bytes, within: TiledPhotos.means)
        let whole = try photo.pixels(
            of: PixelRect(photo.size.reduced(by: reduction)), reducedBy: reduction)
        var larger = TiledPhotos.means
        larger.tileSide = 1024
        let inOneTile = try ImageDecoder.open(bytes, within: larger)
        #expect(try inOneTile.whole(reducedBy: reduction) == whole.raster)
    }

    /// Made of the means of blocks: as bright as a full decode, its colours coarser.
    @Test(arguments: names, [Reduction.sixteenth, .thirtySecond])
    func whatIsMuchReducedIsNearAFullDecode(name: String, reduction: Reduction) throws {
        let bytes = PhotoBytes(try TiledPhotos.bytes(name))
        let some = try ImageDecoder.open(bytes, within: TiledPhotos.means).whole(
            reducedBy: reduction)
        let same = try ImageDecoder.open(bytes).whole(reducedBy: reduction)
        #expect(some.size == same.size)
        #expect(areNear(some.means, same.means, within: 4))
        let isGray = name.contains("gray")
        let differences = zip(some.pixels, same.pixels).map { abs(Int($0) - Int($1)) }
        #expect(differences.max() ?? 0 <= (isGray ? 1 : 60))
        #expect(differences.reduce(0, +) / differences.count <= 4)
    }
}
