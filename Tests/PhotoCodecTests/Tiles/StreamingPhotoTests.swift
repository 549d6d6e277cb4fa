import Decoding
import Files
import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// A photo that is read during its download.
@Suite struct ArrivingPhotoTests {
    /// 1.5 MB of noise, in strips with restarts, like large files.
    private static let file: [UInt8] = {
        let folder = FileManager.default.temporaryDirectory
        let place = folder.appending(path: "StreamingPhoto-\(UUID().uuidString).jpg")
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

    /// A download in progress, and the photo that reads ahead in it.
    private struct Transfer {
        let bytes: [UInt8]
        let file: ArrivingFile
        let photo: StreamingPhoto?
        private let decoder = SandboxedDecoder(within: TiledPhotos.means, by: nil)

        init(of bytes: [UInt8], total: Int? = nil) throws {
            self.bytes = bytes
            let total = total ?? bytes.count
            let memory = try #require(Descriptor.memory(byteCount: total))
            file = ArrivingFile(OpenFile(memory, byteCount: total), StreamingData())
            photo = decoder.readAhead(in: file)
        }

        /// Delivers bytes in pieces of any size.
        func bring(_ part: Range<Int>, seed: UInt64 = 1) {
            var numbers = SeededNumbers(seed: seed)
            var offset = part.lowerBound
            while offset < part.upperBound {
                let end = min(part.upperBound, offset + Int.random(in: 1...40_000, using: &numbers))
                let piece = Array(bytes[offset..<end])
                #expect((try? file.file.descriptor?.write(piece, at: offset)) != nil)
                file.arrival.announce(count: end)
                offset = end
            }
        }

        /// Returns the photo after the last byte.
        func opened() throws -> any ImageSource {
            file.arrival.end()
            return try decoder.open(file.file, photo)
        }
    }

    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func hasTheSamePixelsHoweverItCame(seed: UInt64) throws {
        let file = Self.file
        try #require(file.count > 1_000_000)
        let transfer = try Transfer(of: file)
        transfer.bring(0..<file.count, seed: seed)
        let photo = try transfer.opened()
        let plain = try ImageDecoder.open(PhotoBytes(file))
        let area = PixelRect(x: 700, y: 1200, width: 300, height: 300)
        #expect(
            try photo.pixels(of: area, reducedBy: .none).raster
                == plain.pixels(of: area, reducedBy: .none).raster)
        #expect(try photo.whole(reducedBy: .eighth) == plain.whole(reducedBy: .eighth))
        #expect(photo.status.damage == nil)
    }

    /// Arrived bytes are read before the last one arrives.
    @Test func isReadInStep() throws {
        let file = Self.file
        let transfer = try Transfer(of: file)
        let ahead = try #require(transfer.photo)
        let most = file.count * 9 / 10
        transfer.bring(0..<most)
        // It is read on another thread: the test waits for its progress, with the end held back.
        _ = waitUntil(within: 10) { ahead.fractionRead >= 0.5 }
        #expect((0.5..<1).contains(ahead.fractionRead))
        transfer.bring(most..<file.count)
        let photo = try transfer.opened()
        #expect(try photo.whole(reducedBy: .eighth).size == photo.size.reduced(by: .eighth))
    }

    /// Another file, from a retried transfer, is opened separately.
    @Test func anotherFileIsNotTakenForTheOneThatWasReadAhead() throws {
        let file = Self.file
        let broken = try Transfer(of: file)
        broken.bring(0..<(file.count / 2))
        broken.file.arrival.end()
        let whole = try #require(OpenFile(file))
        let photo = try SandboxedDecoder(within: TiledPhotos.means, by: nil).open(
            whole, broken.photo)
        let plain = try ImageDecoder.open(PhotoBytes(file))
        #expect(try photo.whole(reducedBy: .quarter) == plain.whole(reducedBy: .quarter))
    }

    /// A file that cannot be read along with its bytes is opened when it is complete.
    @Test(arguments: ["progressive-420.jpg", "rgb.png", "420.jpg"])
    func everyOtherKindIsOpenedAtTheEnd(name: String) throws {
        let file = try TiledPhotos.bytes(name)
        let padded = file + [UInt8](repeating: 0, count: 2 << 20)
        for bytes in [file, padded] {
            let transfer = try Transfer(of: bytes)
            #expect((transfer.photo == nil) == (bytes.count == file.count))
            transfer.bring(0..<bytes.count)
            #expect(try transfer.opened().whole() == ImageDecoder.open(PhotoBytes(file)).whole())
        }
    }

    /// A file truncated by the server is shown as far as it goes, and reported as damaged.
    @Test func aFileThatIsCutOffIsDamaged() throws {
        let file = Array(Self.file[..<(Self.file.count / 2)])
        let transfer = try Transfer(of: file)
        transfer.bring(0..<file.count)
        let photo = try transfer.opened()
        _ = try photo.whole(reducedBy: .eighth)
        #expect(photo.status.damage == .endsEarly)
    }

    /// A reader that waited without limit would keep a thread each time.
    @Test func aTransferThatIsGivenUpLetsItsReaderGo() throws {
        var transfer: Transfer? = try Transfer(of: Self.file)
        weak var reader: StreamingPhoto?
        reader = transfer?.photo
        transfer?.bring(0..<900_000)
        transfer?.file.arrival.end()
        transfer = nil
        #expect(waitUntil(within: 10) { reader == nil })
    }
}
