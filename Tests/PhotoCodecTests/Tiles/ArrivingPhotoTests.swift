import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// A photo that is walked while it is downloaded.
@Suite struct ArrivingPhotoTests {
    /// 1.5 MB of noise, in strips with restarts, as large files are.
    private static let file: [UInt8] = {
        let folder = FileManager.default.temporaryDirectory
        let place = folder.appending(path: "ArrivingPhoto-\(UUID().uuidString).jpg")
        defer { try? FileManager.default.removeItem(at: place) }
        let size = PixelSize(width: 1500, height: 1600)
        let format = JPEGFormat(size: size, layout: .rgb, quality: 90)
        var numbers = SeededNumbers(seed: 3)
        do {
            var writer = try JPEGWriter(
                path: place.path, format: format, rowsPerStrip: format.rowsPerStrip(near: 64))
            let rows = format.rowsPerStrip(near: 64)
            for _ in 0..<(size.height / rows) {
                let pixels = (0..<(size.width * rows * 3)).map { _ in
                    UInt8.random(in: 0...255, using: &numbers)
                }
                try writer.append(JPEGStripEncoder(format: format).strip(of: pixels))
            }
            try writer.finish()
            return [UInt8](try Data(contentsOf: place))
        } catch {
            return []
        }
    }()

    /// Hands a file over in pieces of any size.
    private static func feed(
        _ bytes: ArraySlice<UInt8>, of total: Int?, to photo: ArrivingPhoto, seed: UInt64 = 1
    ) {
        var numbers = SeededNumbers(seed: seed)
        var offset = bytes.startIndex
        while offset < bytes.endIndex {
            let count = Int.random(in: 1...40_000, using: &numbers)
            let end = min(bytes.endIndex, offset + count)
            photo.take(Array(bytes[offset..<end]), at: offset, of: total)
            offset = end
        }
    }

    /// What the program does when all bytes are there.
    private static func whole(
        _ arriving: ArrivingPhoto, _ file: [UInt8]
    ) throws -> any ImageSource {
        try arriving.whole(byteCount: file.count) ?? PhotoOpener.open(PhotoBytes(file))
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func hasTheSamePixelsHoweverItCame(seed: UInt64) throws {
        let file = Self.file
        try #require(file.count > 1_000_000)
        let arriving = ArrivingPhoto(within: TiledPhotos.means)
        Self.feed(file[...], of: file.count, to: arriving, seed: seed)
        let photo = try #require(arriving.whole(byteCount: file.count))
        let plain = try PhotoOpener.open(PhotoBytes(file))
        let area = PixelRect(x: 700, y: 1200, width: 300, height: 300)
        #expect(
            try photo.pixels(of: area, reducedBy: .none).raster
                == plain.pixels(of: area, reducedBy: .none).raster)
        #expect(try photo.whole(reducedBy: .eighth) == plain.whole(reducedBy: .eighth))
        #expect(photo.status.damage == nil)
    }

    /// What has come was walked before the last byte is there.
    @Test func isWalkedInStep() throws {
        let file = Self.file
        let arriving = ArrivingPhoto(within: TiledPhotos.means)
        let most = file.count * 9 / 10
        Self.feed(file[..<most], of: file.count, to: arriving)
        // The walk is on another thread: its figure is waited for, with all but the end held back.
        for _ in 0..<2000 where arriving.fractionWalked < 0.5 { usleep(1000) }
        #expect((0.5..<1).contains(arriving.fractionWalked))
        Self.feed(file[most...], of: file.count, to: arriving)
        let photo = try Self.whole(arriving, file)
        #expect(try photo.whole(reducedBy: .eighth).size == photo.size.reduced(by: .eighth))
    }

    /// A transfer that broke off is tried again from its beginning.
    @Test func beginsAnew() throws {
        let file = Self.file
        let arriving = ArrivingPhoto(within: TiledPhotos.means)
        Self.feed(file[..<(file.count / 2)], of: file.count, to: arriving)
        Self.feed(file[...], of: file.count, to: arriving, seed: 5)
        let photo = try Self.whole(arriving, file)
        let plain = try PhotoOpener.open(PhotoBytes(file))
        #expect(try photo.whole(reducedBy: .quarter) == plain.whole(reducedBy: .quarter))
    }

    /// What cannot be walked in step is opened when all of it is there.
    @Test(arguments: ["progressive-420.jpg", "rgb.png", "420.jpg"])
    func everyOtherKindIsOpenedAtTheEnd(name: String) throws {
        let file = try TiledPhotos.bytes(name)
        for total in [nil, file.count, file.count + 9] {
            let arriving = ArrivingPhoto(within: TiledPhotos.means)
            Self.feed(file[...], of: total, to: arriving)
            #expect(arriving.whole(byteCount: file.count) == nil)
            let photo = try Self.whole(arriving, file)
            #expect(try photo.whole() == PhotoOpener.open(PhotoBytes(file)).whole())
        }
    }

    @Test func aGapInWhatCameIsNoHarm() throws {
        let file = Self.file
        let arriving = ArrivingPhoto(within: TiledPhotos.means)
        arriving.take(Array(file[..<100_000]), at: 0, of: file.count)
        arriving.take(Array(file[200_000...]), at: 200_000, of: file.count)
        let photo = try Self.whole(arriving, file)
        let plain = try PhotoOpener.open(PhotoBytes(file))
        #expect(try photo.whole(reducedBy: .half) == plain.whole(reducedBy: .half))
    }

    /// One that is a server's mistake is shown as far as it goes, and said to be damaged.
    @Test func aFileThatIsCutOffIsDamaged() throws {
        let file = Array(Self.file[..<(Self.file.count / 2)])
        let arriving = ArrivingPhoto(within: TiledPhotos.means)
        Self.feed(file[...], of: file.count, to: arriving)
        let photo = try Self.whole(arriving, file)
        _ = try photo.whole(reducedBy: .eighth)
        #expect(photo.status.damage?.reason == "Premature end of JPEG file")
    }

    @Test func nobodyWaitsForWhatIsGivenUp() {
        let arriving = ArrivingPhoto(within: TiledPhotos.means)
        Self.feed(Self.file[..<900_000], of: Self.file.count, to: arriving)
        // Its end lets the walk go; a walk that waited for ever would keep a thread each time.
        #expect(arriving.fractionWalked < 1)
    }
}
