import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// JPEGs with a gain map, in the form of Ultra HDR.
@Suite struct GainMapTests {
    static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker] + number(payload.count + 2, 2) + payload
    }

    /// Returns a JPEG whose left half has one gray, and whose right half another.
    private static func jpeg(_ size: PixelSize, _ left: UInt8, _ right: UInt8) throws -> [UInt8] {
        let pixels = (0..<size.width * size.height).flatMap { place -> [UInt8] in
            let gray = place % size.width < size.width / 2 ? left : right
            return [gray, gray, gray, 255]
        }
        return try #require(
            PreviewJPEG.bytes(of: Raster(size: size, pixels: pixels, isOpaque: true)))
    }

    /// Returns a gray of 188 with a map that has 0 on the left and 255 on the right.
    ///
    /// `excess` is added to the stated length of the map; `iso` is metadata in the form of ISO 21496-1.
    private static func file(
        _ properties: String, iso: [UInt8]? = nil, exif: [UInt8]? = nil, excess: Int = 0
    ) throws -> [UInt8] {
        let xmp = "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\"><rdf:RDF><rdf:Description \(properties)"
        var map = try jpeg("32x16", 0, 255)
        map.insert(
            contentsOf: segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0\(xmp)".utf8)), at: 2)
        if let iso {
            let mark = Array("urn:iso:std:iso:ts:21496:-1\0".utf8)
            map.insert(contentsOf: segment(0xE2, mark + iso), at: 2)
        }
        var base = try jpeg("64x32", 188, 188)
        if let exif {
            base.insert(contentsOf: segment(0xE1, Array("Exif\0\0".utf8) + exif), at: 2)
        }
        let segmentBytes = 4 + 4 + 26 + 32
        let offset = base.count + segmentBytes - 10
        let directory =
            number(1, 2) + number(0xB002, 2) + number(7, 2) + number(32, 4) + number(26, 4)
            + number(0, 4)
        let own = number(0x3_0000, 4) + number(base.count + segmentBytes, 4) + number(0, 8)
        let further =
            number(0, 4) + number(map.count + excess, 4) + number(offset, 4) + number(0, 4)
        let block = Array("MPF\0MM\0*".utf8) + number(8, 4) + directory + own + further
        base.insert(contentsOf: segment(0xE2, block), at: 2)
        return base + map
    }

    private static func open(_ bytes: [UInt8]) throws -> any ImageSource {
        try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
    }

    /// Fractions above 1,000 for one channel or three: the least and the most stops, gamma 1, offsets of 1/64.
    static func iso(
        most: [Int], flags: Int = 0, headrooms: (Int, Int) = (0, 2000), common: Bool = false
    ) -> [UInt8] {
        let fraction = { (above: Int, below: Int) in
            number(above, 4) + (common ? [] : number(below, 4))
        }
        let offset = common ? 16 : 15625
        let bits = flags | (most.count == 3 ? 0x80 : 0) | (common ? 8 : 0)
        var bytes = number(0, 4) + number(bits, 1) + (common ? number(1000, 4) : [])
        bytes += fraction(headrooms.0, 1000) + fraction(headrooms.1, 1000)
        for stops in most {
            bytes += fraction(0, 1000) + fraction(stops, 1000) + fraction(1000, 1000)
            bytes += fraction(offset, 1_000_000) + fraction(offset, 1_000_000)
        }
        return bytes
    }

    @Test(arguments: [false, true], [1, 3])
    func metadataOfISOAreRead(isCommon: Bool, channels: Int) throws {
        let most = Array(repeating: 2000, count: channels)
        // Its own XMP says less.
        let weak = "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"0.5\"/>"
        let file = try Self.file(weak, iso: Self.iso(most: most, common: isCommon))
        let same = try Self.file("hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2.0\"/>")
        let pixels = try [file, same].map { bytes in
            try #require(try Self.open(bytes).applying(.identity)).whole().pixel(50, 16)
        }
        #expect(areNear(pixels[0], pixels[1], within: 1))
    }

    @Test func aMapOfISOThatDarkensOrIsCutOffOrOutOfRangeIsIgnored() throws {
        let wrong = [
            Self.iso(most: [2000], headrooms: (2000, 0)), Self.iso(most: [20_000]),
            Self.iso(most: [2000], headrooms: (2000, 2000)), Self.iso(most: [2000], flags: 4),
            Array(Self.iso(most: [2000]).dropLast()), [0, 1, 0, 0, 0], [],
            Self.iso(most: [-1000]),
            Self.iso(most: [2000]).map { $0 == 232 ? 0 : $0 }
                .map { $0 == 3 ? 0 : $0 },
        ]
        for iso in wrong {
            #expect(try !Self.open(try Self.file("x=\"\"/>", iso: iso)).hasHighRange)
        }
    }

    private static let usual = """
        hdrgm:Version="1.0" hdrgm:GainMapMin="0" hdrgm:GainMapMax="2" hdrgm:Gamma="1" \
        hdrgm:OffsetSDR="0.015625" hdrgm:OffsetHDR="0.015625" hdrgm:HDRCapacityMin="0" \
        hdrgm:HDRCapacityMax="2" hdrgm:BaseRenditionIsHDR="False"/>
        """

    /// The code of light, of which 1 is 203 cd/m², where 1,000 are white.
    static func code(_ light: Double) -> Int {
        let share = light * 0.203
        let code = share <= 0.0031308 ? 12.92 * share : 1.055 * pow(share, 1 / 2.4) - 0.055
        return Int((255 * code).rounded())
    }

    private static func pixel(_ gray: Int) -> [Int] { [gray, gray, gray, 255] }

    private static let gray = pow((188.0 / 255 + 0.055) / 1.055, 2.4)

    @Test(arguments: [
        usual, "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2.0\"/>",
        """
        hdrgm:Version="1.0"><hdrgm:GainMapMax><rdf:Seq><rdf:li>2</rdf:li><rdf:li>2</rdf:li>
        <rdf:li> 2 </rdf:li></rdf:Seq></hdrgm:GainMapMax>
        """,
    ])
    func levelsShowWhatTheMapBrightens(properties: String) throws {
        let photo = try Self.open(try Self.file(properties))
        #expect(photo.isHighBitDepth && photo.hasHighRange)
        #expect(areNear(try photo.whole().pixel(50, 16), [188, 188, 188, 255], within: 1))
        let bright = try #require(try photo.applying(.identity)).whole()
        #expect(bright.size == photo.size)
        let right = Self.code((Self.gray + 1.0 / 64) * 4 - 1.0 / 64)
        #expect(areNear(bright.pixel(8, 16), Self.pixel(Self.code(Self.gray)), within: 2))
        #expect(areNear(bright.pixel(56, 16), Self.pixel(right), within: 2))
        let half = try #require(try photo.applying(.identity)).whole(reducedBy: .half)
        #expect(areNear(half.pixel(28, 8), Self.pixel(right), within: 2))
    }

    @Test func aColourOfItsOwnForEachChannel() throws {
        let photo = try Self.open(
            try Self.file(
                """
                hdrgm:Version="1.0"><hdrgm:GainMapMax><rdf:Seq><rdf:li>2</rdf:li><rdf:li>1</rdf:li>
                <rdf:li>0</rdf:li></rdf:Seq></hdrgm:GainMapMax>
                """))
        let bright = try #require(try photo.applying(.identity)).whole().pixel(56, 16)
        let wanted = [4.0, 2, 1].map { Self.code((Self.gray + 1.0 / 64) * $0 - 1.0 / 64) }
        #expect(areNear(bright, wanted + [255], within: 2))
    }

    @Test(arguments: [
        "hdrgm:GainMapMax=\"2\"/>", "hdrgm:Version=\"1.0\"/>",
        "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"99\"/>",
        "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"nan\"/>",
        "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"1\" hdrgm:GainMapMin=\"2\"/>",
        "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\" hdrgm:Gamma=\"0\"/>",
        "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\" hdrgm:OffsetHDR=\"-3\"/>",
        "hdrgm:Version=\"1.0\" hdrgm:GainMapMax=\"2\" hdrgm:BaseRenditionIsHDR=\"True\"/>",
    ])
    func aMapThatMakesNoSenseIsIgnored(properties: String) throws {
        let photo = try Self.open(try Self.file(properties))
        #expect(!photo.isHighBitDepth && !photo.hasHighRange)
        #expect(areNear(try photo.whole().pixel(50, 16), [188, 188, 188, 255], within: 1))
    }

    @Test func aMapBeyondTheFileIsIgnored() throws {
        #expect(try !Self.open(try Self.file(Self.usual, excess: 1)).isHighBitDepth)
        #expect(try !Self.open(try Self.file(Self.usual, excess: 0xFFFF_0000)).isHighBitDepth)
    }

    /// The base picture is made tile by tile.
    @Test func aPhotoThatIsTiledHasItsMapToo() throws {
        let bytes = PhotoBytes(try Self.file(Self.usual))
        let photo = try ImageDecoder.open(bytes, within: Opening.tiledMeans)
        #expect(areNear(try photo.whole().pixel(50, 16), [188, 188, 188, 255], within: 1))
        let bright = try #require(try photo.applying(.identity))
        let right = Self.code((Self.gray + 1.0 / 64) * 4 - 1.0 / 64)
        #expect(areNear(try bright.whole().pixel(56, 16), Self.pixel(right), within: 2))
        // A part has the pixels of the whole.
        let whole = try bright.whole()
        let part = PixelRect(x: 20, y: 8, width: 30, height: 16)
        let raster = try bright.pixels(of: part, reducedBy: .none).raster
        #expect(raster == whole.cropped(to: part))
    }

    private static let apples = "HDRGainMap:HDRGainMapVersion=\"131072\""

    /// The factor of Apple's maps grows with light, and not with stops.
    @Test func aMapOfApplesIsReadByItsHeadroom() throws {
        let file = try Self.file(Self.apples + " HDRGainMap:HDRGainMapHeadroom=\"3.5\"/>")
        let photo = try Self.open(file)
        #expect(photo.hasHighRange)
        let bright = try #require(try photo.applying(.identity)).whole()
        #expect(areNear(bright.pixel(56, 16), Self.pixel(Self.code(Self.gray * 3.5)), within: 2))
        #expect(areNear(bright.pixel(8, 16), Self.pixel(Self.code(Self.gray)), within: 2))
    }

    @Test(arguments: [
        ([80, 0], 1.8), ([80, 100], 1.5), ([101, 27], 2.22119), ([100, 1], 2.3), ([80], 1.8),
    ])
    func aMapOfApplesIsReadByTheNotesOfTheCamera(row: (notes: [Int], stops: Double)) throws {
        let file = try Self.file(Self.apples + "/>", exif: AppleNotes.exif(row.notes))
        let bright = try #require(try Self.open(file).applying(.identity)).whole()
        let right = Self.code(Self.gray * pow(2, row.stops))
        #expect(areNear(bright.pixel(56, 16), Self.pixel(right), within: 2))
    }

    @Test func aMapOfApplesWithoutHeadroomIsIgnored() throws {
        let names = [
            "", "HDRGainMap:HDRGainMapHeadroom=\"3.5\"", Self.apples,
            Self.apples + " HDRGainMap:HDRGainMapHeadroom=\"1e9\"",
        ]
        for name in names {
            #expect(try !Self.open(try Self.file(name + "/>")).hasHighRange)
        }
        for exif in [AppleNotes.exif([]), AppleNotes.exif([80], mark: "Apple TVs"), []] {
            let file = try Self.file(Self.apples + "/>", exif: exif)
            #expect(try !Self.open(file).hasHighRange)
        }
    }
}

/// Exif blocks with the notes of Apple's cameras.
enum AppleNotes {
    /// Returns a block with the numbers 33 and 48, in hundredths, as far as there are some.
    static func exif(_ hundredths: [Int], mark: String = "Apple iOS") -> [UInt8] {
        let number = GainMapTests.number
        let entries = hundredths.enumerated().flatMap { index, _ in
            number([33, 48][index], 2) + number(10, 2) + number(1, 4) + number(100 + 8 * index, 4)
        }
        var note = Array("\(mark)\0\0\u{1}MM".utf8) + number(hundredths.count, 2) + entries
        note += [UInt8](repeating: 0, count: 100 - note.count)
        note += hundredths.flatMap { number($0, 4) + number(100, 4) }
        // The picture's directory leads to the camera's, and that to the notes.
        return Array("MM".utf8) + number(42, 2) + number(8, 4)
            + number(1, 2) + number(0x8769, 2) + number(4, 2) + number(1, 4) + number(26, 4)
            + number(0, 4) + number(1, 2) + number(0x927C, 2) + number(7, 2)
            + number(note.count, 4) + number(44, 4) + number(0, 4) + note
    }
}
