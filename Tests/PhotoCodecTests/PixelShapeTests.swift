import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Files whose pixels are not square, under each rule.
@Suite struct PixelShapeTests {
    private static func open(
        _ bytes: [UInt8], under rule: PixelShapeRule = .auto, isTiled: Bool = false
    ) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(bytes),
            within: (isTiled ? Opening.tiledMeans : Opening.means).shaping(rule))
    }

    private static func number(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(value >> ($0 * 8) & 255) }
    }

    /// Returns a PNG of 6x4 pixels, each of another colour, with a chunk pHYs.
    private static func png(_ across: Int, _ down: Int, unit: Int) -> [UInt8] {
        let pixels: [UInt8] = (0..<24).flatMap { [UInt8($0 * 10), UInt8(255 - $0), 7, 255] }
        var bytes = PlainPNG.bytes(
            of: Raster(size: "6x4", pixels: pixels, isOpaque: true), hasAlpha: false)
        let numbers = number(across, bytes: 4) + number(down, bytes: 4) + [UInt8(unit)]
        bytes.insert(contentsOf: PlainPNG.chunk("pHYs", numbers), at: 33)
        return bytes
    }

    /// Returns a HEIC or AVIF whose property of bit depths, of the same size, becomes `pasp`.
    private static func heif(_ name: String, _ across: Int, _ down: Int) throws -> [UInt8] {
        var bytes = [UInt8](try Data(contentsOf: Folders.photos.appending(path: name)))
        let box = try #require(bytes.firstRange(of: Array("pixi".utf8)))
        let shape = Array("pasp".utf8) + number(across, bytes: 4) + number(down, bytes: 4)
        bytes.replaceSubrange(box.lowerBound..<box.lowerBound + shape.count, with: shape)
        return bytes
    }

    @Test(arguments: ["ramp.heic", "ramp.avif"], [true, false])
    func pictureOfHEIFIsStretched(name: String, isWide: Bool) throws {
        let square = try Opening.fixture(name).size
        let bytes = try Self.heif(name, isWide ? 2 : 1, isWide ? 1 : 2)
        let wished =
            isWide
            ? PixelSize(width: square.width * 2, height: square.height)
            : PixelSize(width: square.width, height: square.height * 2)
        #expect(try Self.open(bytes).size == wished)
        #expect(try Self.open(bytes).whole().size == wished)
        #expect(try Self.open(bytes, under: .square).size == square)
    }

    /// Returns the JPEG `baseline.jpg` with a segment in front of its own ones.
    private static func jpeg(_ payload: [UInt8], marker: UInt8) throws -> [UInt8] {
        let place = Folders.photos.appending(path: "baseline.jpg")
        var bytes = [UInt8](try Data(contentsOf: place))
        let segment = [0xFF, marker] + number(payload.count + 2, bytes: 2) + payload
        // A JFIF segment of its own follows, which would count otherwise.
        if let own = bytes.firstRange(of: Array("JFIF\0".utf8)) { bytes[own.lowerBound] = 0 }
        bytes.insert(contentsOf: segment, at: 2)
        return bytes
    }

    private static func jfif(_ across: Int, _ down: Int, unit: Int) throws -> [UInt8] {
        let numbers = number(across, bytes: 2) + number(down, bytes: 2)
        let head = Array("JFIF\0".utf8) + [1, 2, UInt8(unit)]
        return try jpeg(head + numbers + [0, 0], marker: 0xE0)
    }

    /// Returns it with an Exif block of an orientation and a density.
    private static func exif(_ across: Int, _ down: Int, orientation: Int) throws -> [UInt8] {
        let entry = { (tag: Int, type: Int, value: [UInt8]) in
            number(tag, bytes: 2) + number(type, bytes: 2) + number(1, bytes: 4) + value
        }
        let directory =
            number(3, bytes: 2) + entry(0x0112, 3, number(orientation, bytes: 2) + [0, 0])
            + entry(0x011A, 5, number(50, bytes: 4)) + entry(0x011B, 5, number(58, bytes: 4))
            + number(0, bytes: 4)
        let ratios = [across, 1, down, 1].flatMap { number($0, bytes: 4) }
        let head = Array("Exif\0\0MM".utf8) + number(42, bytes: 2) + number(8, bytes: 4)
        return try jpeg(head + directory + ratios, marker: 0xE1)
    }

    private static func fits(_ cards: [String]) -> [UInt8] {
        FITSWriter(bits: 8, axes: [6, 4], cards: cards).unit { UInt64($0) }
    }

    private static let sky = ["CTYPE1  = 'RA---TAN'", "CTYPE2  = 'DEC--TAN'", "CRVAL2  = 10"]

    /// Without a unit the density is a shape; with one it is for print.
    @Test(arguments: [
        (unit: 0, auto: "6x8" as PixelSize, file: "6x8" as PixelSize), (1, "6x4", "6x8"),
    ])
    func aPNGsDensityIsAShapeIfItHasNoUnit(
        unit: Int, auto: PixelSize, file: PixelSize
    ) throws {
        let bytes = Self.png(2, 1, unit: unit)
        #expect(try Self.open(bytes).size == auto)
        #expect(try Self.open(bytes, under: .file).size == file)
        #expect(try Self.open(bytes, under: .square).size == "6x4")
        #expect(try Self.open(Self.png(2, 3, unit: 0)).size == "9x4")
    }

    @Test func aJPEGsDensityIsAShapeIfItHasNoUnit() throws {
        let square = try Opening.fixture("baseline.jpg").size
        let tall = PixelSize(width: square.width, height: square.height * 2)
        let wide = PixelSize(width: square.width * 2, height: square.height)
        #expect(try Self.open(Self.jfif(2, 1, unit: 0)).size == tall)
        #expect(try Self.open(Self.jfif(1, 2, unit: 0)).size == wide)
        #expect(try Self.open(Self.jfif(300, 150, unit: 1)).size == square)
        #expect(try Self.open(Self.jfif(300, 150, unit: 2), under: .file).size == tall)
        #expect(try Self.open(Self.jfif(2, 1, unit: 0), under: .square).size == square)
    }

    /// The density is that of the stored picture.
    @Test func aTurnedJPEGIsStretchedAlongItsOwnSide() throws {
        let square = try Opening.fixture("baseline.jpg").size
        let photo = try Self.open(Self.exif(144, 72, orientation: 6), under: .file)
        #expect(photo.size == PixelSize(width: square.height * 2, height: square.width))
        #expect(try Self.open(Self.exif(144, 72, orientation: 6)).size == square.transposed)
    }

    @Test(arguments: [(unit: 1, auto: "6x8" as PixelSize), (2, "6x4"), (3, "6x4")])
    func aTIFFsDensityIsAShapeIfItHasNoUnit(unit: Int, auto: PixelSize) throws {
        var writer = TIFFWriter(size: "6x4", samples: 1, photometric: 1)
        writer.density = (200, 100)
        writer.densityUnit = unit
        let bytes = writer.file { x, y, _ in UInt64(x + y) }
        #expect(try Self.open(bytes).size == auto)
        #expect(try Self.open(bytes, under: .file).size == "6x8")
        #expect(try Self.open(bytes, under: .square).size == "6x4")
    }

    /// Steps on the sky are a shape, those of other axes, or of one in another unit, are not.
    @Test func aFITSIsStretchedBySkyCoordinates() throws {
        let steps = ["CDELT1  = -0.02", "CDELT2  = 0.01"]
        #expect(try Self.open(Self.fits(Self.sky + steps)).size == "12x4")
        #expect(try Self.open(Self.fits(Self.sky + steps), under: .square).size == "6x4")
        #expect(try Self.open(Self.fits(steps)).size == "6x4")
        let turned = ["CD1_1   = 0", "CD1_2   = 0.03", "CD2_1   = 0.01", "CD2_2   = 0"]
        #expect(try Self.open(Self.fits(Self.sky + turned)).size == "6x12")
    }

    /// Nearly square, missing, or absurd.
    @Test(arguments: [(100, 101), (0, 1), (1, 0), (1, 9), (9, 1), (0x7FFF_FFFF, 1)])
    func aDensityThatMakesNoSenseChangesNothing(across: Int, down: Int) throws {
        #expect(try Self.open(Self.png(across, down, unit: 0), under: .file).size == "6x4")
    }

    /// Whole or in tiles, in any area, at a reduction, and as samples.
    @Test(arguments: [false, true], [(2, 1), (2, 3), (3, 4)])
    func eachPixelIsAStoredOne(isTiled: Bool, density: (across: Int, down: Int)) throws {
        let bytes = Self.png(density.across, density.down, unit: 0)
        let stored = try Self.open(bytes, under: .square, isTiled: isTiled)
        let photo = try Self.open(bytes, isTiled: isTiled)
        let (raster, own) = (try photo.whole(), try stored.whole())
        for y in 0..<photo.size.height {
            for x in 0..<photo.size.width {
                let place = PixelPoint(x: x * 6 / photo.size.width, y: y * 4 / photo.size.height)
                try #require(raster.pixel(x, y) == own.pixel(place.x, place.y))
                let sample = try photo.sample(at: PixelPoint(x: x, y: y))
                try #require(try sample == stored.sample(at: place))
            }
        }
        let area = PixelRect(x: 1, y: 2, width: 4, height: 2)
        #expect(try photo.pixels(of: area, reducedBy: .none).raster == raster.cropped(to: area))
        #expect(
            try photo.whole(reducedBy: .half).size == photo.size.reduced(by: .half))
    }
}
