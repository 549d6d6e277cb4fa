import Foundation
import Imaging
import PhotoCodec
import Synchronization
import TestSupport
import Testing

@testable import PhotoCodec

@Suite struct PNGTests {
    @Test(
        "P5: every depth and kind of pixel, and what is transparent",
        arguments: [
            ("1x1.png", [[7, 8, 9, 255]]),
            ("gray-2-bit.png", [0, 85, 170, 255].map { [$0, $0, $0, 255] }),
            (
                "gray-4-bit-transparent.png",
                [[0, 0, 0, 255], [255, 255, 255, 0], [136, 136, 136, 255]]
            ),
            ("gray-alpha.png", [[10, 10, 10, 20], [200, 200, 200, 255]]),
            (
                "palette-trns.png",
                [[255, 0, 0, 255], [0, 255, 0, 128], [0, 0, 255, 0], [9, 9, 9, 255]]
            ),
            ("rgb-transparent.png", [[1, 2, 3, 0], [4, 5, 6, 255]]),
            // A level of 55 in linear light is a level of 128 on a screen; libpng uses a power of
            // 2.2.
            ("gamma-1.png", [[0, 0, 0, 255], [128, 128, 128, 255]]),
            ("gamma-srgb.png", [[0, 0, 0, 255], [55, 55, 55, 255]]),
            // The profile overrides the gamma.
            ("gamma-1-profile-srgb.png", [[0, 0, 0, 255], [55, 55, 55, 255]]),
        ])
    func decodesEveryKindOfPixel(name: String, pixels: [[Int]]) throws {
        let raster = try Opening.fixture(name).whole()
        #expect(pixels.indices.map { raster.pixel($0, 0) } == pixels)
        #expect(raster.isOpaque == !raster.pixels.enumerated().contains { $0 % 4 == 3 && $1 < 255 })
    }

    @Test func decodesBits() throws {
        let raster = try Opening.fixture("gray-1-bit.png").whole()
        #expect((0..<4).map { raster.pixel($0, 0)[0] } == [255, 0, 255, 0])
        #expect((2..<6).map { raster.pixel($0, 1)[0] } == [0, 0, 255, 255])
    }

    /// The 16-bit samples are a multiple of 257 or up to 127 less: the nearest 8-bit code is the
    /// level.
    ///
    /// Sequential rows are dithered: one code less, in proportion.
    @Test(arguments: [("16-bit.png", 1), ("adam7.png", 0)])
    func equalsItsTwinOf8BitsInRows(name: String, tolerance: Int) throws {
        let twin = try Opening.fixture("8-bit.png").whole().pixels.map { Int($0) }
        let pixels = try Opening.fixture(name).whole().pixels.map { Int($0) }
        let isNear = areNear(pixels, twin, within: tolerance)
        #expect(isNear)
    }

    /// 16-bit samples in rows or in seven passes are dithered to the same pixels.
    @Test func passesAreDitheredAsRowsAre() throws {
        let rows = try Opening.fixture("16-bit.png").whole()
        #expect(try Opening.fixture("16-bit-adam7.png").whole() == rows)
    }

    /// If the file is truncated, earlier passes replace missing ones, and nothing else is written.
    @Test func passesOf16BitsAreShownAsFarAsTheyGo() throws {
        let place = Folders.photos.appending(path: "16-bit-adam7.png")
        let bytes = [UInt8](try Data(contentsOf: place))
        let whole = try ImageDecoder.open(PhotoBytes(bytes)).whole()
        for count in stride(from: bytes.count / 2, to: bytes.count - 16, by: 23) {
            let photo = try ImageDecoder.open(PhotoBytes(Array(bytes[..<count])))
            let raster = try photo.whole()
            #expect(photo.status.damage != nil)
            #expect(raster.pixel(0, 0) == whole.pixel(0, 0))
            #expect(raster.pixel(47, 31)[3] == 255)
        }
    }

    /// The end of a file: the checksums of the data and of the chunk, and the last chunk.
    @Test(
        "P1: a file that lacks only checksums shows all rows, and is damaged",
        arguments: ["8-bit.png", "16-bit.png", "palette-trns.png", "adam7.png", "alpha.png"],
        [false, true])
    func missingChecksums(name: String, isWrong: Bool) throws {
        let place = Folders.photos.appending(path: name)
        let bytes = [UInt8](try Data(contentsOf: place))
        let whole = try ImageDecoder.open(PhotoBytes(bytes)).whole()
        let (lastChunk, checksums) = (12, 8)
        for missing in 1...checksums {
            var file = bytes
            if isWrong { file[file.count - lastChunk - min(missing, 4)] ^= 1 }
            let cut = isWrong ? file : Array(file.dropLast(lastChunk + missing))
            let photo = try ImageDecoder.open(PhotoBytes(cut))
            #expect(try photo.whole().pixels == whole.pixels, "\(missing) bytes")
            #expect(photo.status.damage != nil, "\(missing) bytes")
        }
    }

    @Test("P1: rows inflated on another core are all shown without checksums")
    func missingChecksumsBesideLibpng() throws {
        let place = Folders.photos.appending(path: "8-bit.png")
        let bytes = [UInt8](try Data(contentsOf: place))
        let whole = try #require(try PNGRowsRead.of(bytes, beside: true))
        for beside in [false, true] {
            let cut = try #require(try PNGRowsRead.of(bytes.dropLast(20), beside: beside))
            #expect(cut.pixels == whole.pixels && !cut.isWhole)
        }
    }

    /// A PNG that counts how often its rows are read.
    private struct CountedPicture: RegionPicture {
        final class Count: Sendable {
            let value = Atomic(0)
        }

        let png: PNGPicture
        let count = Count()

        var size: PixelSize { png.size }
        var hasAlpha: Bool { png.hasAlpha }
        var access: RegionAccess { png.access }

        func decode(
            _ area: PixelRect, into target: PixelBlock, at point: PixelPoint,
            note: (Damage) -> Void
        ) throws(DecodingFailure) -> Bool {
            try png.decode(area, into: target, at: point, note: note)
        }

        func withRows(
            _ body: (any PictureRowReader) throws(DecodingFailure) -> Void
        ) throws(DecodingFailure) {
            count.value.add(1, ordering: .relaxed)
            try png.withRows(body)
        }
    }

    @Test(
        "smaller copies come from the same reading of the file, with the same pixels",
        arguments: ["8-bit.png", "alpha.png", "exif-6.png", "truncated.png"])
    func smallerCopies(name: String) throws {
        let place = Folders.photos.appending(path: name)
        let png = try PNGPicture(PhotoBytes([UInt8](try Data(contentsOf: place))))
        let picture = CountedPicture(png: png)
        let pyramid = PicturePyramid(main: picture, orientation: png.header.orientation)
        let photo = PhotoFile(PyramidDecoder(pyramid: pyramid))
        for reduction in Reduction.ofFiles.dropFirst() {
            let alone = PhotoFile(PyramidDecoder(pyramid: pyramid))
            let before = picture.count.value.load(ordering: .relaxed)
            let raster = try photo.whole(reducedBy: reduction)
            let readings = picture.count.value.load(ordering: .relaxed) - before
            #expect(readings == (reduction == .half ? 1 : 0), "\(reduction)")
            #expect(try alone.whole(reducedBy: reduction) == raster, "\(reduction)")
        }
    }

    @Test(
        "a photo that is decoded for one picture has no smaller copies",
        arguments: [(DecodingOptions(), 4), (DecodingOptions(wholePixels: .max), 0)])
    func copiesForLaterPictures(options: DecodingOptions, count: Int) throws {
        let place = Folders.photos.appending(path: "8-bit.png")
        let png = try PNGPicture(PhotoBytes([UInt8](try Data(contentsOf: place))))
        let decoder = PyramidDecoder(
            pyramid: PicturePyramid(main: png),
            makesSmallerCopies: !options.isForOnePicture)
        #expect(try decoder.decode(reducedBy: .half).smaller.count == count)
    }

    @Test(arguments: ["truncated.png", "truncated-adam7.png"], Reduction.ofFiles)
    func showsWhatIsThereOfATruncatedFile(name: String, reduction: Reduction) throws {
        let photo = try Opening.fixture(name)
        let raster = try photo.whole(reducedBy: reduction)
        #expect(photo.status.damage != nil)
        #expect(!raster.isOpaque)
        #expect(raster.pixel(0, 0)[3] == 255)
        let isInterlaced = name.contains("adam7")
        #expect(raster.pixel(0, raster.size.height - 1)[3] == (isInterlaced ? 255 : 0))
    }

    @Test(arguments: [
        ("claims-65500.png", DecodingFailure.tooLarge(PixelSize(width: 65500, height: 65500))),
        ("long-text-chunk.png", .damaged(.endsEarly)),
    ])
    func refusesAtOnce(name: String, failure: DecodingFailure) {
        #expect(throws: failure) { try Opening.fixture(name) }
    }

    /// An interlaced picture is in memory until its last pass: 333 MB for the larger one.
    @Test func anInterlacedPictureThatNeedsMoreThan256MBIsRefused() throws {
        let (small, large) = (
            PixelSize(width: 6900, height: 6900), PixelSize(width: 9000, height: 9000)
        )
        let shown = try Self.interlaced(small).whole(reducedBy: .eighth)
        #expect(shown.pixel(862, 862) == [0, 0, 0, 255])
        #expect(throws: DecodingFailure.tooLarge(large)) {
            try Self.interlaced(large).whole(reducedBy: .eighth)
        }
    }

    private static func interlaced(_ size: PixelSize) throws -> any ImageSource {
        let bytes = PhotoBytes(PlainPNG.blank(size, isInterlaced: true))
        return try ImageDecoder.open(bytes, within: Opening.means)
    }

    @Test func survivesEveryCut() throws {
        let place = Folders.photos.appending(path: "palette-trns.png")
        let whole = [UInt8](try Data(contentsOf: place))
        for count in 1..<whole.count {
            JPEGTests.decodeIfPossible(PhotoBytes(Array(whole.prefix(count))))
        }
    }
}

@Suite struct PNGReductionTests {
    /// Red of 220, 30, 30 from 0, 0 up to 16, 16: boxes completely within it keep their levels
    /// exactly.
    @Test(arguments: ["8-bit.png", "16-bit.png", "adam7.png"], Reduction.ofFiles.prefix(5))
    func aFlatAreaKeepsItsColour(name: String, reduction: Reduction) throws {
        // The 16-bit samples are slightly less than the level, and are dithered to it and the one
        // below.
        let tolerance = name == "16-bit.png" ? 1 : 0
        let raster = try Opening.fixture(name).whole(reducedBy: reduction)
        #expect(raster.size == PixelSize(width: 48, height: 32).reduced(by: reduction))
        #expect(areNear(raster.pixel(0, 0), [220, 30, 30, 255], within: tolerance))
        let last = 16 / reduction.rawValue - 1
        #expect(areNear(raster.pixel(last, last), [220, 30, 30, 255], within: tolerance))
    }

    /// Alternating black and white is half the light, which is level 188 of sRGB, not 128.
    @Test func addsUpLightNotLevels() throws {
        let raster = try Opening.fixture("gray-1-bit.png").whole(reducedBy: .eighth)
        #expect(raster.size == PixelSize(width: 2, height: 1))
        #expect(raster.pixel(0, 0) == [188, 188, 188, 255])
    }

    /// Opaque red beside invisible blue.
    @Test func aTransparentPixelLendsNoColour() throws {
        let raster = try Opening.fixture("alpha.png").whole(reducedBy: .quarter)
        #expect(raster.pixel(0, 0) == [255, 0, 0, 128])
        #expect(!raster.isOpaque)
    }

    /// A photo stored sideways has the same boxes as one stored upright.
    @Test(arguments: ["exif-6.png", "exif-8-last.png"], Reduction.ofFiles)
    func boxesLieOnTheUprightGrid(name: String, reduction: Reduction) throws {
        let turned = try Opening.fixture(name).whole(reducedBy: reduction)
        #expect(turned == (try Opening.fixture("8-bit.png").whole(reducedBy: reduction)))
    }
}

/// PNGs for terminals, read back by an independent decoder.
struct FastPNGTests {
    /// The last two have several bands.
    @Test(arguments: ["1x1", "7x3", "256x40", "3x300", "701x500", "90000x2"] as [PixelSize])
    func comesBackAsItWas(size: PixelSize) throws {
        let picture = Raster(size) { x, y in
            (UInt8(x * 7 & 255), UInt8((x ^ y) & 255), UInt8(y * 13 & 255))
        }
        #expect(try PNGFileReader.raster(FastPNG.bytes(of: picture)) == picture)
    }

    @Test
    func bandsArePassedInOrder() throws {
        let picture = Raster("701x900") { x, y in
            (UInt8(x & 255), UInt8(y & 255), UInt8(x & y & 255))
        }
        let parts = Mutex<[[UInt8]]>([])
        let others = Atomic(0)
        let wasAlone = Atomic(true)
        FastPNG.encode(picture) { part in
            if others.add(1, ordering: .relaxed).oldValue > 0 {
                wasAlone.store(false, ordering: .relaxed)
            }
            parts.withLock { $0.append(part) }
            others.subtract(1, ordering: .relaxed)
        }
        let file = parts.withLock { $0 }
        let isInOrder = wasAlone.load(ordering: .relaxed)
        #expect((2...8).contains(file.count))
        #expect(isInOrder)
        #expect(try PNGFileReader.raster(Array(file.joined())) == picture)
    }

    @Test
    func isSmallerThanThePlainSamplesOfAFlatPicture() {
        let picture = Raster("640x400") { _, y in (UInt8(y / 2), 20, 30) }
        #expect(FastPNG.bytes(of: picture).count < 640 * 400 * 3 / 10)
    }
}
