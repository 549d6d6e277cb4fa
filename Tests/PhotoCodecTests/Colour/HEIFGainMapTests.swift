import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// HEICs and AVIFs with a gain map, made of a small AVIF by editing its boxes: the map has the base picture's pixels.
@Suite(.enabled(if: !CodecLibrary.heif.version.isEmpty)) struct HEIFGainMapTests {
    private static func open(
        _ items: [AVIFTile.Item], _ references: [AVIFTile.Reference], brand: String = "tmap"
    ) throws -> any ImageSource {
        let tile = try AVIFTile(Folders.photos.appending(path: "ramp.avif"))
        let file = tile.file(of: items, main: 1, references, brand: brand)
        return try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
    }

    /// A file whose third item is made of the first, and of the second as a map.
    private static func toneMapped(
        _ data: [UInt8], isHidden: Bool = true, parts: [Int] = [1, 2], brand: String = "tmap"
    ) throws -> any ImageSource {
        try open(
            [.init(1), .init(2, isHidden: isHidden), .init(3, kind: "tmap", data: data)],
            [.init("dimg", from: 3, to: parts)], brand: brand)
    }

    private static let usual = [0] + GainMapTests.iso(most: [2000])

    private static func light(_ code: Int) -> Double {
        let share = Double(code) / 255
        return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
    }

    private static func expectBright(
        _ photo: any ImageSource, _ light: (_ code: Int) -> Double
    ) throws {
        let base = try Opening.fixture("ramp.avif").whole()
        #expect(try photo.whole() == base)
        let bright = try #require(try photo.applying(.identity)).whole()
        for (x, y) in [(5, 5), (40, 20), (60, 40), (90, 60)] {
            let wanted = base.pixel(x, y).prefix(3).map { GainMapTests.code(light($0)) }
            #expect(areNear(bright.pixel(x, y), wanted + [255], within: 2), "\(x),\(y)")
        }
    }

    @Test(arguments: [true, false]) func levelsShowWhatAMapBrightens(isHidden: Bool) throws {
        let photo = try Self.toneMapped(Self.usual, isHidden: isHidden)
        #expect(photo.pages == .one && photo.isHighBitDepth && photo.hasHighRange)
        try Self.expectBright(photo) { code in
            let factor = pow(2, Double(code) / 255 * 2)
            return (Self.light(code) + 1.0 / 64) * factor - 1.0 / 64
        }
    }

    /// The matrices of ITU-R BT.2087 between the light of BT.709 and BT.2020.
    private static let wide = [
        [0.6274, 0.3293, 0.0433], [0.0691, 0.9195, 0.0114], [0.0164, 0.0880, 0.8956],
    ]
    private static let narrow = [
        [1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187],
    ]

    private static func product(_ matrix: [[Double]], _ light: [Double]) -> [Double] {
        matrix.map { row in zip(row, light).reduce(0) { $0 + $1.0 * $1.1 } }
    }

    /// The file says whose primaries a map of three channels multiplies.
    @Test(arguments: [true, false]) func aMapMultipliesLightOfThePrimariesNamed(ofBase: Bool) throws
    {
        let iso = GainMapTests.iso(most: [2000, 1000, 0], flags: ofBase ? 0x40 : 0)
        let colours = AVIFTile.box("colr", Array("nclx".utf8) + [0, 9, 0, 16, 0, 9, 0x80])
        let photo = try Self.open(
            [.init(1), .init(2), .init(3, property: colours, kind: "tmap", data: [0] + iso)],
            [.init("dimg", from: 3, to: [1, 2])])
        let base = try Opening.fixture("ramp.avif").whole()
        #expect(try photo.whole() == base)
        let bright = try #require(try photo.applying(.identity)).whole()
        for (x, y) in [(5, 5), (40, 20), (60, 40), (90, 60)] {
            let codes = base.pixel(x, y).prefix(3)
            let own = codes.map(Self.light)
            var light = ofBase ? own : Self.product(Self.wide, own)
            for (channel, code) in codes.enumerated() {
                let factor = pow(2, Double(code) / 255 * Double(2 - channel))
                light[channel] = (light[channel] + 1.0 / 64) * factor - 1.0 / 64
            }
            let wanted = (ofBase ? light : Self.product(Self.narrow, light)).map {
                GainMapTests.code(max($0, 0))
            }
            #expect(areNear(bright.pixel(x, y), wanted + [255], within: 2), "\(x),\(y)")
        }
    }

    @Test func aMapThatIsNotValidIsIgnored() throws {
        let iso = GainMapTests.iso(most: [2000])
        let wrong: [[UInt8]] = [
            [1] + iso, [0], [0] + iso.dropLast(), [0, 0, 1] + iso.dropFirst(2),
            [0] + GainMapTests.iso(most: [2000], headrooms: (2000, 0)),
        ]
        for data in wrong { #expect(try !Self.toneMapped(data).hasHighRange) }
        for parts in [[1], [2, 1], [1, 1], [1, 2, 2]] {
            #expect(try !Self.toneMapped(Self.usual, parts: parts).hasHighRange)
        }
        #expect(try !Self.toneMapped(Self.usual, brand: "avif").hasHighRange)
    }

    /// The second size counts, too: libheif decodes the coded one.
    @Test(arguments: [(4096, true), (4097, false)])
    func aMapOfMoreThan16MegapixelsIsIgnored(width: Int, isUsed: Bool) throws {
        let size = AVIFTile.box("ispe", [0, width, 4096].flatMap { AVIFTile.number($0, 4) })
        let photo = try Self.open(
            [.init(1), .init(2, property: size), .init(3, kind: "tmap", data: Self.usual)],
            [.init("dimg", from: 3, to: [1, 2])])
        #expect(photo.hasHighRange == isUsed && photo.isHighBitDepth == isUsed)
    }

    /// A number that a short box cannot name, and one that no picture has.
    @Test func aMapThatIsNotThereFailsUnderLevelsOnly() throws {
        let photo = try Self.toneMapped(Self.usual, parts: [1, 9])
        #expect(try photo.whole().size == "96x64")
        let bright = try #require(try photo.applying(.identity))
        #expect(throws: DecodingFailure.self) { try bright.whole() }
    }

    private static let kind = "urn:com:apple:photo:2020:aux:hdrgainmap"

    private static func apples(
        _ texts: [AVIFTile.Item], purpose: String = kind
    ) throws -> any ImageSource {
        try open(
            [.init(1), .init(2, property: AVIFTile.purpose(purpose))] + texts,
            [.init("auxl", from: 2, to: [1])], brand: "avif")
    }

    private static func xmp(_ number: Int, _ properties: String) -> AVIFTile.Item {
        .init(number, kind: "mime", data: Array("<rdf:Description \(properties)/>".utf8))
    }

    private static let version = "HDRGainMap:HDRGainMapVersion=\"65536\""

    @Test func aMapOfApplesIsRead() throws {
        let headroom = "HDRGainMap:HDRGainMapHeadroom=\"4\""
        let photo = try Self.apples([
            Self.xmp(3, "dc:format=\"image\""), Self.xmp(4, "\(Self.version) \(headroom)"),
        ])
        #expect(photo.pages == .one)
        try Self.expectBright(photo) { code in Self.light(code) * (1 + 3 * Self.gain(code)) }
        let exif = [0, 0, 0, 6] + Array("Exif\0\0".utf8) + AppleNotes.exif([101, 27])
        let noted = try Self.apples([
            Self.xmp(3, Self.version), .init(4, kind: "Exif", data: exif),
        ])
        try Self.expectBright(noted) { code in
            Self.light(code) * (1 + (pow(2, 2.22119) - 1) * Self.gain(code))
        }
    }

    /// Decodes by the curve of ITU-R BT.709.
    private static func gain(_ code: Int) -> Double {
        let share = Double(code) / 255
        return share < 0.081 ? share / 4.5 : pow((share + 0.099) / 1.099, 1 / 0.45)
    }

    @Test func aMapOfApplesThatIsNotOneIsIgnored() throws {
        let whole = Self.xmp(3, "\(Self.version) HDRGainMap:HDRGainMapHeadroom=\"4\"")
        #expect(
            try !Self.apples([whole], purpose: "urn:com:apple:photo:2018:aux:depth").hasHighRange)
        #expect(try !Self.apples([]).hasHighRange)
        #expect(try !Self.apples([Self.xmp(3, Self.version)]).hasHighRange)
        let short: [UInt8] = [0, 0, 255, 255, 1]
        let noted = [Self.xmp(3, Self.version), .init(4, kind: "Exif", data: short)]
        #expect(try !Self.apples(noted).hasHighRange)
    }
}
