import Imaging
import Synchronization
import TerminalProtocols
import TestSupport
import Testing

/// Pictures for kitty's store, by each medium.
struct KittyEncoderTests {
    @Test(arguments: ["1x1", "31x33", "200x61"] as [PixelSize])
    func sendsPicturesInsideTheSequences(size: PixelSize) throws {
        let picture = Raster.sky(width: size.width, height: size.height)
        var terminal = KittyReader(cell: CellMetrics(width: 8, height: 10))
        let payload = KittyEncoder(png: PlainPNG.bytes(of:)).payload(of: picture, by: .direct)
        try terminal.read(payload.bytes(storing: 7))
        #expect(terminal.images[7]?.pixels == picture.pixels)
        #expect(terminal.placements.isEmpty)
    }

    @Test func printsCommandsBeforeThePictureIsEncoded() {
        let picture = Raster.sky(width: 60, height: 61)
        let encoder = KittyEncoder(png: PlainPNG.bytes(of:))
        let pieces = Mutex<[[UInt8]]>([])
        let isBegun = Mutex(false)
        encoder.print(
            picture, by: .direct,
            encodedBy: { raster, output in
                PlainPNG.encode(raster, to: output)
                isBegun.withLock { $0 = pieces.withLock { !$0.isEmpty } }
            }, to: { piece in pieces.withLock { $0.append(piece) } })
        var whole: [UInt8] = []
        encoder.print(picture, into: &whole)
        let hasBegun = isBegun.withLock { $0 }
        #expect(hasBegun)
        let all = pieces.withLock { $0 }
        #expect(Array(all.joined()) == whole)
        #expect(all.allSatisfy { $0.last == UInt8(ascii: "\\") })
    }

    @Test(arguments: [
        (
            medium: KittyMedium.sharedMemory, share: KittyTransport.sharedMemory(name: "/name"),
            letter: "s"
        ),
        (medium: .file, share: .file(path: "/tmp/x-tty-graphics-protocol"), letter: "t"),
    ])
    func laysPicturesOutForTheTerminal(
        medium: KittyMedium, share: KittyTransport, letter: String
    ) throws {
        let picture = Raster.sky(width: 33, height: 21)
        let laidOut = Mutex<[UInt8]>([])
        let encoder = KittyEncoder(png: PlainPNG.bytes(of:)) { wanted, count, fill in
            guard wanted == medium else { return nil }
            var samples = [UInt8](repeating: 0, count: count)
            samples.withUnsafeMutableBytes { fill($0) }
            laidOut.withLock { [samples] in $0 = samples }
            return share
        }
        let payload = encoder.payload(of: picture, by: medium)
        let bytes = payload.bytes(storing: 7)
        let samples = laidOut.withLock { $0 }
        var terminal = KittyReader(cell: CellMetrics(width: 8, height: 10)) { _ in samples }
        try terminal.read(bytes)
        #expect(terminal.images[7] == picture)
        #expect(terminal.commands.first?["t"] == letter)
        #expect(payload.share == share && bytes.count < 120)
    }

    @Test
    func sendsDirectlyWhatCannotBeShared() throws {
        let picture = Raster.sky(width: 33, height: 21)
        var terminal = KittyReader(cell: CellMetrics(width: 8, height: 10))
        let payload = KittyEncoder(png: PlainPNG.bytes(of:), share: { _, _, _ in nil })
            .payload(of: picture, by: .sharedMemory)
        #expect(payload.share == nil)
        try terminal.read(payload.bytes(storing: 7))
        #expect(terminal.images[7]?.pixels == picture.pixels)
    }

    @Test(arguments: [
        (answers: ["OK", "OK"], medium: KittyMedium.sharedMemory),
        (answers: ["EBADF:", "OK"], medium: .file),
        (answers: ["ENOTSUPPORTED:", "ENOTSUPPORTED:"], medium: .direct),
        (answers: [], medium: .direct),
    ])
    func aProbeFindsTheBestMedium(answers: [String], medium: KittyMedium) throws {
        var probe = KittyMediumProbe([.sharedMemory(name: "/a"), .file(path: "/tmp/b")])
        var terminal = KittyReader(cell: CellMetrics(width: 8, height: 10))
        try terminal.read(probe.bytes)
        let asked = terminal.commands.compactMap { $0["i"].flatMap { Int($0) } }
        #expect(asked.count == 2 && terminal.commands.allSatisfy { $0["a"] == "q" })
        for (image, answer) in zip(asked, answers) {
            let isOurs = probe.receive(image: image, message: Array(answer.utf8))
            #expect(isOurs)
        }
        let isOurs = probe.receive(image: 31, message: Array("OK".utf8))
        #expect(!isOurs)
        #expect(probe.medium == medium)
        #expect(probe.isComplete == !answers.isEmpty)
    }
}

struct ITerm2EncoderTests {
    @Test(arguments: ["1x1", "2x1", "3x1", "80x33"] as [PixelSize])
    func writesThePixelsAndTheirSize(size: PixelSize) throws {
        let picture = Raster.sky(width: size.width, height: size.height)
        var bytes: [UInt8] = []
        ITerm2Encoder(png: PlainPNG.bytes(of:)).encode(
            Frame(raster: picture, anchor: .origin, quality: .atRest), into: &bytes)
        let reader = try ITerm2Reader(bytes)
        #expect(reader.raster.pixels == picture.pixels)
        #expect(reader.arguments["width"] == "\(size.width)px")
        #expect(reader.arguments["height"] == "\(size.height)px")
        #expect(reader.arguments["inline"] == "1")
        #expect(reader.arguments["preserveAspectRatio"] == "0")
    }
}
