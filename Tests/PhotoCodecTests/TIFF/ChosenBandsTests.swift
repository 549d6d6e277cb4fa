import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Three bands of a file as red, green and blue.
@Suite struct ChosenBandsTests {
    private static let size = PixelSize(width: 64, height: 20)

    /// The gray of a band is 10 times its number, and a little more to the right.
    private static func photo(
        bands: Int, photometric: Int = 1, isTiled: Bool = false
    ) throws -> any ImageSource {
        var writer = TIFFWriter(
            size: size, bits: 8, samples: bands, photometric: photometric)
        writer.extras = Array(repeating: 0, count: max(0, bands - (photometric == 2 ? 3 : 1)))
        return try ImageDecoder.open(
            PhotoBytes(writer.file { x, _, channel in UInt64(channel + 1) * 10 + UInt64(x) / 32 }),
            within: isTiled ? Opening.tiledMeans : Opening.means)
    }

    @Test(arguments: [1, 2], [false, true])
    func becomeColours(photometric: Int, isTiled: Bool) throws {
        let photo = try Self.photo(bands: 5, photometric: photometric, isTiled: isTiled)
        let bands = try #require(BandChoice("4,3,2"))
        let colours = try #require(BandComposite(photo, bands))
        #expect(try colours.whole().pixel(40, 3) == [41, 31, 21, 255])
        #expect(try colours.whole(reducedBy: .half).pixel(4, 3) == [40, 30, 20, 255])
        #expect(try colours.sample(at: PixelPoint(x: 40, y: 3)).values == [41, 31, 21])
        #expect(colours.size == photo.size)
    }

    @Test func theFirstThreeAreThoseThatTheFileShows() throws {
        let photo = try Self.photo(bands: 4)
        let colours = try #require(BandComposite(photo, .first))
        #expect(try colours.whole() == photo.whole())
    }

    @Test func bandsThatAreMissingAreNoColours() throws {
        let photo = try Self.photo(bands: 4)
        #expect(BandComposite(photo, try #require(BandChoice("4,5,1"))) == nil)
        #expect(BandComposite(try Self.photo(bands: 1), .first) == nil)
    }

    @Test func areNamedInALink() throws {
        let position = try #require(ViewPosition("page=2&bands=4,3,2&xywh=1,2,3,4"))
        #expect(position.page == 1 && position.bands == BandChoice(digits: 432))
        #expect(position.text == "page=2&bands=4,3,2&xywh=1,2,3,4")
        #expect(ViewPosition("bands=12,3,2")?.text == "bands=12,3,2")
        for text in ["bands=", "bands=1,2", "bands=0,1,2", "bands=1,2,3,4", "bands=1,2,-3"] {
            #expect(ViewPosition(text) == nil && ViewPosition.isMeant(by: text))
        }
        #expect(BandChoice(digits: 43) == nil && BandChoice(digits: 403) == nil)
    }
}
