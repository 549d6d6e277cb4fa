import Imaging
import PhotoCodec
import Testing

/// An eighth of a JPEG in several scans is made of some of them only.
@Suite struct EighthOfScansTests {
    static let names = ["progressive-420.jpg", "progressive-444.jpg", "progressive-gray.jpg"]

    /// A byte of each scan of brightness that brings no means: of the detail that an eighth has not.
    private static func details(_ bytes: [UInt8]) -> [Int] {
        let scans = bytes.indices.dropLast(12).filter {
            bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA
        }
        return scans.filter { bytes[$0 + 4] == 1 && bytes[$0 + 5] == 1 && bytes[$0 + 7] > 0 }
            .compactMap { scan in
                ((scan + 14)..<bytes.count - 1).first {
                    (1...0xFD).contains(bytes[$0]) && bytes[$0 - 1] != 0xFF
                }
            }
    }

    @Test(arguments: names)
    func damageToDetailsChangesNoneOfItsPixels(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        let whole = try ImageDecoder.open(PhotoBytes(bytes)).whole(reducedBy: .eighth)
        let details = Self.details(bytes)
        #expect(!details.isEmpty)
        for detail in details {
            var damaged = bytes
            damaged[detail] ^= 1
            for means in [DecodingOptions(), TiledPhotos.means] {
                let photo = try ImageDecoder.open(PhotoBytes(damaged), within: means)
                #expect(try photo.whole(reducedBy: .eighth) == whole, "byte \(detail)")
            }
        }
    }

    /// Nobody follows the last scan to its end, but where that is missing the file was cut.
    @Test(arguments: names)
    func aFileThatIsCutIsSaidToBe(name: String) throws {
        let cut = Array(try TiledPhotos.bytes(name).dropLast(2))
        let photo = try ImageDecoder.open(PhotoBytes(cut))
        _ = try photo.whole(reducedBy: .eighth)
        #expect(photo.status.damage?.reason == "Premature end of JPEG file")
    }

    @Test(arguments: names)
    func theFirstScanAloneIsThereFirst(name: String) async throws {
        let bytes = PhotoBytes(try TiledPhotos.bytes(name))
        let opened = try ImageDecoder.open(bytes, within: TiledPhotos.means)
        let photo = try #require(opened as? any StreamingImageSource)
        let all = PixelRect(photo.size.reduced(by: .eighth))
        await photo.waitForMore(of: all, reducedBy: .eighth)
        let draft = try #require(photo.preview(of: all, reducedBy: .eighth))
        #expect(areNear(draft.raster.means, try photo.whole(reducedBy: .eighth).means, within: 3))
    }
}
