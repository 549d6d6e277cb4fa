import Imaging
import Synchronization
import TerminalProtocols
import TestSupport
import Testing

/// Pictures on their way to the store, by each medium.
struct KittyEncoderTests {
    @Test(arguments: ["1x1", "31x33", "200x61"] as [PixelSize])
    func sendsPicturesInsideTheSequences(size: PixelSize) throws {
        let picture = Raster.sky(width: size.width, height: size.height)
        var terminal = KittyReader(cell: CellMetrics(width: 8, height: 10))
        var bytes: [UInt8] = []
        KittyEncoder(png: PlainPNG.bytes(of:)).transmit(picture, as: 7, into: &bytes)
        try terminal.read(bytes)
        #expect(terminal.images[7]?.pixels == picture.pixels)
        #expect(terminal.placements.isEmpty)
    }

    @Test(arguments: [
        (share: KittyShare.sharedMemory(name: "/name"), medium: "s"),
        (share: .file(path: "/tmp/x-tty-graphics-protocol"), medium: "t"),
    ])
    func laysPicturesOutForTheTerminal(share: KittyShare, medium: String) throws {
        let picture = Raster.sky(width: 33, height: 21)
        let laidOut = Mutex<[UInt8]>([])
        let encoder = KittyEncoder(png: PlainPNG.bytes(of:)) { count, fill in
            var samples = [UInt8](repeating: 0, count: count)
            samples.withUnsafeMutableBytes { fill($0) }
            laidOut.withLock { [samples] in $0 = samples }
            return share
        }
        var bytes: [UInt8] = []
        encoder.transmit(picture, as: 7, into: &bytes)
        let samples = laidOut.withLock { $0 }
        var terminal = KittyReader(cell: CellMetrics(width: 8, height: 10)) { _ in samples }
        try terminal.read(bytes)
        #expect(terminal.images[7] == picture)
        #expect(terminal.commands.first?["t"] == medium)
        #expect(bytes.count < 120)
    }

    @Test
    func sendsDirectlyWhatCannotBeShared() throws {
        let picture = Raster.sky(width: 33, height: 21)
        var terminal = KittyReader(cell: CellMetrics(width: 8, height: 10))
        var bytes: [UInt8] = []
        KittyEncoder(png: PlainPNG.bytes(of:), share: { _, _ in nil })
            .transmit(picture, as: 7, into: &bytes)
        try terminal.read(bytes)
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
            let isOurs = probe.take(image: image, message: Array(answer.utf8))
            #expect(isOurs)
        }
        let isOurs = probe.take(image: 31, message: Array("OK".utf8))
        #expect(!isOurs)
        #expect(probe.medium == medium)
        #expect(probe.isComplete == !answers.isEmpty)
    }
}
