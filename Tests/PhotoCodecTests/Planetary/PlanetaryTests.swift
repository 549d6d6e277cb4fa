import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Pictures of planetary archives: PDS3, VICAR and ISIS, written by the test.
@Suite struct PlanetaryTests {
    static func open(
        _ bytes: [UInt8], isTiled: Bool = false
    ) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(bytes), within: isTiled ? TiledPhotos.means : Opening.means)
    }

    private static func bytes(_ bits: UInt64, _ count: Int, isLittle: Bool) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: bits >> (8 * UInt64($0))) }
        return isLittle ? bytes : bytes.reversed()
    }

    /// The text of a label, filled up with blanks to so many bytes.
    private static func padded(_ text: String, to count: Int) -> [UInt8] {
        Array(text.utf8) + Array(repeating: 0x20, count: count - text.utf8.count)
    }

    static func pds(
        _ lines: [String], of object: String = "IMAGE", pointer: String = "3", _ data: [UInt8]
    ) -> [UInt8] {
        let label =
            [
                "PDS_VERSION_ID = PDS3", "RECORD_BYTES = 1000", "/* where it lies */",
                "^\(object) = \(pointer)", "NOTE = \"a text = of", "two lines\"",
                "OBJECT = \(object)",
            ]
            + lines + ["END_OBJECT = \(object)", "END", ""]
        return padded(label.joined(separator: "\r\n"), to: 2000) + data
    }

    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bits: Int
        let isLittle: Bool
        let number: @Sendable (Int) -> UInt64

        init(
            _ type: String, _ bits: Int, isLittle: Bool = false,
            _ number: @escaping @Sendable (Int) -> UInt64
        ) {
            (testDescription, self.bits, self.isLittle) = (type, bits, isLittle)
            self.number = number
        }
    }

    static let kinds = [
        Kind("UNSIGNED_INTEGER", 8) { UInt64($0) },
        Kind("MSB_UNSIGNED_INTEGER", 16) { UInt64($0) },
        Kind("LSB_UNSIGNED_INTEGER", 16, isLittle: true) { UInt64($0) },
        Kind("MSB_INTEGER", 16) { UInt64(bitPattern: Int64($0 - 100)) },
        Kind("PC_INTEGER", 32, isLittle: true) { UInt64(bitPattern: Int64($0 - 100)) },
        Kind("IEEE_REAL", 32) { UInt64(Float($0).bitPattern) },
        Kind("PC_REAL", 64, isLittle: true) { Double($0).bitPattern },
    ]

    private static let size = PixelSize(width: 40, height: 30)

    /// A slope from 0 to 195 over the columns, in each row the same.
    @Test(arguments: kinds)
    func numbersOfAllTypesAreRead(kind: Kind) throws {
        let data = (0..<1200).flatMap { place in
            Self.bytes(kind.number(place % 40 * 5), kind.bits / 8, isLittle: kind.isLittle)
        }
        let file = Self.pds(
            [
                "LINES = 30", "LINE_SAMPLES = 40", "SAMPLE_TYPE = \(kind.testDescription)",
                "SAMPLE_BITS = \(kind.bits)", "UNIT = \"W/m**2\"",
            ], data)
        for isTiled in [false, true] {
            let photo = try Self.open(file, isTiled: isTiled)
            #expect(photo.size == Self.size && photo.pages.count == 1)
            let raster = try photo.whole()
            let isByte = kind.bits == 8
            for x in [0, 13, 26, 39] {
                let expected = isByte ? x * 5 : x * 255 / 39
                #expect(abs(raster.pixel(x, 3)[0] - expected) <= 3)
            }
            let sample = try photo.sample(at: PixelPoint(x: 26, y: 29))
            let value =
                kind.testDescription.hasSuffix("_INTEGER")
                    && !kind.testDescription.contains("UNSIGNED") ? 30 : 130
            switch sample.values[0] {
            case .integer(let number): #expect(number == value)
            case .single(let number): #expect(number == Float(value))
            case .double(let number): #expect(number == Double(value))
            default: Issue.record("\(sample)")
            }
            #expect(sample.unit == "W/m**2")
        }
    }

    /// VAX numbers: 1.0 is 40 80 00 00 and -2.5 is 20 C1 00 00, in the bytes of a file.
    @Test func numbersOfAVAXAreRead() throws {
        let file = Self.pds(
            ["LINES = 1", "LINE_SAMPLES = 3", "SAMPLE_TYPE = VAX_REAL", "SAMPLE_BITS = 32"],
            [0x80, 0x40, 0, 0, 0x20, 0xC1, 0, 0, 0, 0, 0, 0])
        let photo = try Self.open(file)
        let values = try (0..<3).map { try photo.sample(at: PixelPoint(x: $0, y: 0)).values[0] }
        #expect(values == [.single(1), .single(-2.5), .single(0)])
    }

    @Test(
        arguments: [
            "BAND_SEQUENTIAL", "LINE_INTERLEAVED", "\"LINE INTERLEAVED\"", "SAMPLE_INTERLEAVED",
        ], [0, 6])
    func bandsAreItsPartsAndThreeOfBytesColours(order: String, prefix: Int) throws {
        let (width, height) = (7, 5)
        let number = { (x: Int, y: Int, band: Int) in UInt8(band * 80 + y * 7 + x) }
        let blank = [UInt8](repeating: 99, count: prefix)
        let line = { (y: Int, band: Int) in blank + (0..<width).map { number($0, y, band) } }
        let data: [UInt8] =
            switch order {
            case "BAND_SEQUENTIAL":
                (0..<3).flatMap { band in (0..<height).flatMap { line($0, band) } }
            case "SAMPLE_INTERLEAVED":
                (0..<height).flatMap { y in
                    blank + (0..<width).flatMap { x in (0..<3).map { number(x, y, $0) } }
                }
            default: (0..<height).flatMap { y in (0..<3).flatMap { line(y, $0) } }
            }
        let file = Self.pds(
            [
                "LINES = 5", "LINE_SAMPLES = 7", "SAMPLE_BITS = 8", "BANDS = 3",
                "SAMPLE_TYPE = MSB_UNSIGNED_INTEGER", "BAND_STORAGE_TYPE = \(order)",
                "LINE_PREFIX_BYTES = \(prefix)",
            ], data)
        for isTiled in [false, true] {
            let photo = try Self.open(file, isTiled: isTiled)
            #expect(photo.pages.count == 4)
            #expect(try photo.whole().pixel(6, 4) == [34, 114, 194, 255])
            let bands = try #require(BandComposite(photo, .first))
            #expect(try bands.sample(at: PixelPoint(x: 6, y: 4)).values == [34, 114, 194])
            for band in 0..<3 {
                let part = photo.page(band + 1)
                #expect(try part.whole().pixel(2, 3)[0] == band * 80 + 23)
                #expect(
                    try part.sample(at: PixelPoint(x: 6, y: 4)).values
                        == [.integer(band * 80 + 34)])
            }
            #expect(photo.status.damage == nil)
        }
    }

    @Test func valuesAreScaledAndSpecialNumbersTransparent() throws {
        let numbers: [Int16] = [-32768, 5, 100, 200, -9, 300, 400, 500]
        let file = Self.pds(
            [
                "LINES = 1", "LINE_SAMPLES = 8", "SAMPLE_TYPE = MSB_INTEGER", "SAMPLE_BITS = 16",
                "SCALING_FACTOR = 0.5", "OFFSET = 10 <K>", "MISSING_CONSTANT = -32768",
                "INVALID_CONSTANT = (-9, -8)",
            ],
            numbers.flatMap { Self.bytes(UInt64(bitPattern: Int64($0)), 2, isLittle: false) })
        let photo = try Self.open(file)
        let raster = try photo.whole()
        #expect((0..<8).filter { raster.pixel($0, 0)[3] == 0 } == [0, 4])
        #expect(raster.pixel(1, 0)[0] < 4 && raster.pixel(7, 0)[0] > 251)
        #expect(try photo.sample(at: PixelPoint(x: 2, y: 0)).values == [.integer(60)])
        #expect(try photo.sample(at: .origin).values == [.missing])
    }

    @Test(arguments: ["1501 <BYTES>", "1501<bytes>"])
    func aPointerMayCountBytes(pointer: String) throws {
        let file = Self.pds(
            ["LINES = 1", "LINE_SAMPLES = 2", "SAMPLE_BITS = 8"], pointer: pointer, [])
        // Blanks of the label.
        #expect(try Self.open(file).whole().pixel(1, 0) == [32, 32, 32, 255])
    }

    @Test(arguments: ["(SAMPLE, LINE, BAND)", "(SAMPLE,BAND,LINE)", "(BAND,\r\n SAMPLE, LINE)"])
    func aQubeHasItsAxesInAnyOrder(axes: String) throws {
        let isLines = axes.hasPrefix("(SAMPLE,B")
        let isPixels = axes.hasPrefix("(BAND")
        let sides = isPixels ? "(2, 4, 3)" : isLines ? "(4, 2, 3)" : "(4, 3, 2)"
        let number = { (x: Int, y: Int, band: Int) in Int16(band * 100 + y * 10 + x) }
        var data: [UInt8] = []
        for outer in 0..<(isPixels || isLines ? 3 : 2) {
            for middle in 0..<(isPixels ? 4 : isLines ? 2 : 3) {
                for inner in 0..<(isPixels ? 2 : 4) {
                    let value =
                        isPixels
                        ? number(middle, outer, inner)
                        : isLines ? number(inner, outer, middle) : number(inner, middle, outer)
                    data += Self.bytes(UInt64(UInt16(bitPattern: value)), 2, isLittle: true)
                }
            }
        }
        let file = Self.pds(
            [
                "AXES = 3", "AXIS_NAME = \(axes)", "CORE_ITEMS = \(sides)",
                "CORE_ITEM_BYTES = 2", "CORE_ITEM_TYPE = LSB_INTEGER", "CORE_BASE = 0.5",
                "CORE_MULTIPLIER = 2", "CORE_NULL = 121", "SUFFIX_ITEMS = (0, 0, 0)",
            ], of: "QUBE", data)
        let photo = try Self.open(file)
        #expect(photo.size == PixelSize(width: 4, height: 3) && photo.pages.count == 2)
        let sample = { try photo.page(1).sample(at: PixelPoint(x: $0, y: 2)).values[0] }
        #expect(try sample(1) == .missing)
        #expect(try sample(3) == .single(246.5))
    }

    private static func vicar(_ items: String, _ data: [UInt8]) -> [UInt8] {
        padded("LBLSIZE=600             \(items)", to: 600) + data
    }

    @Test(
        arguments: [
            ("BYTE", "INTFMT='LOW'", 1, true), ("HALF", "INTFMT='LOW'", 2, true),
            ("HALF", "INTFMT='HIGH'", 2, false), ("FULL", "INTFMT='HIGH'", 4, false),
            ("REAL", "REALFMT='RIEEE'", 4, true), ("REAL", "REALFMT='IEEE'", 4, false),
            ("DOUB", "REALFMT='IEEE'", 8, false),
        ], ["BSQ", "BIL"])
    func aVICARFileIsRead(kind: (String, String, Int, Bool), order: String) throws {
        let (format, form, bytes, isLittle) = kind
        let number = { (x: Int, y: Int, band: Int) -> [UInt8] in
            let value = band * 50 + y * 10 + x
            let bits =
                format == "REAL"
                ? UInt64(Float(value).bitPattern)
                : format == "DOUB" ? Double(value).bitPattern : UInt64(value)
            return Self.bytes(bits, bytes, isLittle: isLittle)
        }
        let record = { (y: Int, band: Int) in
            [7, 7] + (0..<5).flatMap { number($0, y, band) } as [UInt8]
        }
        // One record of a binary header stands before them.
        var data = [UInt8](repeating: 1, count: 5 * bytes + 2)
        for outer in 0..<(order == "BSQ" ? 2 : 4) {
            for inner in 0..<(order == "BSQ" ? 4 : 2) {
                data += order == "BSQ" ? record(inner, outer) : record(outer, inner)
            }
        }
        let items =
            "FORMAT='\(format)' TYPE='IMAGE' RECSIZE=\(5 * bytes + 2) ORG='\(order)' NL=4 NS=5"
            + " NB=2 NBB=2 NLB=1 \(form) PROPERTY='NOTE' TEXT='it''s  a  note'"
        let file = Self.vicar(items, data)
        let photo = try Self.open(file)
        #expect(photo.size == PixelSize(width: 5, height: 4) && photo.pages.count == 2)
        for band in 0..<2 {
            let sample = try photo.page(band).sample(at: PixelPoint(x: 4, y: 3)).values[0]
            let value = band * 50 + 34
            #expect(
                sample == .integer(value) || sample == .single(Float(value))
                    || sample == .double(Double(value)))
        }
        let facts = ExifFacts.read(PhotoBytes(file)).map { "\($0.group) \($0.name): \($0.value)" }
        #expect(facts.contains("VICAR NS: 5") && facts.contains("VICAR TEXT: it's  a  note"))
    }

    static func isis(_ core: [String], type: String, _ data: [UInt8]) -> [UInt8] {
        let label =
            ["Object = IsisCube", "  Object = Core", "    StartByte = 1001"] + core + [
                "    Group = Dimensions", "      Samples = 7", "      Lines   = 5",
                "      Bands   = 2", "    End_Group", "    Group = Pixels", "      Type = \(type)",
                "      ByteOrder = Lsb", "      Base = 1.0", "      Multiplier = 2.0",
                "    End_Group", "  End_Object", "End_Object", "End", "",
            ]
        return padded(label.joined(separator: "\n"), to: 1000) + data
    }

    /// Tiles of 4 x 3 reach over the edges of 7 x 5.
    @Test(arguments: [false, true])
    func aCubeOfISISIsReadInRowsAndTiles(isInTiles: Bool) throws {
        let number = { (x: Int, y: Int, band: Int) -> [UInt8] in
            let isThere = x < 7 && y < 5 && !(x == 2 && y == 1)
            let value = isThere ? Float(band * 50 + y * 10 + x) : -Float.greatestFiniteMagnitude
            return Self.bytes(UInt64(value.bitPattern), 4, isLittle: true)
        }
        var data: [UInt8] = []
        for band in 0..<2 {
            if isInTiles {
                for (top, left) in [(0, 0), (0, 4), (3, 0), (3, 4)] {
                    for y in top..<top + 3 {
                        data += (left..<left + 4).flatMap { number($0, y, band) }
                    }
                }
            } else {
                for y in 0..<5 { data += (0..<7).flatMap { number($0, y, band) } }
            }
        }
        let core =
            isInTiles
            ? ["    Format = Tile", "    TileSamples = 4", "    TileLines = 3"]
            : ["    Format = BandSequential"]
        let file = Self.isis(core, type: "Real", data)
        for isTiled in [false, true] {
            let photo = try Self.open(file, isTiled: isTiled)
            #expect(photo.size == PixelSize(width: 7, height: 5) && photo.pages.count == 2)
            let raster = try photo.page(1).whole()
            #expect(raster.pixel(2, 1) == [0, 0, 0, 0] && raster.pixel(6, 4)[3] == 255)
            #expect(raster.pixel(0, 0)[0] < 3 && raster.pixel(6, 4)[0] > 252)
            let sample = { try photo.page(1).sample(at: PixelPoint(x: $0, y: $1)).values[0] }
            #expect(try sample(6, 4) == .single(193))
            #expect(try sample(2, 1) == .missing)
        }
        let facts = ExifFacts.read(PhotoBytes(file)).map { "\($0.group) \($0.name): \($0.value)" }
        #expect(facts.contains("DIMENSIONS SAMPLES: 7"))
    }

    @Test func anyAreaOfTilesEqualsThatOfTheWhole() throws {
        var seeded = SeededNumbers(seed: 3)
        let numbers = (0..<97 * 61 * 2).map { _ in UInt8.random(in: 0...255, using: &seeded) }
        let file = Self.pds(
            [
                "LINES = 61", "LINE_SAMPLES = 97", "SAMPLE_TYPE = MSB_INTEGER", "SAMPLE_BITS = 16",
            ], numbers)
        let (plain, tiled) = (try Self.open(file), try Self.open(file, isTiled: true))
        for reduction in Reduction.ofFiles {
            for _ in 0..<4 {
                let area = seeded.area(on: tiled.size.reduced(by: reduction))
                let some = try tiled.pixels(of: area, reducedBy: reduction)
                #expect(try some.raster == plain.pixels(of: area, reducedBy: reduction).raster)
            }
        }
    }

    @Test("P1: rows that are missing are transparent, and the damage is told")
    func cutOff() throws {
        let file = Self.pds(
            ["LINES = 4", "LINE_SAMPLES = 3", "SAMPLE_BITS = 8"], [9, 9, 9, 8, 8, 8, 7])
        let photo = try Self.open(file)
        let raster = try photo.whole()
        #expect(raster.pixel(2, 1) == [8, 8, 8, 255] && raster.pixel(0, 2)[3] == 0)
        #expect(photo.status.damage == .endsEarly)
    }

    @Test(
        "P4: labels of other files, and packed pictures, are named",
        arguments: [
            ("(\"X.IMG\", 3)", "", DecodingFailure.unsupported(kind: .unsupported(.detachedPDS))),
            ("\"X.IMG\"", "", .unsupported(kind: .unsupported(.detachedPDS))),
            ("3", "ENCODING_TYPE = \"PREVIOUS_PIXEL\"", .unsupported(kind: .photo(.pds))),
            ("3", "SAMPLE_TYPE = BCD", .unsupported(kind: .photo(.pds))),
        ])
    func others(pointer: String, line: String, failure: DecodingFailure) {
        let file = Self.pds(
            [line, "LINES = 1", "LINE_SAMPLES = 1", "SAMPLE_BITS = 8"], pointer: pointer, [1])
        #expect(throws: failure) { try Self.open(file) }
    }

    @Test(
        "P8: sizes and labels that make no sense are refused",
        arguments: [
            "LINES = 0", "LINES = -1", "LINES = 99999999999999999999", "LINES = 4\r\nBANDS = 0",
            "LINES = 4\r\nLINE_PREFIX_BYTES = -1", "LINES = 4\r\nLINE_PREFIX_BYTES = 9999999999999",
            "LINES = 4\r\nSCALING_FACTOR = 0", "LINES = 60000000",
        ])
    func labelsThatMakeNoSense(lines: String) {
        let file = Self.pds([lines, "LINE_SAMPLES = 60000", "SAMPLE_BITS = 8"], [1])
        #expect(throws: DecodingFailure.self) { try Self.open(file) }
    }

    @Test(arguments: [
        "PDS_VERSION_ID = PDS3\r\n", "PDS_VERSION_ID = PDS3\r\nOBJECT = \"IMAGE\r\nEND\r\n",
        "LBLSIZE=99999999 ", "LBLSIZE=0", "LBLSIZE=", "Object = IsisCube\nEnd\n",
    ])
    func aLabelWithoutAnEndOrSizeIsDamaged(text: String) {
        #expect(throws: DecodingFailure.damaged(.badHeader)) { try Self.open(Array(text.utf8)) }
    }
}
