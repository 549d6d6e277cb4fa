import Imaging
import PhotoCodec
import TestSupport
import Testing

/// Damaged files, made tile by tile: what is there is shown, what is missing is gray.
@Suite struct DamagedTilesTests {
    @Test(arguments: ["420.jpg", "444.jpg", "gray.jpg", "restart-1-row.jpg", "cmyk.jpg"])
    func showsWhatIsThereOfAFileThatIsCutOff(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        let start = PhotoBytes(Array(bytes[..<(bytes.count * 6 / 10)]))
        let photo = try ImageDecoder.open(start, within: TiledPhotos.means)
        let raster = try photo.whole()
        #expect(photo.status.damage?.reason == "Premature end of JPEG file")
        let whole = try ImageDecoder.open(PhotoBytes(bytes)).whole()
        let known = whole.size.height / 4
        #expect(
            raster.pixels.prefix(known * whole.size.width * 4)
                == whole.pixels.prefix(known * whole.size.width * 4))
        #expect(raster.pixel(0, whole.size.height - 1) == [128, 128, 128, 255])
        #expect(raster.isOpaque)
    }

    @Test func whatFollowsThePictureIsNotLookedAt() throws {
        let bytes = try TiledPhotos.bytes("420.jpg")
        let garbage = bytes + bytes + [0xFF, 0xD0, 0xFF, 0xFF]
        let photo = try ImageDecoder.open(PhotoBytes(garbage), within: TiledPhotos.means)
        #expect(try photo.whole() == ImageDecoder.open(PhotoBytes(bytes)).whole())
        #expect(photo.status.damage == nil)
    }

    /// Every restart begins anew: what lies between two others is all that a fault spoils.
    @Test func goesOnBehindAStretchThatIsMissing() throws {
        let bytes = try TiledPhotos.bytes("restart-1-row.jpg")
        let restarts = bytes.indices.dropLast().filter {
            bytes[$0] == 0xFF && (0xD0...0xD7).contains(bytes[$0 + 1])
        }
        let hole = Array(bytes[...(restarts[2] + 20)] + bytes[restarts[3]...])
        let photo = try ImageDecoder.open(PhotoBytes(hole), within: TiledPhotos.means)
        let raster = try photo.whole()
        let whole = try ImageDecoder.open(PhotoBytes(bytes)).whole()
        #expect(photo.status.damage != nil)
        for row in [0, 40, 67, 100, 140] { #expect(raster.pixel(9, row) == whole.pixel(9, row)) }
        #expect(raster.pixel(200, 56) == [128, 128, 128, 255])
    }

    @Test(arguments: ["restart-3-units.jpg", "flat.jpg", "progressive-420.jpg", "three-scans.jpg"])
    func survivesEveryCut(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        for count in stride(from: 1, to: bytes.count, by: max(1, bytes.count / 300)) {
            Self.decodeIfPossible(Array(bytes[..<count]))
        }
    }

    @Test(arguments: ["restart-3-units.jpg", "420-optimised.jpg", "progressive-444.jpg"])
    func survivesWrongBytes(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        var numbers = SeededNumbers(seed: 9)
        for round in 0..<400 {
            var wrong = bytes
            let isInHeader = round % 2 == 0
            for _ in 0..<3 {
                let range = isInHeader ? 2..<700 : 600..<bytes.count
                let offset = Int.random(in: range, using: &numbers)
                wrong[offset] = UInt8.random(in: 0...255, using: &numbers)
            }
            Self.decodeIfPossible(wrong)
        }
    }

    private static func decodeIfPossible(_ bytes: [UInt8]) {
        do {
            let photo = try ImageDecoder.open(PhotoBytes(bytes), within: TiledPhotos.means)
            // A wrong header may claim more pixels than a test should decode.
            guard let area = photo.size.area, area < 4_000_000 else { return }
            for reduction in [Reduction.none, .eighth, .sixteenth] {
                let raster = try photo.whole(reducedBy: reduction)
                #expect(raster.size == photo.size.reduced(by: reduction))
            }
        } catch {
            #expect(error is DecodingFailure)
        }
    }
}
