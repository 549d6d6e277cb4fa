import Foundation
import Imaging
import TestSupport
import Testing
import TilePyramids

/// The content of descriptions, and the resulting addresses of tiles.
@Suite struct DescriptionTests {
    private static func pyramid(
        _ text: String, at address: String
    ) throws(DecodingFailure) -> TilePyramid {
        guard let description = PyramidDescription(address) else { throw .tiles(.unreadable) }
        return try description.pyramid(Array(text.utf8))
    }

    static let deepZoom = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- <Image TileSize="1"> -->
        <Image TileSize="254" Overlap="1" Format="jpg" xmlns="http://schemas.microsoft.com/deepzoom/2008">
          <Size Width="1000" Height="601"/>
        </Image>
        """

    @Test func deepZoomHalvesAndRoundsUp() throws {
        let pyramid = try Self.pyramid(Self.deepZoom, at: "https://a.org/b/c.dzi?v=2")
        #expect(pyramid.size == "1000x601")
        #expect(pyramid.levels.map(\.size) == ["1000x601", "500x301", "250x151"])
        #expect(pyramid.path(of: TileKey(level: 0, column: 3, row: 2)) == "10/3_2.jpg")
        #expect(pyramid.path(of: TileKey(level: 2, column: 0, row: 0)) == "8/0_0.jpg")
        let level = pyramid.levels[0]
        #expect(
            level.pictured(by: TileKey(level: 0, column: 0, row: 0))
                == PixelRect(x: 0, y: 0, width: 255, height: 255))
        #expect(
            level.pictured(by: TileKey(level: 0, column: 3, row: 2))
                == PixelRect(x: 761, y: 507, width: 239, height: 94))
        #expect(
            level.area(of: TileKey(level: 0, column: 3, row: 2))
                == PixelRect(x: 762, y: 508, width: 238, height: 93))
    }

    @Test(arguments: [
        ("https://a.org/b/c.dzi?v=2", "https://a.org/b/c_files/"),
        ("https://a.org/z/ImageProperties.xml", "https://a.org/z/"),
        ("https://a.org/iiif/x%2Fy/info.json", "https://a.org/iiif/x%2Fy/"),
        ("https://a.org/f.fcgi?IIIF=/opt/a.tif/info.json", "https://a.org/f.fcgi?IIIF=/opt/a.tif/"),
    ])
    func tilesLieBesideTheirDescription(address: String, base: String) {
        #expect(PyramidDescription(address)?.base == base)
    }

    @Test(arguments: [
        "https://a.org/b.jpg", "https://a.org/info.jsonx", "https://a.org/b.dzi/c.png",
    ])
    func otherAddressesAreNotDescriptions(address: String) {
        #expect(PyramidDescription(address) == nil)
    }

    /// The number of tiles shows how a writer of Zoomify's tiles rounds.
    @Test(
        arguments: [
            // Down: the usual way.
            (
                size: "1702x2052", tiles: 90,
                levels: ["1702x2052", "851x1026", "425x513", "212x256"]
            ),
            // Up.
            (
                size: "1702x2052", tiles: 92,
                levels: ["1702x2052", "851x1026", "426x513", "213x257", "107x129"]
            ),
            // Up, and without the last.
            (
                size: "1702x2052", tiles: 91,
                levels: ["1702x2052", "851x1026", "426x513", "213x257"]
            ),
            // Down or up, which give the same number of tiles.
            (
                size: "2052x3185", tiles: 167,
                levels: ["2052x3185", "1026x1592", "513x796", "256x398", "128x199"]
            ),
        ] as [(size: PixelSize, tiles: Int, levels: [PixelSize])])
    func zoomifyCountsItsTiles(size: PixelSize, tiles: Int, levels: [PixelSize]) throws {
        let text = """
            <IMAGE_PROPERTIES WIDTH="\(size.width)" HEIGHT="\(size.height)" NUMTILES="\(tiles)" \
            NUMIMAGES="1" VERSION="1.8" TILESIZE="256" />
            """
        let pyramid = try Self.pyramid(text, at: "https://a.org/ImageProperties.xml")
        #expect(pyramid.levels.map(\.size) == levels)
        let coarsest = levels.count - 1
        #expect(
            pyramid.path(of: TileKey(level: coarsest, column: 0, row: 0)) == "TileGroup0/0-0-0.jpg")
    }

    /// A folder has 256 tiles, numbered from the coarsest tier on.
    @Test func zoomifyPutsTilesIntoGroups() throws {
        let text = """
            <IMAGE_PROPERTIES WIDTH='5000' HEIGHT='4000' NUMTILES='429' TILESIZE='256'/>
            """
        let pyramid = try Self.pyramid(text, at: "https://a.org/ImageProperties.xml")
        let before = pyramid.levels.dropFirst().reduce(0) { $0 + $1.columns * $1.rows }
        #expect(before == 429 - 20 * 16)
        let last = TileKey(level: 0, column: 19, row: 15)
        #expect(pyramid.path(of: last) == "TileGroup1/5-19-15.jpg")
        let number = 256 - before
        let first = TileKey(level: 0, column: number % 20, row: number / 20)
        #expect(pyramid.path(of: first) == "TileGroup1/5-\(number % 20)-\(number / 20).jpg")
        let earlier = TileKey(level: 0, column: (number - 1) % 20, row: (number - 1) / 20)
        #expect(pyramid.path(of: earlier)?.hasPrefix("TileGroup0/") == true)
    }

    private static let iiif2 = """
        {"@context":"http://iiif.io/api/image/2/context.json","@id":"http://elsewhere.org/x",
        "width":15001,"height":4802,"tiles":[{"width":512,"height":256,"scaleFactors":[1,2,4,8,16,32]}],
        "profile":["http://iiif.io/api/image/2/level1.json",{"formats":["jpg"]}]}
        """

    @Test func iiifAsksForRegions() throws {
        let pyramid = try Self.pyramid(Self.iiif2, at: "https://a.org/x/info.json")
        #expect(pyramid.levels.map(\.size.width) == [15001, 7501, 3751, 1876, 938, 469])
        #expect(
            pyramid.path(of: TileKey(level: 2, column: 1, row: 2))
                == "2048,2048,2048,1024/512,/0/default.jpg")
        #expect(
            pyramid.path(of: TileKey(level: 1, column: 14, row: 0))
                == "14336,0,665,512/333,/0/default.jpg")
        #expect(
            pyramid.path(of: TileKey(level: 3, column: 3, row: 1))
                == "12288,2048,2713,2048/340,/0/default.jpg")
    }

    @Test func version3NamesBothSides() throws {
        let text = """
            {"@context":"http://iiif.io/api/image/3/context.json","type":"ImageService3",
            "width":1030,"height":700,"tiles":[{"width":512,"scaleFactors":[1,2,4]}],"profile":"level2"}
            """
        let pyramid = try Self.pyramid(text, at: "https://a.org/x/info.json")
        #expect(
            pyramid.path(of: TileKey(level: 0, column: 2, row: 1))
                == "1024,512,6,188/6,188/0/default.jpg")
        #expect(
            pyramid.path(of: TileKey(level: 1, column: 1, row: 0))
                == "1024,0,6,700/3,350/0/default.jpg")
    }

    @Test func theLongerSideSaysTheSizeInVersion2() throws {
        let text = #"{"width":1030,"height":700,"tiles":[{"width":512,"scaleFactors":[1,2,4]}]}"#
        let pyramid = try Self.pyramid(text, at: "https://a.org/x/info.json")
        #expect(
            pyramid.path(of: TileKey(level: 1, column: 1, row: 0))
                == "1024,0,6,700/,350/0/default.jpg")
    }

    @Test(
        arguments: [
            // The server sends at most a quarter of a megapixel at once.
            (
                #"{"width":1024,"height":1024,"tiles":[{"width":1024,"scaleFactors":[1]}],"profile":[{"maxArea":262144}]}"#,
                tile: "512x512", factors: 2
            ),
            (
                #"{"width":3000,"height":2000,"maxWidth":300,"profile":"level2"}"#, tile: "256x256",
                factors: 5
            ),
            // No tiles are named.
            (#"{"width":3000,"height":2000}"#, tile: "512x512", factors: 4),
            // Cut in advance: the tiles are used unchanged.
            (
                #"{"width":3000,"height":2000,"tiles":[{"width":1000,"scaleFactors":[1,3]}],"profile":"level0"}"#,
                tile: "1000x1000", factors: 2
            ),
        ] as [(String, tile: PixelSize, factors: Int)])
    func iiifKeepsToWhatTheServerCan(text: String, tile: PixelSize, factors: Int) throws {
        let pyramid = try Self.pyramid(text, at: "https://a.org/x/info.json")
        #expect(pyramid.levels.map(\.tile).allSatisfy { $0 == tile })
        #expect(pyramid.levels.count == factors)
    }

    @Test func theEarthHas13Gigapixels() throws {
        let pyramid = try #require(WebMap.gibs250m)
        #expect(pyramid.size == "163840x81920")
        #expect(pyramid.size.area == 13_421_772_800)
        // As in NASA's documentation: columns and rows of each level, the coarsest first.
        #expect(
            pyramid.levels.reversed().map { PixelSize(width: $0.columns, height: $0.rows) } == [
                "2x1", "3x2", "5x3", "10x5", "20x10", "40x20", "80x40", "160x80", "320x160",
            ])
        #expect(pyramid.path(of: TileKey(level: 8, column: 1, row: 0)) == "0/0/1.jpg")
        #expect(pyramid.path(of: TileKey(level: 0, column: 319, row: 159)) == "8/159/319.jpg")
        #expect(pyramid.coarsest == .by256)
        #expect(pyramid.level(for: .by128) == 7)
    }

    @Test func marsHasTwo() throws {
        let pyramid = try #require(WebMap.trek)
        #expect(pyramid.size == "65536x32768")
        #expect(pyramid.path(of: TileKey(level: 7, column: 1, row: 0)) == "0/0/1.jpg")
    }

    @Test func theRecordedDescriptionsAreRead() throws {
        let folder = URL(filePath: #filePath).appending(path: "../../../../shared/services")
        guard FileManager.default.fileExists(atPath: folder.path) else {
            print("skipped: no recorded descriptions")
            return
        }
        for (name, address, size) in [
            ("deepzoom.dzi", "a.dzi", "512x512"), ("iiif2-info.json", "info.json", "15001x48002"),
            ("iiif2-info-maxarea.json", "info.json", "1024x1024"),
            ("zoomify-ImageProperties.xml", "ImageProperties.xml", "1702x2052"),
        ] as [(String, String, PixelSize)] {
            let bytes = try Data(contentsOf: folder.appending(path: name))
            let description = try #require(PyramidDescription("https://a.org/b/" + address))
            #expect(try description.pyramid(Array(bytes)).size == size)
        }
    }
}

/// Malicious or wrong descriptions.
@Suite struct HostileDescriptionTests {
    private static func failure(_ text: String, _ name: String) -> DecodingFailure? {
        do throws(DecodingFailure) {
            _ = try PyramidDescription("https://a.org/b/" + name)?.pyramid(Array(text.utf8))
            return nil
        } catch {
            return error
        }
    }

    private static func dzi(
        _ side: String = "256", _ overlap: String = "0", _ format: String = "jpg",
        _ size: (String, String) = ("512", "512")
    ) -> String {
        """
        <Image TileSize="\(side)" Overlap="\(overlap)" Format="\(format)">\
        <Size Width="\(size.0)" Height="\(size.1)"/></Image>
        """
    }

    @Test(
        arguments: [
            ("", .tiles(.unreadable)),
            ("<Image", .tiles(.unreadable)),
            ("<!-- <Image TileSize=\"256\">", .tiles(.unreadable)),
            (dzi("0"), .tiles(.side(0))),
            (dzi("1"), .tiles(.side(1))),
            (dzi("100000"), .tiles(.side(100_000))),
            (dzi("-256"), .tiles(.unreadable)),
            (dzi("99999999999999999999"), .tiles(.unreadable)),
            (dzi("256", "200"), .tiles(.side(200))),
            (dzi("256", "0", "../../x"), .tiles(.format)),
            (dzi("256", "0", "svg"), .tiles(.format)),
            (dzi("256", "0", "jpg", ("0", "10")), .tiles(.unreadable)),
            (
                dzi("256", "0", "jpg", ("9223372036854775807", "2")),
                .tooLarge(PixelSize(width: .max, height: 2))
            ),
            (dzi("256", "0", "jpg", ("16777216", "16777216")), .tooLarge("16777216x16777216")),
            (dzi("256", "0", "jpg", ("16777217", "1")), .tooLarge("16777217x1")),
        ] as [(String, DecodingFailure)])
    func deepZoomWithinLimits(text: String, failure: DecodingFailure) {
        #expect(Self.failure(text, "a.dzi") == failure)
    }

    @Test(
        arguments: [
            (width: "4000", tiles: "218", side: "256", failure: .tiles(.count(218))),
            (
                width: "4000", tiles: "4000000000", side: "256",
                failure: .tiles(.count(4_000_000_000))
            ),
            (width: "0", tiles: "1", side: "256", failure: .tooLarge("0x2559")),
            (width: "4000", tiles: "1", side: "3", failure: .tiles(.side(3))),
            (width: "99999999", tiles: "1", side: "256", failure: .tooLarge("99999999x2559")),
            (width: "x", tiles: "1", side: "256", failure: .tiles(.unreadable)),
        ] as [(width: String, tiles: String, side: String, failure: DecodingFailure)])
    func zoomifyWithinLimits(
        width: String, tiles: String, side: String, failure: DecodingFailure
    ) {
        let text = """
            <IMAGE_PROPERTIES WIDTH="\(width)" HEIGHT="2559" NUMTILES="\(tiles)" TILESIZE="\(side)"/>
            """
        #expect(Self.failure(text, "ImageProperties.xml") == failure)
    }

    @Test(
        arguments: [
            ("", .tiles(.unreadable)),
            ("[]", .tiles(.unreadable)),
            (#"{"width":10}"#, .tiles(.unreadable)),
            (#"{"width":-1,"height":5}"#, .tiles(.unreadable)),
            (#"{"width":1e300,"height":5}"#, .tiles(.unreadable)),
            (#"{"width":99999999,"height":99999999}"#, .tooLarge("99999999x99999999")),
            (#"{"width":900,"height":900,"tiles":[{"width":5}]}"#, .tiles(.side(5))),
            (
                #"{"width":9000,"height":9000,"tiles":[{"width":4096}],"profile":"level0"}"#,
                .tiles(.side(4096))
            ),
            // Its coarsest level would be 81 MP, fetched as a whole.
            (
                #"{"width":9000,"height":9000,"tiles":[{"width":512,"scaleFactors":[1]}],"profile":"level0"}"#,
                .tiles(.levels(1))
            ),
            (
                #"{"width":900,"height":900,"tiles":[{"width":512,"scaleFactors":[0]}]}"#,
                .tiles(.levels(1))
            ),
            (
                #"{"width":900,"height":900,"tiles":[{"width":512,"scaleFactors":[9223372036854775807]}]}"#,
                .tiles(.levels(1))
            ),
            (
                #"{"width":900,"height":900,"tiles":[{"width":512,"scaleFactors":["#
                    + (1...5000).map(String.init).joined(separator: ",") + "]}]}",
                .tiles(.levels(26))
            ),
            (String(repeating: "[", count: 100_000), .tiles(.unreadable)),
        ] as [(String, DecodingFailure)])
    func iiifWithinLimits(text: String, failure: DecodingFailure) {
        #expect(Self.failure(text, "info.json") == failure)
    }

    @Test(arguments: ["info.json", "a.dzi", "ImageProperties.xml"])
    func longDescriptionsAreNotRead(name: String) {
        let text = String(repeating: " ", count: PyramidLimits.descriptionBytes + 1)
        #expect(Self.failure(text, name) == .tiles(.unreadable))
    }

    /// Half a minute of a core would be too long: the text is parsed in one pass.
    @Test func aMegabyteOfTagsIsReadAtOnce() {
        let text = String(repeating: "<a b='c' ", count: PyramidLimits.descriptionBytes / 9)
        #expect(Self.failure(text, "a.dzi") == .tiles(.unreadable))
    }
}
