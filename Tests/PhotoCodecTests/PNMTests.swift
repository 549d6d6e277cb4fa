import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Binary PNM and PFM, written by the test.
@Suite struct PNMTests {
    private static func file(_ head: String, _ pixels: [UInt8]) -> PhotoBytes {
        PhotoBytes(Array(head.utf8) + pixels)
    }

    private static func floats(_ numbers: [Float], isLittleEndian: Bool) -> [UInt8] {
        numbers.flatMap { number in
            let bits = number.bitPattern
            return withUnsafeBytes(of: isLittleEndian ? bits.littleEndian : bits.bigEndian) {
                Array($0)
            }
        }
    }

    @Test(arguments: [
        (
            head: "P5\n2 1\n255\n", pixels: [7, 200] as [UInt8],
            shown: [[7, 7, 7], [200, 200, 200]] as [[Int]]
        ),
        ("P6 2 1 255 ", [1, 2, 3, 250, 251, 252], [[1, 2, 3], [250, 251, 252]]),
        ("P5 # gray\n# made by hand\n2\t1 15\n", [0, 15], [[0, 0, 0], [255, 255, 255]]),
        ("P5\n2 1\n1\n", [1, 9], [[255, 255, 255], [255, 255, 255]]),
        ("P5\n2 1\n65535\n", [0x7F, 0x7F, 0xFF, 0xFF], [[127, 127, 127], [255, 255, 255]]),
        (
            "P6\n2 1\n1000\n", [0, 0, 3, 232, 0, 0, 3, 232, 0, 0, 0, 0],
            [[0, 255, 0], [255, 0, 0]]
        ),
        // A pixel that looks like the start of a comment.
        ("P5\n2 1\n255\n", [0x23, 0x0A], [[35, 35, 35], [10, 10, 10]]),
    ])
    func aRowIsShown(head: String, pixels: [UInt8], shown: [[Int]]) throws {
        let raster = try ImageDecoder.open(Self.file(head, pixels)).whole()
        #expect(raster.size == PixelSize(width: 2, height: 1))
        for (x, colour) in shown.enumerated() {
            #expect(raster.pixel(x, 0) == colour + [255])
        }
    }

    @Test(arguments: [true, false])
    func floatsBeginWithTheLowestRowAndAreStretched(isLittleEndian: Bool) throws {
        let pixels = Self.floats([-2, 0, 2, 6], isLittleEndian: isLittleEndian)
        let file = Self.file("Pf\n2 2\n\(isLittleEndian ? "-1.0" : "1.0")\n", pixels)
        let photo = try ImageDecoder.open(file)
        let raster = try photo.whole()
        #expect(raster.pixel(0, 1)[0] == 0 && raster.pixel(1, 0)[0] == 255)
        #expect(raster.pixel(0, 0)[0] == 127 || raster.pixel(0, 0)[0] == 128)
        let sample = try photo.sample(at: PixelPoint(x: 1, y: 0))
        #expect(sample == PhotoSample(values: [.single(6)], bits: 32))
        #expect(photo.isHighBitDepth)
    }

    @Test func numbersAreThoseOfTheFile() throws {
        let photo = try ImageDecoder.open(Self.file("P6 1 1 1023 ", [3, 255, 0, 1, 2, 0]))
        #expect(
            try photo.sample(at: .origin)
                == PhotoSample(values: [1023, 1, 512], bits: 16, isConverted: false))
    }

    @Test(arguments: ["P5", "P6", "Pf", "PF"])
    func anyAreaOfTilesEqualsThatOfTheWhole(kind: String) throws {
        let isFloat = kind.hasSuffix("f") || kind.hasSuffix("F")
        let channels = kind == "P6" || kind == "PF" ? 3 : 1
        let count = 97 * 61 * channels * (isFloat ? 4 : 2)
        var numbers = SeededNumbers(seed: 5)
        let pixels = (0..<count).map { _ in UInt8.random(in: 0...126, using: &numbers) }
        let file = Self.file("\(kind)\n97 61\n\(isFloat ? "-1" : "65535")\n", pixels)
        let tiled = try ImageDecoder.open(file, within: TiledPhotos.means)
        let plain = try ImageDecoder.open(file)
        for reduction in Reduction.ofFiles {
            for _ in 0..<8 {
                let area = numbers.area(on: tiled.size.reduced(by: reduction))
                let some = try tiled.pixels(of: area, reducedBy: reduction)
                let same = try plain.pixels(of: area, reducedBy: reduction)
                #expect(some.raster == same.raster, "\(area) reduced by \(reduction)")
            }
        }
    }

    @Test func rowsThatAreMissingAreTransparentAndTold() throws {
        let photo = try ImageDecoder.open(Self.file("P5 2 3 255 ", [1, 2, 3, 4, 5]))
        let raster = try photo.whole()
        #expect(raster.pixel(1, 1) == [4, 4, 4, 255] && raster.pixel(0, 2) == [0, 0, 0, 0])
        #expect(photo.status.damage == .endsEarly)
    }

    @Test(arguments: [
        "P5\n2", "P5 2 1 ", "P5 0 1 255 ", "P5 2 -1 255 ", "P5 2 1 0 ", "P5 2 1 65536 ",
        "P5 2 1 x ", "P6 2 1 255", "Pf\n2 1\n0\n", "PF\n2 1\nnan\n",
        "P5 99999999999999999999 1 255 ",
    ])
    func aHeadThatMakesNoSenseIsDamage(head: String) {
        #expect(throws: DecodingFailure.damaged(.badHeader)) {
            try ImageDecoder.open(Self.file(head, []))
        }
    }

    @Test(arguments: [
        (width: 1 << 27, height: 1), (width: 65536, height: 65536), (width: 30000, height: 30000),
        (width: Int.max, height: Int.max),
    ])
    func aPictureWithoutItsBytesIsTooLarge(width: Int, height: Int) {
        #expect(throws: DecodingFailure.tooLarge(PixelSize(width: width, height: height))) {
            try ImageDecoder.open(Self.file("P6 \(width) \(height) 255 ", [1, 2, 3]))
        }
    }
}
