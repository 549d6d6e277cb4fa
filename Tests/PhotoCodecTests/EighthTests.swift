import Imaging
import PhotoCodec
import Testing

/// An eighth of a JPEG is decoded by several walks that begin anywhere in its bits.
@Suite struct EighthTests {
    private static func means(partBytes: Int) -> DecodingMeans {
        var means = Opening.means
        means.partBytes = partBytes
        return means
    }

    /// Tiles are decoded by TurboJPEG at an eighth.
    @Test(arguments: JPEGTilesTests.names, [200, 700, 2500, .max])
    func howeverItIsSharedOutItEqualsTurboJPEGs(name: String, partBytes: Int) throws {
        let bytes = PhotoBytes(try TiledPhotos.bytes(name))
        let photo = try PhotoOpener.open(bytes, within: Self.means(partBytes: partBytes))
        let tiled = try PhotoOpener.open(bytes, within: TiledPhotos.means)
        let eighth = try photo.whole(reducedBy: .eighth)
        #expect(eighth == (try tiled.whole(reducedBy: .eighth)))
        #expect(photo.damage == nil)
    }

    /// At a quarter it is TurboJPEG that finds the damage.
    @Test(arguments: ["420.jpg", "gray.jpg", "restart-3-units.jpg"], [300, .max])
    func damageIsToldAsAtOtherReductions(name: String, partBytes: Int) throws {
        var numbers = SeededNumbers(seed: 7)
        let whole = try TiledPhotos.bytes(name)
        var damaged = 0
        for _ in 0..<40 {
            var bytes = whole
            let place = Int.random(in: (bytes.count / 4)..<bytes.count, using: &numbers)
            bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            let means = Self.means(partBytes: partBytes)
            let photo = try PhotoOpener.open(PhotoBytes(bytes), within: means)
            let other = try PhotoOpener.open(PhotoBytes(bytes), within: means)
            _ = try? photo.whole(reducedBy: .eighth)
            _ = try? other.whole(reducedBy: .quarter)
            #expect(photo.damage == other.damage, "byte \(place)")
            damaged += photo.damage == nil ? 0 : 1
        }
        #expect(damaged > 0)
    }

    @Test func aFileCutInTheMiddleIsShownAsFarAsItGoes() throws {
        let bytes = try TiledPhotos.bytes("420.jpg")
        let cut = PhotoBytes(Array(bytes[..<(bytes.count / 2)]))
        let photo = try PhotoOpener.open(cut, within: Self.means(partBytes: 300))
        let raster = try photo.whole(reducedBy: .eighth)
        #expect(photo.damage != nil)
        #expect(Set(raster.pixels.prefix(400)).count > 4)
    }
}
