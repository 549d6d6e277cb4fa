import Imaging
import PhotoCodec
import Testing

/// A disk that is full before a photo has been spilled: a picture that needs no space is still
/// shown.
@Suite struct FullDiskTests {
    private static func open(_ name: String, room: Int) throws -> any ImageSource {
        var means = TiledPhotos.means
        means.spillBytes = room
        return try ImageDecoder.open(PhotoBytes(TiledPhotos.bytes(name)), within: means)
    }

    private static let names = ["progressive-420.jpg", "three-scans.jpg", "rgb.png"]

    @Test(arguments: names, [900, 6000])
    func theViewOfAllOfAPhotoRemains(name: String, room: Int) throws {
        let photo = try Self.open(name, room: room)
        let plain = try ImageDecoder.open(PhotoBytes(TiledPhotos.bytes(name)))
        for reduction in [Reduction.eighth, .sixteenth, .thirtySecond] {
            let raster = try photo.whole(reducedBy: reduction)
            #expect(raster.isOpaque)
            // For a JPEG it is made of the means of blocks, so its colours are coarser.
            #expect(areNear(raster.means, try plain.whole(reducedBy: reduction).means, within: 4))
        }
        #expect(photo.status.damage == nil)
    }

    /// In memory nothing is released that cannot be read again.
    @Test(arguments: ["progressive-420.jpg", "progressive-444.jpg"])
    func withoutAFolderASmallOneIsMadeOverInMemory(name: String) throws {
        var means = TiledPhotos.means
        means.spillFolder = nil
        means.tileSide = 1024
        let bytes = PhotoBytes(try TiledPhotos.bytes(name))
        let photo = try ImageDecoder.open(bytes, within: means)
        let plain = try ImageDecoder.open(bytes)
        for reduction in [Reduction.none, .half, .quarter, .eighth] {
            let raster = try photo.whole(reducedBy: reduction)
            #expect(raster == (try plain.whole(reducedBy: reduction)), "\(reduction)")
        }
    }

    /// No wrong pixel is shown, only a failure with the space needed.
    @Test(arguments: names, [900, 6000])
    func theOriginalIsRefused(name: String, room: Int) throws {
        let photo = try Self.open(name, room: room)
        for reduction in [Reduction.none, .half, .quarter] {
            do {
                _ = try photo.whole(reducedBy: reduction)
                Issue.record("there was no room")
            } catch DecodingFailure.noRoom(let byteCount) {
                #expect((room + 1..<400_000).contains(byteCount))
            }
        }
    }
}
