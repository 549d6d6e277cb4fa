import Dispatch
import Foundation
import Imaging
import JPEGTiling
import Synchronization
import Testing

/// The module alone: bytes in, bytes and pixels at 1/8 out, without a decoder for comparison.
///
/// `PhotoCodecTests` compares the same files, cut into tiles, with TurboJPEG.
@Suite struct JPEGTilingTests {
    static let oneScan = [
        "420.jpg", "444.jpg", "422.jpg", "440.jpg", "gray.jpg", "rgb.jpg", "cmyk.jpg",
        "420-optimised.jpg", "restart-3-units.jpg", "restart-1-row.jpg", "flat.jpg",
    ]
    static let manyScans = [
        "progressive-420.jpg", "progressive-444.jpg", "progressive-gray.jpg",
        "progressive-cmyk.jpg", "three-scans.jpg",
    ]

    /// Segments are decoded from the last to the first, so that each can synchronise with the next.
    private static let backwards: JPEGInput.ConcurrentLoop = { count, body in
        for number in (0..<count).reversed() { body(number) }
    }

    private static let onAllCores: JPEGInput.ConcurrentLoop = { count, body in
        DispatchQueue.concurrentPerform(iterations: count) { body($0) }
    }

    @Test(arguments: oneScan, [60, 200, 700, 2500])
    func theIndexIsTheSameHoweverTheWorkIsDivided(name: String, partBytes: Int) throws {
        let file = try SampleFile(name)
        let (photo, whole) = try file.indexed()
        #expect(whole.rows == photo.scan.frame.mcusDown - 1)
        let record = file.record(of: photo)
        for loop in [Self.backwards, Self.onAllCores] {
            let (other, progress) = try file.indexed(partBytes: partBytes, loop)
            #expect(file.record(of: other) == record)
            #expect(progress.damage == nil)
        }
        let alone = try file.indexed(isArriving: true).photo
        #expect(file.record(of: alone) == record)
    }

    // Excludes the file whose tiles' rows end with restart intervals: their padding is copied too.
    // libjpeg skips it, and `ReducedDecoder` leaves such a tile to libjpeg.
    @Test(arguments: oneScan.filter { $0 != "restart-3-units.jpg" })
    func aTileHasThePixelsOfItsPlace(name: String) throws {
        let file = try SampleFile(name)
        let photo = try file.indexed().photo
        let frame = photo.scan.frame
        for area in [
            PixelRect(x: 0, y: 0, width: 1, height: 1),
            PixelRect(x: 40, y: 30, width: 50, height: 40),
            PixelRect(frame.size),
        ] {
            let rect = MCURect(under: area, of: frame)
            let (tile, counts) = file.bytes.withUnsafeBytes {
                TileAssembler(photo, in: $0).assemble(rect) { ([UInt8]($0), $1) }
            }
            #expect(counts == rect.rows.map { _ in rect.columns.count })
            let pixels = rect.pixels(of: frame)
            let small = try #require(SampleFile(tile).reduced())
            let eighth = PixelRect(
                x: pixels.minX / 8, y: pixels.minY / 8,
                width: pixels.size.reduced(by: .eighth).width,
                height: pixels.size.reduced(by: .eighth).height)
            #expect(
                SampleFile.pixels(of: small, in: PixelRect(eighth.size))
                    == SampleFile.pixels(of: photo.planes, in: eighth))
        }
    }

    @Test(arguments: manyScans)
    func transcodingKeepsThePicture(name: String) throws {
        let file = try SampleFile(name)
        let baseline = try file.transcoded()
        let size = try file.header.frame.size
        #expect(try baseline.header.isSingleScan)
        #expect(try baseline.header.frame.size == size)
        let area = PixelRect(size.reduced(by: .eighth))
        let before = try #require(file.reduced())
        let after = try #require(baseline.reduced())
        #expect(SampleFile.pixels(of: before, in: area) == SampleFile.pixels(of: after, in: area))
    }

    /// The transcoder fills the index of a file it has just written.
    @Test(arguments: manyScans)
    func transcodingMakesTheIndex(name: String) throws {
        let baseline = try SampleFile(name).transcoded()
        let photo = try #require(baseline.transcodedPhoto)
        let bits = try baseline.indexed().photo
        for row in 0..<photo.scan.frame.mcusDown {
            let rect = MCURect(
                under: PixelRect(
                    x: 0, y: row * photo.scan.frame.mcuSize.height,
                    width: photo.scan.frame.size.width, height: 1), of: photo.scan.frame)
            #expect(photo.byteRange(of: rect) == bits.byteRange(of: rect))
        }
    }

    @Test(arguments: ["420.jpg", "gray.jpg"])
    func aRecordIsRestoredForItsOwnFileOnly(name: String) throws {
        let file = try SampleFile(name)
        let record = file.record(of: try file.indexed().photo)
        let restored = try file.empty()
        let isRestored = file.bytes.withUnsafeBytes {
            IndexRecord(of: restored, in: $0).restore(from: record)
        }
        #expect(isRestored)
        #expect(file.record(of: restored) == record)
        var changed = file.bytes
        changed[changed.count / 2] ^= 1
        changed[changed.count - 70] ^= 1
        let other = try SampleFile(changed).empty()
        let isOther = changed.withUnsafeBytes {
            IndexRecord(of: other, in: $0).restore(from: Array(record.dropLast()))
        }
        #expect(!isOther)
    }

    @Test(arguments: oneScan)
    func aFileThatIsCutHasTheRowsBeforeTheCut(name: String) throws {
        let whole = try SampleFile(name)
        let cut = SampleFile(Array(whole.bytes.prefix(whole.bytes.count * 7 / 10)))
        let (photo, progress) = try cut.indexed(partBytes: 200, Self.backwards)
        #expect(progress.damage == .endsEarly)
        #expect(cut.reduced() == nil)
        let row = PixelRect(
            x: 0, y: 0, width: photo.scan.frame.size.reduced(by: .eighth).width, height: 2)
        let known = try #require(whole.reduced())
        #expect(
            SampleFile.pixels(of: photo.planes, in: row) == SampleFile.pixels(of: known, in: row))
    }

    @Test func anAbandonedPassAnnouncesNothing() throws {
        let file = try SampleFile("420.jpg")
        let (_, progress) = try file.indexed(partBytes: 200, isAbandoned: true)
        #expect(progress.rows == 0)
    }

    /// Any number of bytes of ones may precede a marker; a stuffed zero makes them data.
    @Test(arguments: 0..<20)
    func markersAreFoundAtAnyDistance(distance: Int) {
        let bytes: [UInt8] =
            [0xFF, 0xD8] + [UInt8](repeating: 7, count: distance)
            + [0xFF, 0, 0xFF, 0xFF, 0, 9, 0xFF, 0xFF, 0xFE, 0, 4, 1, 2, 0xFF, 0xD9]
        bytes.withUnsafeBytes { source in
            var segments = JPEGSegments(source)
            let comment = segments.next()
            #expect(comment?.marker == 0xFE)
            #expect(comment?.offset == distance + 9)
            #expect(comment.map { Array($0.payload.bytes) } == [1, 2])
            let isLast = segments.next() == nil
            #expect(isLast)
        }
    }
}

/// A file in memory, and the module's results for it.
private struct SampleFile {
    let bytes: [UInt8]
    /// The index made by the transcoder.
    var transcodedPhoto: IndexedScan?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(_ name: String) throws {
        let package = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        self.init(
            [UInt8](try Data(contentsOf: package.appending(path: "Fixtures/Photos/Tiles/\(name)"))))
    }

    var header: JPEGHeader {
        get throws { try bytes.withUnsafeBytes { try JPEGHeader($0) } }
    }

    func empty() throws -> IndexedScan {
        let header = try header
        return try #require(
            bytes.withUnsafeBytes { IndexedScan($0, header: header, tileSide: 32) })
    }

    func indexed(
        partBytes: Int = .max, _ loop: JPEGInput.ConcurrentLoop? = nil,
        isArriving: Bool = false, isAbandoned: Bool = false
    ) throws -> (photo: IndexedScan, progress: RecordedProgress) {
        let photo = try empty()
        let progress = RecordedProgress(isAbandoned: isAbandoned)
        bytes.withUnsafeBytes { source in
            var input = JPEGInput(source)
            input.partBytes = partBytes
            if let loop { input.concurrentPerform = loop }
            if isArriving { input.waitForBytes = { _ in } }
            var indexer = ScanIndexer(photo, progress: progress)
            indexer.run(input)
        }
        return (photo, progress)
    }

    func record(of photo: IndexedScan) -> [UInt8] {
        bytes.withUnsafeBytes { IndexRecord(of: photo, in: $0).bytes }
    }

    func reduced() -> ReducedPlanes? {
        guard let header = try? header else { return nil }
        return bytes.withUnsafeBytes { ReducedDecoder.decode(JPEGInput($0), header: header) }
    }

    func transcoded() throws -> SampleFile {
        let frame = try header.frame
        return try bytes.withUnsafeBytes { source in
            let input = JPEGInput(source)
            let transcoder = try #require(BaselineTranscoder(input, frame: frame))
            var written = transcoder.header
            let photo = try SampleFile(written).empty()
            try transcoder.transcode(
                input, to: photo, progress: RecordedProgress(isAbandoned: false)
            ) { part, offset throws(DecodingFailure) in
                #expect(offset == written.count)
                written += part
            }
            var file = SampleFile(written)
            file.transcodedPhoto = photo
            return file
        }
    }

    static func pixels(of planes: ReducedPlanes, in area: PixelRect) -> [UInt8] {
        Raster.bytes(of: area.size) { planes.write(area, to: $0) }
    }
}

private final class RecordedProgress: ScanProgress {
    private let state = Mutex<(rows: Int, damage: Damage?)>((0, nil))
    let isAbandoned: Bool

    init(isAbandoned: Bool) { self.isAbandoned = isAbandoned }

    var rows: Int { state.withLock { $0.rows } }
    var damage: Damage? { state.withLock { $0.damage } }

    func announce(rows: Int) { state.withLock { $0.rows = max($0.rows, rows) } }
    func note(_ damage: Damage) { state.withLock { $0.damage = $0.damage ?? damage } }
}
