import Foundation
import Imaging
import PictureComparing
import TestSupport
import Testing

@testable import PhotoCodec

/// Pictures that describe their colours otherwise than by an ICC profile.
@Suite struct ColourDescriptionTests {
    struct Coded: Sendable, CustomTestStringConvertible {
        let primaries: UInt8
        let transfer: UInt8
        let space: ChartSpace

        init(_ primaries: UInt8, _ transfer: UInt8, _ space: ChartSpace) {
            (self.primaries, self.transfer, self.space) = (primaries, transfer, space)
        }

        func chunk(isFull: Bool = true) -> (name: String, body: [UInt8]) {
            ("cICP", [primaries, transfer, 0, isFull ? 1 : 0])
        }

        var numbers: [SIMD3<Double>] {
            ColourChart.patches.map { space.numbers(of: ColourChart.light($0)) }
        }

        var testDescription: String { "\(primaries)/\(transfer)" }
    }

    /// Code points of ITU-T H.273.
    static let coded = [
        Coded(1, 13, ChartSpace()), Coded(12, 13, .p3), Coded(9, 13, .bt2020),
        Coded(5, 13, .bt470), Coded(6, 13, .smpteC), Coded(22, 13, .ebu),
        Coded(1, 1, ChartSpace(curve: .bt709)), Coded(6, 6, .smpteC.coded(by: .bt709)),
        Coded(9, 14, .bt2020.coded(by: .bt709)), Coded(9, 15, .bt2020.coded(by: .bt709)),
        Coded(12, 8, .p3.coded(by: .power(1))), Coded(1, 4, ChartSpace(curve: .power(2.2))),
        Coded(5, 5, .bt470.coded(by: .power(2.8))), Coded(9, 16, .bt2020.coded(by: .pq)),
        Coded(12, 16, .p3.coded(by: .pq)), Coded(9, 18, .bt2020.coded(by: .hlg)),
    ]

    private static func shown(_ file: [UInt8]) throws -> Raster {
        try ImageDecoder.open(PhotoBytes(file), within: Opening.means).whole()
    }

    @Test(arguments: coded, [true, false])
    func aPNGOf16BitsIsShownByItsCodePoints(coded: Coded, isFull: Bool) throws {
        var png = ChartPNG(isNarrow: !isFull)
        // What a file says besides counts less.
        png.chunks = [
            ("gAMA", PlainPNG.word(100_000)), coded.chunk(isFull: isFull), ("sRGB", [0]),
        ]
        #expect(ColourChart.worst(try Self.shown(png.file(coded.numbers))) < 1.1)
    }

    /// A step of 8 bits is up to so many codes in the darkest patches.
    @Test(arguments: coded)
    func aPNGOf8BitsIsShownByItsCodePoints(coded: Coded) throws {
        let png = ChartPNG(bits: 8, chunks: [coded.chunk()])
        let tolerance: Double = [8: 10, 16: 4][coded.transfer] ?? 3
        #expect(ColourChart.worst(try Self.shown(png.file(coded.numbers))) <= tolerance)
    }

    @Test(arguments: coded)
    func anAnimationIsShownByItsCodePoints(coded: Coded) throws {
        for bits in [8, 16] {
            let png = ChartPNG(bits: bits, chunks: [coded.chunk()])
            let still = try Self.shown(png.file(coded.numbers))
            let moving = try ImageDecoder.open(
                PhotoBytes(png.animation(coded.numbers)), within: Opening.means)
            #expect(try moving.whole() == still)
        }
    }

    /// Unknown code points, a matrix, a number other than a flag, and a chunk that is too short.
    @Test(arguments: [
        [200, 13, 0, 1], [12, 99, 0, 1], [12, 13, 1, 1], [12, 13, 0, 2], [12, 13, 0],
    ])
    func aChunkThatIsWrongIsPassedOver(body: [UInt8]) throws {
        let numbers = ColourChart.patches.map { $0 / 255 }
        let plain = try Self.shown(ChartPNG().file(numbers))
        #expect(try Self.shown(ChartPNG(chunks: [("cICP", body)]).file(numbers)) == plain)
    }

    /// Its numbers are the pixels: no loop runs over them.
    @Test(arguments: [[1, 13, 0, 1], [2, 13, 0, 1], [1, 2, 0, 1]])
    func sRGBTakesNoConversion(body: [UInt8]) throws {
        let numbers = ColourChart.patches.map { $0 / 255 }
        for bits in [8, 16] {
            let png = ChartPNG(bits: bits, chunks: [("cICP", body)])
            let description = png.file(numbers).withUnsafeBytes { PNGColour.description(of: $0) }
            #expect(description != nil)
            #expect(ColourConversion(description, isGray: true, isHighBitDepth: bits == 16) == nil)
            #expect(
                try Self.shown(png.file(numbers))
                    == Self.shown(ChartPNG(bits: bits).file(numbers)))
        }
    }

    private static func chromaticities(_ numbers: [Int]) -> (name: String, body: [UInt8]) {
        ("cHRM", numbers.flatMap(PlainPNG.word))
    }

    private static let adobe = [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000]

    @Test(arguments: [8, 16])
    func chromaticitiesCountWithAGamma(bits: Int) throws {
        let numbers = ColourChart.patches.map {
            ChartSpace.adobe.numbers(of: ColourChart.light($0))
        }
        var png = ChartPNG(bits: bits)
        png.chunks = [("gAMA", PlainPNG.word(45471)), Self.chromaticities(Self.adobe)]
        #expect(ColourChart.worst(try Self.shown(png.file(numbers))) < 1.6)
        // sRGB's chunk counts more, and without a gamma the curve is not known.
        let plain = try Self.shown(ChartPNG(bits: bits).file(numbers))
        png.chunks.append(("sRGB", [0]))
        #expect(try Self.shown(png.file(numbers)) == plain)
        png.chunks = [Self.chromaticities(Self.adobe)]
        #expect(try Self.shown(png.file(numbers)) == plain)
    }

    /// Those of sRGB, and such as no light has.
    @Test(arguments: [
        [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000], [0, 0, 0, 0, 0, 0, 0, 0],
        [31270, 32900, 64000, 33000, 64000, 33000, 64000, 33000],
        [31270, 0, 64000, 33000, 21000, 71000, 15000, 6000],
        [-1, -1, -1, -1, -1, -1, -1, -1],
    ])
    func otherChromaticitiesChangeNothing(numbers: [Int]) throws {
        let chart = ColourChart.patches.map { $0 / 255 }
        var png = ChartPNG(chunks: [("gAMA", PlainPNG.word(45455))])
        let plain = try Self.shown(png.file(chart))
        png.chunks.append(Self.chromaticities(numbers))
        #expect(try Self.shown(png.file(chart)) == plain)
    }

    /// Reference white of 203 cd/m², and what lies beyond it.
    @Test(arguments: [
        Coded(9, 16, .bt2020.coded(by: .pq)), Coded(9, 18, .bt2020.coded(by: .hlg)),
    ])
    func whiteIsWhiteAndHighlightsKeepTheirHue(coded: Coded) throws {
        // 812 cd/m², and of HLG what all of these colours may have.
        let peak = coded.transfer == 16 ? 4.0 : 2
        let colours = ColourChart.patches.indices.map { patch in
            let light = ColourChart.light(ColourChart.patches[patch])
            return patch < 18 ? light / light.max() * peak : SIMD3(repeating: Double(patch - 17))
        }
        let numbers = colours.map(coded.space.numbers)
        let raster = try Self.shown(ChartPNG(chunks: [coded.chunk()]).file(numbers))
        // 203, 406, … 1,218 cd/m²; HLG ends at 1,000.
        let grays = (18..<24).map { ColourChart.shown($0, in: raster) }
        #expect(grays[0].min() >= 250 && grays[0].max() - grays[0].min() < 1)
        #expect(zip(grays, grays.dropFirst()).allSatisfy { $0.max() <= $1.max() + 0.1 })
        for patch in 0..<18 {
            let shown = ColourChart.light(ColourChart.shown(patch, in: raster))
            #expect(abs(Self.hue(shown) - Self.hue(colours[patch] / peak)) < 3, "\(patch)")
            #expect(ColourChart.shown(patch, in: raster).max() > 252)
        }
    }

    /// In CIELAB, in degrees.
    private static func hue(_ light: SIMD3<Double>) -> Double {
        let lab = LabColour(red: light.x, green: light.y, blue: light.z)
        return atan2(lab.b, lab.a) * 180 / .pi
    }

    @Test func anExtremeNumberIsAColourToo() throws {
        let corners = ColourChart.patches.indices.map { patch in
            SIMD3(Double(patch & 1), Double(patch >> 1 & 1), Double(patch >> 2 & 1))
        }
        for coded in Self.coded {
            for isNarrow in [false, true] {
                var png = ChartPNG(chunks: [coded.chunk(isFull: !isNarrow)])
                let raster = try Self.shown(png.file(corners))
                #expect(ColourChart.shown(0, in: raster) == .zero)
                #expect(ColourChart.shown(7, in: raster).min() > 250)
                png.bits = 8
                #expect(ColourChart.shown(7, in: try Self.shown(png.file(corners))).min() > 250)
            }
        }
    }

    @Test func aSampleSaysThatItsColourIsConverted() throws {
        for bits in [8, 16] {
            let png = ChartPNG(bits: bits, chunks: [("cICP", [12, 13, 0, 1])])
            let file = png.file(ColourChart.patches.map { $0 / 255 })
            let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
            let sample = try photo.sample(at: PixelPoint(x: 1, y: 1))
            #expect(sample.isConverted && sample.bits == bits)
            #expect(sample.values[0] == .integer(bits == 8 ? 110 : 110 * 257))
        }
    }
}
