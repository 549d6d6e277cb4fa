import Imaging
import PhotoCodec
import TestSupport
import Testing

/// OpenEXR files, written by the test.
@Suite(.enabled(if: EXRLibrary.isHere, "OpenEXRCore is missing")) struct EXRTests {
    private typealias Channel = EXRWriter.Channel

    private static let size = PixelSize(width: 20, height: 14)

    private static func open(
        _ writer: EXRWriter, isTiled: Bool = false
    ) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(writer.file), within: isTiled ? TiledPhotos.means : Opening.means)
    }

    /// A picture with three colours everywhere the same.
    private static func flat(
        _ colour: [Float], alpha: Float? = nil, named names: [String] = ["B", "G", "R"],
        _ attributes: [(name: String, type: String, bytes: [UInt8])] = []
    ) -> EXRWriter {
        var channels = zip(names, colour.reversed()).map { name, number in
            Channel(name: name, kind: .float) { _, _, _ in number }
        }
        if let alpha {
            channels.insert(Channel(name: "A", kind: .float) { _, _, _ in alpha }, at: 0)
        }
        return EXRWriter(.init(size: size, channels: channels, attributes: attributes))
    }

    @Test(arguments: [EXRWriter.Channel.Kind.half, .float, .unsigned], [nil, 8])
    func numbersOfAllKindsAreRead(kind: EXRWriter.Channel.Kind, tileSide: Int?) throws {
        let channel = Channel(name: "Z", kind: kind) { x, y, _ in Float(x * 16 + y) }
        var part = EXRWriter.Part(size: Self.size, channels: [channel])
        part.corner = PixelPoint(x: -7, y: 3)
        part.tile = tileSide.map { PixelSize(width: $0, height: 4) }
        for isTiled in [false, true] {
            let photo = try Self.open(EXRWriter(part), isTiled: isTiled)
            #expect(photo.size == Self.size && photo.pages.count == 1 && photo.isHighBitDepth)
            for (x, y) in [(0, 0), (7, 3), (8, 4), (19, 13)] {
                let sample = try photo.sample(at: PixelPoint(x: x, y: y))
                let number = x * 16 + y
                #expect(
                    sample.values == [
                        kind == .unsigned ? .integer(number) : .single(Float(number))
                    ])
                #expect(sample.bits == (kind == .half ? 16 : 32) && !sample.isConverted)
            }
            // The range of a measure is stretched.
            let raster = try photo.whole()
            #expect(raster.pixel(0, 0)[0] <= 2 && raster.pixel(19, 13)[0] >= 253)
            #expect(raster.pixel(10, 7)[3] == 255)
        }
    }

    @Test func linesFromBelowAreShownFromAbove() throws {
        let channel = Channel(name: "Z") { _, y, _ in Float(y) }
        var part = EXRWriter.Part(size: Self.size, channels: [channel])
        part.isFromBelow = true
        let photo = try Self.open(EXRWriter(part))
        #expect(try photo.sample(at: PixelPoint(x: 0, y: 2)).values == [.single(2)])
    }

    @Test func numbersThatAreNoneAreTransparentInAMeasure() throws {
        let channel = Channel(name: "Z", kind: .float) { x, y, _ in x == 3 ? Float.nan : Float(y) }
        let raster = try Self.open(EXRWriter(.init(size: Self.size, channels: [channel]))).whole()
        #expect(raster.pixel(3, 5) == [0, 0, 0, 0] && raster.pixel(4, 5)[3] == 255)
        #expect(!raster.isOpaque)
    }

    /// Codes of sRGB; light beyond .94 is compressed, and white is 252 as in other pictures of high range.
    @Test(
        arguments: [
            (Float(0), 0), (0.2140, 127), (0.5, 188), (0.9, 243), (1, 252), (100, 255),
            (-3, 0), (.nan, 0), (.infinity, 255),
        ])
    func lightBecomesSRGB(light: Float, code: Int) throws {
        let photo = try Self.open(Self.flat([light, light, light]))
        let raster = try photo.whole()
        for channel in 0..<3 { #expect(abs(raster.pixel(9, 9)[channel] - code) <= 1) }
        #expect(photo.hasHighRange == (light > 1 && light.isFinite))
        let sample = try photo.sample(at: PixelPoint(x: 9, y: 9))
        #expect(sample.isConverted && sample.values.count == 3)
        #expect(sample.values[0] == (light.isNaN ? .missing : .single(light)))
    }

    @Test func hueStaysWhereLightIsCompressed() throws {
        let pixel = try Self.open(Self.flat([8, 4, 0])).whole().pixel(1, 1)
        // Half the light of 255 is code 188.
        #expect(pixel[0] >= 254 && abs(pixel[1] - 187) <= 2 && pixel[2] == 0)
    }

    @Test func levelsShowLightUpToTheirWhite() throws {
        // 4.926 times white are 1,000 cd/m².
        let photo = try Self.open(Self.flat([2.463, 2.463, 0]))
        let levelled = try #require(try photo.applying(.identity))
        #expect(abs(try levelled.whole().pixel(0, 0)[0] - 188) <= 1)
        let dark = try Self.open(Self.flat([0.5, 0.5, 0.5]))
        let same = try #require(try dark.applying(.identity))
        #expect(abs(try same.whole().pixel(0, 0)[0] - 188) <= 1)
    }

    @Test func coloursAreDividedByAlphaAsLight() throws {
        let raster = try Self.open(Self.flat([0.25, 0.1, 0], alpha: 0.5)).whole()
        let pixel = raster.pixel(2, 2)
        #expect(abs(pixel[0] - 188) <= 1 && abs(pixel[1] - 124) <= 1 && pixel[2] == 0)
        #expect(abs(pixel[3] - 128) <= 1 && !raster.isOpaque)
        #expect(try Self.open(Self.flat([0.5, 0.5, 0.5], alpha: 1)).whole().isOpaque)
    }

    @Test func primariesAreConverted() throws {
        // Those of Display P3: its green is beyond sRGB's.
        let primaries: [Float] = [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329]
        let attribute = (
            "chromaticities", "chromaticities", primaries.flatMap { EXRWriter.float($0) }
        )
        let pixel = try Self.open(Self.flat([0.2, 0.5, 0.2], [attribute])).whole().pixel(0, 0)
        #expect(areNear(pixel, [102, 190, 117, 255], within: 2))
    }

    @Test func luminanceIsGrayAndChromaMakesItColour() throws {
        let luminance = Channel(name: "Y", kind: .float) { _, _, _ in 0.5 }
        var part = EXRWriter.Part(size: Self.size, channels: [luminance])
        let gray = try Self.open(EXRWriter(part))
        #expect(areNear(try gray.whole().pixel(3, 3), [188, 188, 188, 255], within: 1))
        // Red is half of the luminance, blue twice as much on the right.
        let blue = Channel(name: "BY", kind: .float, step: 2) { x, _, _ in x < 10 ? 0 : 1 }
        let red = Channel(name: "RY", kind: .float, step: 2) { _, _, _ in -0.5 }
        part.channels = [blue, red, luminance]
        part.corner = PixelPoint(x: 4, y: -2)
        let photo = try Self.open(EXRWriter(part))
        let raster = try photo.whole()
        #expect(photo.pages.count == 1)
        for y in [0, 7, 13] {
            #expect(areNear(raster.pixel(3, y), [137, 201, 188, 255], within: 2))
            #expect(areNear(raster.pixel(17, y), [136, 189, 252, 255], within: 2))
        }
        #expect(try photo.sample(at: PixelPoint(x: 19, y: 13)).values == [.single(0.5)])
    }

    @Test func layersAndChannelsAndPartsArePages() throws {
        let channel = { (name: String, number: Float) in
            Channel(name: name) { _, _, _ in number }
        }
        let names = ["B", "G", "R", "depth.Z", "left.B", "left.G", "left.R"]
        let first = EXRWriter.Part(
            size: Self.size, channels: zip(names, [0, 0, 1, 5, 1, 0, 0]).map(channel))
        let second = EXRWriter.Part(
            size: PixelSize(width: 9, height: 5),
            channels: [channel("G", 0.5)], tile: PixelSize(width: 4, height: 4))
        let photo = try Self.open(EXRWriter(first, second))
        #expect(photo.pages.count == 4)
        #expect(photo.pages.sizes.map(\.width) == [20, 20, 20, 9])
        #expect(areNear(try photo.whole().pixel(0, 0), [252, 0, 0, 255], within: 1))
        #expect(areNear(try photo.page(1).whole().pixel(0, 0), [0, 0, 252, 255], within: 1))
        #expect(try photo.page(2).sample(at: .origin).values == [.single(5)])
        #expect(try photo.page(3).sample(at: PixelPoint(x: 8, y: 4)).values == [.single(0.5)])
    }

    @Test func mipLevelsAreItsReductions() throws {
        let channels = ["B", "G", "R"].map { name in
            Channel(name: name) { _, _, level in level == 1 ? 0.5 : 0 }
        }
        var part = EXRWriter.Part(size: PixelSize(width: 32, height: 16), channels: channels)
        (part.tile, part.levels) = (PixelSize(width: 8, height: 8), 6)
        for isTiled in [false, true] {
            let photo = try Self.open(EXRWriter(part), isTiled: isTiled)
            let half = try photo.whole(reducedBy: .half)
            #expect(areNear(half.pixel(5, 5), [188, 188, 188, 255], within: 1))
            #expect(try photo.whole().pixel(5, 5) == [0, 0, 0, 255])
        }
    }

    @Test func aDamagedTileIsTransparentAndSaid() throws {
        let channel = Channel(name: "Y") { _, _, _ in 0.5 }
        var part = EXRWriter.Part(size: PixelSize(width: 16, height: 8), channels: [channel])
        part.tile = PixelSize(width: 8, height: 8)
        var bytes = EXRWriter(part).file
        // The second tile says that it has another place.
        bytes[bytes.count - 8 * 8 * 2 - 20] = 7
        let photo = try ImageDecoder.open(PhotoBytes(bytes), within: Opening.means)
        let raster = try photo.whole()
        #expect(raster.pixel(3, 3)[3] == 255 && raster.pixel(12, 3)[3] == 0)
        #expect(photo.status.damage == .badData)
        #expect(throws: DecodingFailure.damaged(.badData)) {
            try photo.sample(at: PixelPoint(x: 12, y: 3))
        }
    }

    @Test func aPictureThatIsTooLargeIsRefused() throws {
        let channel = Channel(name: "Y") { _, _, _ in 0 }
        let window = [0, 0, 1 << 20, 1 << 20].flatMap { EXRWriter.word($0) }
        var part = EXRWriter.Part(size: Self.size, channels: [channel])
        part.attributes = [("dataWindow", "box2i", window)]
        #expect(throws: DecodingFailure.self) { try Self.open(EXRWriter(part)) }
        // A whole window of tiles that would be unpacked in one piece.
        part.attributes = [
            ("dataWindow", "box2i", [0, 0, 9999, 9999].flatMap { EXRWriter.word($0) })
        ]
        part.tile = PixelSize(width: 10_000, height: 10_000)
        #expect(throws: DecodingFailure.tooLarge(PixelSize(width: 10_000, height: 10_000))) {
            try Self.open(EXRWriter(part))
        }
    }

    @Test func itsAttributesAreListed() {
        let note = ("comments", "string", Array("made by the test".utf8))
        let facts = ExifFacts.read(PhotoBytes(Self.flat([1, 1, 1], [note]).file))
            .map { "\($0.group) \($0.name): \($0.value)" }
        #expect(facts.contains("EXR comments: made by the test"))
        #expect(facts.contains("EXR channels: B float, G float, R float"))
        #expect(facts.contains("EXR dataWindow: 0 0 19 13"))
        #expect(facts.contains("EXR compression: none"))
        #expect(facts.contains("File FileType: EXR"))
    }

    @Test("P1: a file cut off anywhere, or with any wrong byte, is shown or refused")
    func damagedFiles() {
        var part = EXRWriter.Part(
            size: PixelSize(width: 6, height: 5),
            channels: ["B", "G", "R"].map { Channel(name: $0) { x, _, _ in Float(x) } })
        for tile in [nil, PixelSize(width: 4, height: 4)] {
            part.tile = tile
            let whole = EXRWriter(part).file
            for count in stride(from: 1, to: whole.count, by: 7) { Self.tryAll(whole[..<count]) }
            for place in FullMatrix.part(of: Array(whole.indices), every: 3) {
                var wrong = whole
                wrong[place] ^= 0xFF
                Self.tryAll(wrong[...])
            }
        }
    }

    private static func tryAll(_ bytes: ArraySlice<UInt8>) {
        _ = ExifFacts.read(PhotoBytes(Array(bytes)))
        do {
            let photo = try ImageDecoder.open(PhotoBytes(Array(bytes)), within: Opening.means)
            guard photo.size.area ?? .max < 1 << 16 else { return }
            #expect(try photo.page(photo.pages.count - 1).whole().size.area != nil)
        } catch {
            #expect(error is DecodingFailure)
        }
    }
}
