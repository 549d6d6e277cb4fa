import Imaging
import JPEGTiling
import TestSupport
import Testing

@testable import PhotoCodec

/// A JPEG at 1/8 is decoded by several cores that start anywhere in its bits.
@Suite struct ReducedDecodingTests {
    private static func means(partBytes: Int) -> DecodingOptions {
        var means = Opening.means
        means.partBytes = partBytes
        return means
    }

    @Test(arguments: JPEGTilesTests.names, [200, 700, 2500, .max])
    func howeverItIsSharedOutItEqualsTurboJPEGs(name: String, partBytes: Int) throws {
        let bytes = PhotoBytes(try TiledPhotos.bytes(name))
        let photo = try ImageDecoder.open(bytes, within: Self.means(partBytes: partBytes))
        #expect(try photo.whole(reducedBy: .eighth) == Self.turboJPEGs(bytes))
        #expect(photo.status.damage == nil)
    }

    @Test(arguments: JPEGTilesTests.names)
    func tilesOfAnEighthAreTheSame(name: String) throws {
        let bytes = PhotoBytes(try TiledPhotos.bytes(name))
        let tiled = try ImageDecoder.open(bytes, within: TiledPhotos.means)
        #expect(try tiled.whole(reducedBy: .eighth) == Self.turboJPEGs(bytes))
    }

    private static func turboJPEGs(_ bytes: PhotoBytes) throws -> Raster {
        try bytes.withUnsafeBytes { source in
            let header = try JPEGHeader(source)
            let size = header.frame.size.reduced(by: .eighth)
            let isCMYK = header.frame.components.count == 4
            var pixels = [UInt8](repeating: 0, count: size.width * size.height * 4)
            pixels.withUnsafeMutableBufferPointer { target in
                let outcome = TurboJPEG.decode(source, into: target, size: size, isCMYK: isCMYK)
                #expect(outcome == .complete)
                if isCMYK { CMYK.convert(target, isInverted: true) }
            }
            return Raster(size: size, pixels: pixels)
        }
    }

    /// At a quarter TurboJPEG finds the damage.
    @Test(arguments: ["420.jpg", "gray.jpg", "restart-3-units.jpg"], [300, .max])
    func damageIsToldAsAtOtherReductions(name: String, partBytes: Int) throws {
        var numbers = SeededNumbers(seed: 7)
        let whole = try TiledPhotos.bytes(name)
        var damaged = 0
        for _ in 0..<40 {
            var bytes = whole
            let place = Int.random(in: (bytes.count / 4)..<bytes.count, using: &numbers)
            bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            let means = Self.means(partBytes: partBytes)
            let photo = try ImageDecoder.open(PhotoBytes(bytes), within: means)
            let other = try ImageDecoder.open(PhotoBytes(bytes), within: means)
            _ = try? photo.whole(reducedBy: .eighth)
            _ = try? other.whole(reducedBy: .quarter)
            #expect(photo.status.damage == other.status.damage, "byte \(place)")
            damaged += photo.status.damage == nil ? 0 : 1
        }
        #expect(damaged > 0)
    }

    @Test func aFileCutInTheMiddleIsShownAsFarAsItGoes() throws {
        let bytes = try TiledPhotos.bytes("420.jpg")
        let cut = PhotoBytes(Array(bytes[..<(bytes.count / 2)]))
        let photo = try ImageDecoder.open(cut, within: Self.means(partBytes: 300))
        let raster = try photo.whole(reducedBy: .eighth)
        #expect(photo.status.damage != nil)
        #expect(Set(raster.pixels.prefix(400)).count > 4)
    }
}

/// A JPEG in several scans at 1/8 is made from only some of them.
@Suite struct ProgressiveReductionTests {
    static let names = ["progressive-420.jpg", "progressive-444.jpg", "progressive-gray.jpg"]

    /// Returns a byte of each brightness scan without means: of the detail that an eighth lacks.
    private static func details(_ bytes: [UInt8]) -> [Int] {
        let scans = bytes.indices.dropLast(12).filter {
            bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA
        }
        return scans.filter { bytes[$0 + 4] == 1 && bytes[$0 + 5] == 1 && bytes[$0 + 7] > 0 }
            .compactMap { scan in
                ((scan + 14)..<bytes.count - 1).first {
                    (1...0xFD).contains(bytes[$0]) && bytes[$0 - 1] != 0xFF
                }
            }
    }

    @Test(arguments: names)
    func damageToDetailsChangesNoneOfItsPixels(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        let whole = try ImageDecoder.open(PhotoBytes(bytes)).whole(reducedBy: .eighth)
        let details = Self.details(bytes)
        #expect(!details.isEmpty)
        for detail in details {
            var damaged = bytes
            damaged[detail] ^= 1
            for means in [DecodingOptions(), TiledPhotos.means] {
                let photo = try ImageDecoder.open(PhotoBytes(damaged), within: means)
                #expect(try photo.whole(reducedBy: .eighth) == whole, "byte \(detail)")
            }
        }
    }

    /// The last scan is not followed to its end, but without that end the file was truncated; if
    /// only the end marker is missing, all pixels exist.
    @Test(arguments: names)
    func aFileThatIsCutIsSaidToBe(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        for (missing, isDamaged) in [(2, false), (60, true)] {
            let photo = try ImageDecoder.open(PhotoBytes(Array(bytes.dropLast(missing))))
            _ = try photo.whole(reducedBy: .eighth)
            #expect((photo.status.damage != nil) == isDamaged, "\(missing) bytes are missing")
        }
    }

    @Test(arguments: names)
    func theFirstScanAloneIsThereFirst(name: String) async throws {
        let bytes = PhotoBytes(try TiledPhotos.bytes(name))
        let opened = try ImageDecoder.open(bytes, within: TiledPhotos.means)
        let photo = try #require(opened as? any StreamingImageSource)
        let all = PixelRect(photo.size.reduced(by: .eighth))
        await photo.waitForMore(of: all, reducedBy: .eighth)
        let preview = try #require(photo.preview(of: all, reducedBy: .eighth))
        #expect(areNear(preview.raster.means, try photo.whole(reducedBy: .eighth).means, within: 3))
    }
}
