import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// The samples of files of all formats and data types, at many positions, compared with those that
/// the tests wrote.
@Suite struct SampleReaderTests {
    private static let size = PixelSize(width: 75, height: 53)
    private static let places = FullMatrix.isAsked ? 1000 : 100

    /// Returns a pattern of 64 bits that differs everywhere.
    private static func pattern(_ x: Int, _ y: Int, _ channel: Int) -> UInt64 {
        var numbers = SeededNumbers(seed: UInt64(channel << 40 | y << 20 | x))
        return numbers.next()
    }

    /// Returns a pattern as a number of this many bits: unsigned, signed or floating.
    private static func number(_ pattern: UInt64, bits: Int, format: Int) -> SampleValue {
        let low = bits == 64 ? pattern : pattern & (1 << UInt64(bits) - 1)
        switch (format, bits) {
        case (2, _): return .integer(Int(Int64(bitPattern: low << (64 - bits)) >> (64 - bits)))
        case (3, 32): return SampleValue(Float(bitPattern: UInt32(low)))
        case (3, 64): return SampleValue(Double(bitPattern: low))
        default: return SampleValue(low)
        }
    }

    private static func check(
        _ photo: any ImageSource, bits: Int, _ expected: (_ x: Int, _ y: Int) -> [SampleValue]
    ) throws {
        var random = SeededNumbers(seed: 11)
        for _ in 0..<places {
            let point = PixelPoint(
                x: Int.random(in: 0..<photo.size.width, using: &random),
                y: Int.random(in: 0..<photo.size.height, using: &random))
            let sample = try photo.sample(at: point)
            let wished = expected(point.x, point.y)
            #expect(sample.values == wished && sample.bits == bits, "at \(point): \(sample)")
            guard sample.values == wished else { return }
        }
    }

    private static func open(_ file: [UInt8], tiled: Bool) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(file), within: tiled ? Opening.tiledMeans : Opening.means)
    }

    // MARK: TIFF

    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bits: Int
        let format: Int
        let samples: Int
        let photometric: Int

        init(_ name: String, _ bits: Int, _ format: Int, samples: Int = 1, photometric: Int = 1) {
            testDescription = name
            (self.bits, self.format) = (bits, format)
            (self.samples, self.photometric) = (samples, photometric)
        }
    }

    static let kinds = [
        Kind("int8", 8, 2), Kind("int16", 16, 2), Kind("int32", 32, 2), Kind("int64", 64, 2),
        Kind("uint1", 1, 1), Kind("uint2", 2, 1), Kind("uint4", 4, 1), Kind("uint8", 8, 1),
        Kind("uint16", 16, 1), Kind("uint32", 32, 1), Kind("uint64", 64, 1),
        Kind("float32", 32, 3), Kind("float64", 64, 3),
        Kind("white is zero, 8 bits", 8, 1, photometric: 0),
        Kind("white is zero, 1 bit", 1, 1, photometric: 0),
        Kind("RGB of 8 bits", 8, 1, samples: 3, photometric: 2),
        Kind("RGB of 4 bits", 4, 1, samples: 3, photometric: 2),
        Kind("RGB of 16 bits", 16, 1, samples: 3, photometric: 2),
        Kind("RGB of floats", 32, 3, samples: 3, photometric: 2),
        Kind("inks of 8 bits", 8, 1, samples: 4, photometric: 5),
        Kind("inks of 16 bits", 16, 1, samples: 4, photometric: 5),
    ]

    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout TIFFWriter) -> Void

        init(_ name: String, _ change: @escaping @Sendable (inout TIFFWriter) -> Void = { _ in }) {
            testDescription = name
            self.change = change
        }
    }

    static let ways = [
        Way("one strip"),
        Way("strips, big-endian") { ($0.rowsPerStrip, $0.isBigEndian) = (7, true) },
        Way("packed strips") { ($0.rowsPerStrip, $0.isPacked) = (8, true) },
        Way("packed strips, big-endian") {
            ($0.rowsPerStrip, $0.isPacked, $0.isBigEndian) = (8, true, true)
        },
        Way("tiles") { $0.tile = "32x16" },
        Way("packed tiles, BigTIFF") { ($0.tile, $0.isPacked, $0.isBig) = ("32x16", true, true) },
        Way("planes") { ($0.isPlanar, $0.rowsPerStrip) = (true, 10) },
        Way("planes in packed tiles, big-endian") {
            ($0.isPlanar, $0.tile, $0.isPacked, $0.isBigEndian) = (true, "32x16", true, true)
        },
    ]

    private static func writer(_ kind: Kind) -> TIFFWriter {
        var writer = TIFFWriter(size: size)
        (writer.bits, writer.format) = (kind.bits, kind.format)
        (writer.samples, writer.photometric) = (kind.samples, kind.photometric)
        return writer
    }

    private static func numbers(_ kind: Kind, _ x: Int, _ y: Int) -> [SampleValue] {
        (0..<kind.samples).map {
            number(pattern(x, y, $0), bits: kind.bits, format: kind.format)
        }
    }

    @Test(arguments: kinds, ways)
    func aTIFFsAreThoseThatItWasWrittenWith(kind: Kind, way: Way) throws {
        var writer = Self.writer(kind)
        way.change(&writer)
        let file = writer.file { x, y, channel in
            kind.bits == 64
                ? Self.pattern(x, y, channel)
                : Self.pattern(x, y, channel) & (1 << UInt64(kind.bits) - 1)
        }
        for isTiled in [false, true] {
            try Self.check(Self.open(file, tiled: isTiled), bits: kind.bits) { x, y in
                Self.numbers(kind, x, y)
            }
        }
    }

    @Test(arguments: 1...8, [false, true])
    func aTIFFIsReadAsItIsTurned(orientation: Int, isPacked: Bool) throws {
        let kind = Kind("int16", 16, 2)
        var writer = Self.writer(kind)
        (writer.orientation, writer.isPacked, writer.rowsPerStrip) = (orientation, isPacked, 9)
        let photo = try Self.open(
            writer.file { Self.pattern($0, $1, $2) & 0xFFFF }, tiled: false)
        let turn = try #require(Orientation(rawValue: orientation))
        try Self.check(photo, bits: 16) { x, y in
            let stored = turn.storedPoint(of: PixelPoint(x: x, y: y), in: Self.size)
            return Self.numbers(kind, stored.x, stored.y)
        }
    }

    @Test(arguments: [(bits: 8, kind: 1), (8, 2), (16, 1), (16, 2)])
    func alphaChangesNoNumber(bits: Int, kind: Int) throws {
        let colours = Kind("RGB", bits, 1, samples: 3, photometric: 2)
        var writer = Self.writer(colours)
        (writer.samples, writer.extras) = (4, [kind])
        let file = writer.file { Self.pattern($0, $1, $2) & (1 << UInt64(bits) - 1) }
        try Self.check(Self.open(file, tiled: false), bits: bits) { x, y in
            Self.numbers(colours, x, y)
        }
    }

    @Test func aPagesNumbersAreItsOwnAndNoCopys() throws {
        let kind = Kind("int32", 32, 2)
        let page = Self.writer(kind)
        var copy = Self.writer(kind)
        (copy.size, copy.kind) = ("38x27", 1)
        var pages: [TIFFWriter.Picture] = []
        for number in 0..<3 {
            pages.append((page, { x, y, _ in Self.pattern(x, y, number) & 0xFFFF_FFFF }))
            pages.append((copy, { _, _, _ in 7 }))
        }
        for isTiled in [false, true] {
            let photo = try Self.open(TIFFWriter.file(pages), tiled: isTiled)
            for number in [1, 2, 0] {
                _ = try photo.page(number).whole(reducedBy: .half)
                try Self.check(photo.page(number), bits: 32) { x, y in
                    [Self.number(Self.pattern(x, y, number), bits: 32, format: 2)]
                }
            }
        }
    }

    /// The number for each pattern of 16 bits: half precision is exact in single precision.
    @Test func halvesAreWhatTheyAre() throws {
        let known: [(UInt64, Float)] = [
            (0, 0), (0x3C00, 1), (0xC000, -2), (0x3555, 0.333_251_95), (0x7BFF, 65504),
            (1, 5.960_464_5e-8), (0x0400, 6.103_515_6e-5), (0x7C00, .infinity),
            (0x8001, -5.960_464_5e-8),
        ]
        var writer = Self.writer(Kind("float16", 16, 3))
        writer.size = PixelSize(width: known.count, height: 2)
        let photo = try Self.open(writer.file { x, _, _ in known[x].0 }, tiled: false)
        for (x, (_, value)) in known.enumerated() {
            let sample = try photo.sample(at: PixelPoint(x: x, y: 1))
            #expect(sample.values == [.single(value)] && sample.bits == 16)
        }
    }

    // MARK: PNG

    static let depths = [
        (bits: 1, colour: 0), (2, 0), (4, 0), (8, 0), (16, 0), (8, 2), (16, 2), (8, 4), (16, 4),
        (8, 6), (16, 6),
    ]

    private static let channels = [0: 1, 2: 3, 4: 2, 6: 4]

    /// Returns a PNG of stored rows, with an unusual gamma or none.
    private static func png(
        bits: Int, colour: Int, hasGamma: Bool, isAnimated: Bool = false
    ) -> [UInt8] {
        let count = channels[colour] ?? 1
        var lines: [UInt8] = []
        for y in 0..<size.height {
            var row = [UInt8](repeating: 0, count: (size.width * count * bits + 7) / 8)
            for place in 0..<size.width * count {
                let number = pattern(place / count, y, place % count) & (1 << UInt64(bits) - 1)
                for bit in 0..<bits where number >> UInt64(bits - 1 - bit) & 1 == 1 {
                    row[(place * bits + bit) / 8] |= 128 >> UInt8((place * bits + bit) % 8)
                }
            }
            lines += [0] + row
        }
        let header =
            PlainPNG.word(size.width) + PlainPNG.word(size.height)
            + [UInt8(bits), UInt8(colour), 0, 0, 0]
        let gamma = hasGamma ? PlainPNG.chunk("gAMA", PlainPNG.word(100_000)) : []
        return [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
            + PlainPNG.chunk("IHDR", header) + gamma + (isAnimated ? frame : [])
            + PlainPNG.chunk("IDAT", PlainPNG.stored(lines)) + PlainPNG.chunk("IEND", [])
    }

    /// The chunks of an animation of one frame, which is the picture itself.
    private static var frame: [UInt8] {
        let numbers: [Int] = [0, size.width, size.height, 0, 0]
        var control: [UInt8] = []
        for number in numbers { control += PlainPNG.word(number) }
        control += [0, 1, 0, 10, 0, 0]
        return PlainPNG.chunk("acTL", PlainPNG.word(1) + PlainPNG.word(0))
            + PlainPNG.chunk("fcTL", control)
    }

    @Test(arguments: depths, [false, true])
    func aPNGsAreThoseThatItWasWrittenWith(
        depth: (bits: Int, colour: Int), hasGamma: Bool
    ) throws {
        let file = Self.png(bits: depth.bits, colour: depth.colour, hasGamma: hasGamma)
        for isTiled in [false, true] {
            try Self.check(Self.open(file, tiled: isTiled), bits: depth.bits) { x, y in
                (0..<(depth.colour & 2 == 0 ? 1 : 3)).map {
                    Self.number(Self.pattern(x, y, $0), bits: depth.bits, format: 1)
                }
            }
        }
    }

    // MARK: FITS

    struct Scaling: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bits: Int
        let cards: [String]
        let value: @Sendable (UInt64) -> SampleValue

        init(
            _ name: String, _ bits: Int, _ cards: [String] = [],
            _ value: @escaping @Sendable (UInt64) -> SampleValue
        ) {
            testDescription = name
            (self.bits, self.cards, self.value) = (bits, cards, value)
        }
    }

    static let scalings = [
        Scaling("8 bits", 8) { .integer(Int($0 & 255)) },
        Scaling("16 bits", 16) { .integer(Int(Int16(truncatingIfNeeded: $0))) },
        Scaling("32 bits", 32) { .integer(Int(Int32(truncatingIfNeeded: $0))) },
        Scaling("64 bits", 64) { .integer(Int(Int64(bitPattern: $0))) },
        Scaling("floating", -32) { SampleValue(Float(bitPattern: UInt32(truncatingIfNeeded: $0))) },
        Scaling("double precision", -64) { SampleValue(Double(bitPattern: $0)) },
        Scaling("signed 8 bits", 8, ["BZERO   =                 -128"]) {
            .integer(Int($0 & 255) - 128)
        },
        Scaling("unsigned 16 bits", 16, ["BZERO   =                32768"]) {
            .integer(Int(Int16(truncatingIfNeeded: $0)) + 32768)
        },
        Scaling("unsigned 32 bits", 32, ["BZERO   =           2147483648"]) {
            .integer(Int(Int32(truncatingIfNeeded: $0)) + 2_147_483_648)
        },
        Scaling("unsigned 64 bits", 64, ["BZERO   =  9223372036854775808"]) {
            SampleValue($0 ^ 1 << 63)
        },
        Scaling("unsigned 64 bits, as a real number", 64, ["BZERO   = 9.223372036854775808E+18"]) {
            SampleValue($0 ^ 1 << 63)
        },
        Scaling("scaled", 16, ["BSCALE  = 2.5D-3", "BZERO   = -7"]) {
            SampleValue(Float(Double(Int16(truncatingIfNeeded: $0)) * 0.0025 - 7))
        },
        Scaling("scaled by whole numbers", 32, ["BSCALE  = 3", "BZERO   = 10"]) {
            .integer(Int(Int32(truncatingIfNeeded: $0)) * 3 + 10)
        },
    ]

    @Test(arguments: scalings)
    func aFITSsAreThoseThatItWasWrittenWith(scaling: Scaling) throws {
        let writer = FITSWriter(
            bits: scaling.bits, axes: [Self.size.width, Self.size.height], cards: scaling.cards)
        let file = writer.unit { place in
            Self.pattern(place % Self.size.width, place / Self.size.width, 0)
        }
        for isTiled in [false, true] {
            let photo = try Self.open(file, tiled: isTiled)
            try Self.check(photo, bits: abs(scaling.bits)) { x, y in
                [scaling.value(Self.pattern(x, Self.size.height - 1 - y, 0))]
            }
        }
    }

    // MARK: others

    /// The frames of a 16-bit PNG are drawn in 8 bits.
    @Test(arguments: depths)
    func wherePixelsAreNotTheNumbersNoneIsTold(depth: (bits: Int, colour: Int)) throws {
        let file = Self.png(
            bits: depth.bits, colour: depth.colour, hasGamma: false, isAnimated: true)
        let photo = try Self.open(file, tiled: false)
        let closeUp = try photo.closeUp(at: "1,1")
        guard depth.bits == 8 else { return #expect(closeUp.sample == .unknown) }
        let colour = closeUp.colour
        #expect(
            closeUp.sample.values
                == [colour.red, colour.green, colour.blue].map { .integer(Int($0)) })
    }

    /// Their files have 8 bits, like the decoders' results.
    @Test(arguments: ["ramp.jxl", "ramp.avif", "ramp.heic"])
    func ofOtherFormatsTheyAreThePixels(name: String) throws {
        guard let photo = try? Opening.fixture(name) else { return }
        let whole = try photo.whole()
        for point in ["0,0", "47,25", "30,9"] as [PixelPoint] {
            let sample = try photo.sample(at: point)
            #expect(sample.bits == 8)
            #expect(sample.values == whole.pixel(point.x, point.y).prefix(3).map { .integer($0) })
        }
    }

    /// Four inks, 0 for none, whose product is the colour drawn.
    @Test(arguments: [
        "cmyk-adobe.jpg", "cmyk-plain.jpg", "Tiles/cmyk.jpg", "Tiles/progressive-cmyk.jpg",
    ])
    func aJPEGOfInksTellsThem(name: String) throws {
        let photo = try Opening.fixture(name)
        let whole = try photo.whole()
        for point in ["0,0", "3,2", "7,5"] as [PixelPoint] {
            let sample = try photo.sample(at: point)
            let cmyk = sample.values.compactMap { number -> Int? in
                if case .integer(let ink) = number { ink } else { nil }
            }
            try #require(cmyk.count == 4 && sample.bits == 8 && sample.isConverted)
            let drawn = whole.pixel(point.x, point.y).prefix(3)
            let mixed = cmyk.prefix(3).map { ((255 - $0) * (255 - cmyk[3]) + 127) / 255 }
            #expect(areNear(mixed, Array(drawn), within: 1), "\(cmyk) are not \(drawn)")
        }
    }

    @Test func aLargeJPEGOfInksTellsNone() throws {
        let place = Folders.photos.appending(path: "Tiles/cmyk.jpg")
        let photo = try ImageDecoder.open(
            PhotoBytes.open(path: place.path), within: Opening.tiledMeans)
        #expect(try photo.sample(at: "3,3").values.isEmpty)
    }
}
