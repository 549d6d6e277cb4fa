import Imaging
import PhotoCatalog
import PhotoPipeline
import TestSupport
import Testing

/// A photo and a position in it as an argument of a command line.
@Suite struct PhotoArgumentTests {
    @Test(arguments: [
        ("PIA00342", "PIA00342", nil),
        ("PIA00342#xywh=1,2,3,4", "PIA00342", "xywh=1,2,3,4"),
        ("PIA00342#10,20", "PIA00342", "10,20"), ("PIA00342#10,20,50", "PIA00342", "10,20,50"),
        ("a/b.jpg#10.5,20,50", "a/b.jpg", "10.5,20,50"),
        // an ID that contains a #
        ("Item #3", "Item #3", nil), ("Item #3#1,2", "Item #3", "1,2"),
        ("https://a.b/c#part", "https://a.b/c#part", nil), ("#1,2#", "#1,2#", nil),
    ])
    func thePlaceStandsBehindTheLastMark(text: String, photo: String, place: String?) throws {
        let argument = try PhotoArgument(text)
        #expect(argument.photo == photo && argument.position?.text == place)
        #expect(argument.text == text)
    }

    @Test(arguments: [
        "PIA1#xywh=", "PIA1#xywh=1,2,3", "PIA1#xywh=-1,0,99999999999999999999,1", "PIA1#1,2,0",
        "PIA1#1,", "PIA1#xywh=\u{1B}[2J", "#1,2",
    ])
    func whatWasMeantToBeAPlaceAndIsNoneIsSaid(text: String) {
        #expect(throws: PhotoArgument.InvalidPosition.self) { try PhotoArgument(text) }
    }

    @Test(arguments: [
        ("https://images.nasa.gov/details/PIA00342", "PIA00342"),
        ("https://images.nasa.gov/details-PIA00342", "PIA00342"),
        ("https://images.nasa.gov/details/a%20b?x=1", "a b"),
        ("https://images.nasa.gov/details/", nil), ("https://images.nasa.gov/details/a/b", nil),
        ("https://images.nasa.gov.evil.org/details/a", nil), ("http://images.nasa.gov/x", nil),
    ])
    func theAddressOfAPhotosPageNamesThePhoto(address: String, id: String?) {
        let expected = id.map { PhotoReference.library(PhotoID($0)) } ?? .address(address)
        #expect(PhotoReference(addressOrID: address) == expected)
    }

    @Test(arguments: [
        PhotoReference.file(path: "/a/b #1.jpg"), .address("https://a.b/c.png"),
        .library(PhotoID("a b")), .library(PhotoID("PIA1#2")),
    ])
    func aKeptNameLeadsBackToThePhoto(photo: PhotoReference) throws {
        #expect(PhotoReference(name: try #require(photo.name)) == photo)
    }

    @Test(
        arguments: [
            ("100x50", "10,20 30x20"), ("50x25", "5,10 15x10"), ("30x15", "3,6 9x6"),
        ] as [(PixelSize, String)])
    func aPartIsTheSamePartOfASmallerVersion(version: PixelSize, part: String) throws {
        let request = ExportRequest(
            PixelRect(x: 10, y: 20, width: 30, height: 20), of: "100x50", .standardInput)
        let area = try #require(request.area(on: version))
        #expect("\(area.minX),\(area.minY) \(area.size.width)x\(area.size.height)" == part)
    }

    @Test(arguments: [
        PixelRect(x: -1, y: 0, width: 1, height: 1), PixelRect(x: 0, y: 0, width: 101, height: 1),
        PixelRect(x: 0, y: 50, width: 1, height: 1),
    ])
    func aPartOutsideOfThePhotoIsNone(area: PixelRect) {
        #expect(ExportRequest(area, of: "100x50", .standardInput).area(on: "100x50") == nil)
    }
}
