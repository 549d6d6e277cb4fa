import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Grids of HEICs and AVIFs, as written by cameras, made of a small AVIF by editing its boxes.
@Suite(.enabled(if: !CodecLibrary.heif.version.isEmpty)) struct HEIFGridTests {
    /// Returns a picture of `columns` by `rows` copies of the ramp of 96 x 64 pixels.
    ///
    /// `order` names the grid's properties in order.
    private static func grid(
        _ columns: Int, _ rows: Int, order: [String] = ["ispe"], claiming size: PixelSize? = nil,
        canvas: PixelSize? = nil
    ) throws -> PhotoBytes {
        let tile = try AVIFTile(Folders.photos.appending(path: "ramp.avif"))
        return PhotoBytes(
            tile.grid(
                columns: columns, rows: rows,
                size: size ?? PixelSize(width: 96 * columns, height: 64 * rows), order,
                canvas: canvas))
    }

    /// The numbers of tiles across and down; 59 x 67 of them take ten seconds.
    private static let sides = [
        (42, 1), (43, 1), (60, 1), (1, 63), (1, 64), (1, 65), (128, 1), (1, 240),
    ]

    @Test(
        "P4: a grid is shown up to any side that its pixels fit into",
        arguments: FullMatrix.all(sides + [(59, 67)], else: sides + [(8, 9)]))
    func gridsOfAnySize(columns: Int, rows: Int) throws {
        let photo = try ImageDecoder.open(try Self.grid(columns, rows), within: Opening.means)
        #expect(photo.size == PixelSize(width: 96 * columns, height: 64 * rows))
        let raster = try photo.whole()
        #expect(photo.status.damage == nil)
        let tile = try Opening.fixture("ramp.avif").whole()
        for (x, y) in [(0, 0), (95, 63), (40, 20)] {
            let last = raster.pixel(96 * (columns - 1) + x, 64 * (rows - 1) + y)
            #expect(areNear(last, tile.pixel(x, y), within: 3), "\(x),\(y)")
        }
    }

    /// A grid may be cropped to any size within its tiles.
    @Test(arguments: [4095, 4096, 4097])
    func aGridWhoseLastTileIsCut(width: Int) throws {
        let size = PixelSize(width: width, height: 64)
        let bytes = try Self.grid(43, 1, claiming: size)
        let photo = try ImageDecoder.open(bytes, within: Opening.means)
        #expect(photo.size == size)
        #expect(try photo.whole().size == size)
    }

    @Test(
        "P4: properties apply in the order in which they are listed, wherever the size stands",
        arguments: [
            ["ispe", "irot"], ["irot", "ispe"], ["imir", "ispe", "irot"], ["irot", "imir", "ispe"],
            ["imir", "ispe"], ["irot", "clap", "ispe"], ["clap", "irot", "ispe"],
            ["clap", "ispe", "irot"],
        ])
    func propertiesInAnyOrder(order: [String]) throws {
        // Rotated to the left once, and 48 x 32 pixels of the centre.
        let photo = try ImageDecoder.open(try Self.grid(1, 1, order: order), within: Opening.means)
        var size = PixelSize(width: 96, height: 64)
        for property in order {
            if property == "clap" { size = PixelSize(width: 48, height: 32) }
            if property == "irot" { size = PixelSize(width: size.height, height: size.width) }
        }
        #expect(photo.size == size)
        let raster = try photo.whole()
        #expect(raster.size == size && photo.status.damage == nil)
        guard order == ["irot", "ispe"] else { return }
        let upright = try Opening.fixture("ramp.avif").whole()
        #expect(areNear(raster.pixel(10, 20), upright.pixel(95 - 20, 10), within: 3))
    }

    /// The other picture is listed first, and its colours are those of BT.2020 with PQ.
    @Test func aGridHasTheColoursOfItsTilesAndNotOfAnotherPicture() throws {
        let tile = try AVIFTile(Folders.photos.appending(path: "ramp.avif"))
        let size = PixelSize(width: 96, height: 64)
        let files = [false, true].map {
            tile.grid(columns: 1, rows: 1, size: size, ["ispe"], isBesideBrightPicture: $0)
        }
        let rasters = try files.map {
            try ImageDecoder.open(PhotoBytes($0), within: Opening.means).whole()
        }
        let isSame = rasters[0].pixels == rasters[1].pixels
        #expect(isSame)
    }

    @Test(
        "P8: a limit is reported as a limit",
        arguments: [PixelSize(width: 65537, height: 64), PixelSize(width: 20000, height: 20000)])
    func overALimit(size: PixelSize) throws {
        #expect(throws: DecodingFailure.tooLarge(size)) {
            try ImageDecoder.open(try Self.grid(1, 1, claiming: size), within: Opening.means)
        }
    }

    /// The file claims a long picture, whose side limits both sides of the picture it is made from.
    @Test(arguments: [
        PixelSize(width: 40_000, height: 40_000), PixelSize(width: 10_001, height: 10_000),
    ])
    func aGridThatIsMadeInMoreThanTheFileClaims(canvas: PixelSize) throws {
        let bytes = try Self.grid(
            1, 1, claiming: PixelSize(width: 64, height: 50_000), canvas: canvas)
        #expect(throws: DecodingFailure.tooLarge(canvas)) {
            try ImageDecoder.open(bytes, within: Opening.means)
        }
    }

    @Test(
        "P11: a kind of HEIF that libheif lacks is not damage",
        arguments: [
            ("unci", UnsupportedFormat.uncompressedHEIF), ("avc1", .heifOfH264),
            ("abcd", .otherHEIF),
        ])
    func otherKinds(kind: String, format: UnsupportedFormat) throws {
        var bytes = [UInt8](try Data(contentsOf: Folders.photos.appending(path: "ramp.avif")))
        let place = try #require(Self.place(of: "infe", in: bytes))
        // Version, flags, number and protection precede the kind.
        bytes.replaceSubrange(place + 12..<place + 16, with: kind.utf8)
        #expect(throws: DecodingFailure.unsupported(kind: .unsupported(format))) {
            try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
        }
    }

    /// A grid of these pictures is unsupported, too.
    @Test func aGridOfOtherKinds() throws {
        var bytes = try Self.grid(2, 1).withUnsafeBytes { [UInt8]($0) }
        for place in bytes.indices where bytes[place...].starts(with: "av01".utf8) {
            bytes.replaceSubrange(place..<place + 4, with: "unci".utf8)
        }
        #expect(throws: DecodingFailure.unsupported(kind: .unsupported(.uncompressedHEIF))) {
            _ = try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means).whole()
        }
    }

    @Test func aSequenceWithoutAPictureIsNamed() throws {
        let box = { (kind: String, content: [UInt8]) in
            [0, 0, 0, UInt8(8 + content.count)] + Array(kind.utf8) + content
        }
        let bytes =
            box("ftyp", Array("avis".utf8) + [0, 0, 0, 0] + Array("avismsf1iso8".utf8))
            + box("moov", box("mvhd", [UInt8](repeating: 0, count: 20)))
        #expect(throws: DecodingFailure.unsupported(kind: .unsupported(.imageSequence))) {
            try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
        }
    }

    private static func place(of kind: String, in bytes: [UInt8]) -> Int? {
        bytes.indices.first { bytes[$0...].starts(with: kind.utf8) }
    }
}

/// The coded picture of an AVIF, and its description.
struct AVIFTile {
    let coded: [UInt8]
    let configuration: [UInt8]

    init(_ place: URL) throws {
        let bytes = [UInt8](try Data(contentsOf: place))
        let find = { (kind: String) in
            try #require(bytes.indices.first { bytes[$0...].starts(with: kind.utf8) })
        }
        let box = { (kind: String) in
            let start = try find(kind) - 4
            let size = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
            return Array(bytes[start..<start + size])
        }
        configuration = try box("av1C")
        coded = Array(try box("mdat").dropFirst(8))
    }

    /// Returns a file whose main picture is a grid of copies of the tile.
    ///
    /// `canvas` is the size in the grid's data, if it differs from the file's.
    func grid(
        columns: Int, rows: Int, size: PixelSize, _ order: [String], canvas: PixelSize? = nil,
        isBesideBrightPicture: Bool = false
    ) -> [UInt8] {
        let others = isBesideBrightPicture ? [columns * rows + 2] : []
        let (tiles, canvas) = (columns * rows, canvas ?? size)
        let bright = Self.box("colr", Array("nclx".utf8) + [0, 9, 0, 16, 0, 9, 128])
        let description =
            [UInt8(0), 1, UInt8(rows - 1), UInt8(columns - 1)]
            + Self.number(canvas.width, 4) + Self.number(canvas.height, 4)
        let sides = Self.number(0, 4) + Self.number(size.width, 4) + Self.number(size.height, 4)
        let cut = [48, 1, 32, 1, 0, 1, 0, 1].flatMap { Self.number($0, 4) }
        let properties: [(String, [UInt8])] = [
            ("ispe", sides), ("irot", [1]), ("imir", [0]), ("clap", cut),
        ]
        let numbers = order.map { name in 3 + (properties.firstIndex { $0.0 == name } ?? 0) }
        let own =
            Self.box("ispe", Self.number(0, 4) + Self.number(96, 4) + Self.number(64, 4))
            + configuration
        let placed: [UInt8] = properties.flatMap { Self.box($0.0, $0.1) }
        let container = Self.box("ipco", own + placed + bright)
        let tileProperties: [UInt8] = [2, 1, 0x82]
        let associations = Self.box(
            "ipma",
            Self.number(0, 4) + Self.number(tiles + 1 + others.count, 4) + Self.number(1, 2)
                + [UInt8(numbers.count)] + numbers.map { UInt8($0) }
                + (0..<tiles).flatMap { Self.number(2 + $0, 2) + tileProperties }
                + others.flatMap { Self.number($0, 2) + [3, 1, 0x82, 7] })
        let items = Self.box(
            "iinf",
            Self.number(0, 4) + Self.number(tiles + 1 + others.count, 2)
                + others.flatMap { Self.entry($0, "av01") } + Self.entry(1, "grid")
                + (0..<tiles).flatMap { Self.entry(2 + $0, "av01") })
        let brands = Self.box(
            "ftyp", Array("avif".utf8) + Self.number(0, 4) + Array("mif1avif".utf8))
        let meta = { (start: Int) in
            Self.box(
                "meta",
                Self.number(0, 4) + Self.handler + Self.primary
                    + locations(tiles + others.count, description.count, from: start) + items
                    + Self.references(tiles)
                    + Self.box("iprp", container + associations))
        }
        let start = brands.count + meta(0).count + 8
        return brands + meta(start) + Self.box("mdat", description + coded)
    }

    private static let handler = box(
        "hdlr", number(0, 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13))
    private static let primary = box("pitm", number(0, 4) + number(1, 2))

    private static func references(_ tiles: Int) -> [UInt8] {
        let inputs = (0..<tiles).flatMap { number(2 + $0, 2) }
        return box(
            "iref", number(0, 4) + box("dimg", number(1, 2) + number(tiles, 2) + inputs))
    }

    /// Returns the positions of the grid's description and of the tile, which all items share.
    private func locations(_ tiles: Int, _ description: Int, from start: Int) -> [UInt8] {
        let place = { (item: Int, at: Int, count: Int) in
            Self.number(item, 2) + Self.number(0, 2) + Self.number(1, 2) + Self.number(at, 4)
                + Self.number(count, 4)
        }
        return Self.box(
            "iloc",
            Self.number(0, 4) + [0x44, 0x00] + Self.number(tiles + 1, 2)
                + place(1, start, description)
                + (0..<tiles).flatMap { place(2 + $0, start + description, coded.count) })
    }

    static func entry(_ item: Int, _ kind: String, flags: UInt8 = 0) -> [UInt8] {
        box(
            "infe", [2, 0, 0, flags] + number(item, 2) + number(0, 2) + Array(kind.utf8) + [0])
    }

    static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        number(8 + content.count, 4) + Array(kind.utf8) + content
    }

    static func number(_ value: Int, _ bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
