import Foundation
import Imaging
import JPEGTiling
import TestSupport
import Testing

@testable import PhotoCodec

/// A JPEG decoded in strips has the pixels of a full decode.
@Suite struct StripTests {
    static let names = [
        "420.jpg", "444.jpg", "422.jpg", "440.jpg", "411.jpg", "gray.jpg", "rgb.jpg", "cmyk.jpg",
        "420-optimised.jpg", "restart-1-row.jpg", "restart-3-units.jpg", "flat.jpg",
    ]

    @Test(arguments: names, [2, 3, 7])
    func stripsEqualTheWhole(name: String, count: Int) throws {
        let photo = try StripsBesideWhole(TiledPhotos.bytes(name), count: count)
        for reduction in JPEGTilesTests.exact {
            let (strips, whole) = photo.decoded(reducedBy: reduction)
            #expect(strips != nil, "reduced by \(reduction)")
            #expect(strips == whole, "reduced by \(reduction)")
        }
    }

    /// Independent of how cores share the bits before the cuts.
    @Test(arguments: names, [60, 700, .max])
    func theWayToTheCutsDoesNotMatter(name: String, partBytes: Int) throws {
        let bytes = try TiledPhotos.bytes(name)
        let photo = try StripsBesideWhole(bytes, count: 3, partBytes: partBytes)
        let (strips, whole) = photo.decoded(reducedBy: .half)
        #expect(strips != nil)
        #expect(strips == whole)
    }

    /// If all the work were in the pixels, half of the rows would be half of it.
    @Test(arguments: ["420.jpg", "gray.jpg", "420-optimised.jpg", "restart-1-row.jpg"])
    func aCutHalvesWhatDecodingTakes(name: String) throws {
        let file = PhotoBytes(try TiledPhotos.bytes(name))
        let header = try file.withUnsafeBytes { try JPEGHeader($0) }
        let strips = file.withInput(partBytes: 200) {
            ScanStrips($0, header: header, count: 2, blockBytes: 1 << 20)
        }
        let row = try #require(strips?.cuts.first?.row)
        #expect(abs(row - header.frame.mcusDown / 2) <= 1, "\(row) of \(header.frame.mcusDown)")
    }

    @Test(arguments: ["progressive-420.jpg", "three-scans.jpg"])
    func severalScansAreLeftAlone(name: String) throws {
        let photo = try StripsBesideWhole(TiledPhotos.bytes(name), count: 2)
        #expect(photo.decoded(reducedBy: .none).strips == nil)
    }

    /// Bytes after the picture do not matter.
    @Test(arguments: ["420.jpg", "restart-1-row.jpg"])
    func whatFollowsThePictureIsNotLookedAt(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        let photo = try StripsBesideWhole(bytes + bytes + [0xFF, 0xD0, 0xFF], count: 3)
        let (strips, whole) = photo.decoded(reducedBy: .none)
        #expect(strips != nil)
        #expect(strips == whole)
    }

    /// Strips without reported damage have the pixels that TurboJPEG makes of it.
    @Test(arguments: ["420.jpg", "gray.jpg", "restart-1-row.jpg", "420-optimised.jpg"])
    func damageIsFoundOrDoesNoHarm(name: String) throws {
        var numbers = SeededNumbers(seed: 24)
        let whole = try TiledPhotos.bytes(name)
        var found = 0
        for _ in 0..<60 {
            var bytes = whole
            let place = Int.random(in: (bytes.count / 8)..<bytes.count, using: &numbers)
            bytes[place] = UInt8.random(in: 0...255, using: &numbers)
            let photo = try StripsBesideWhole(bytes, count: 3)
            let (strips, whole) = photo.decoded(reducedBy: .none)
            #expect(strips == nil || strips == whole, "byte \(place)")
            found += strips == nil ? 1 : 0
        }
        #expect(found > 0)
    }

    /// A strip that starts with a coefficient without a code gets a table with more codes, one of
    /// which is in the last strip, where the photo has a wrong code.
    @Test func aCodeThatOnlyTheStripsTableHasIsDamage() throws {
        let place = Folders.photos.appending(path: "../Fuzz/strips/code-of-no-table.jpg")
        let bytes = [UInt8](try Data(contentsOf: place))
        let photo = try StripsBesideWhole(bytes, count: 2, partBytes: bytes.count)
        #expect(photo.strips() != nil && photo.decoded(reducedBy: .none).strips == nil)
    }

    @Test(arguments: names)
    func aFileThatIsCutIsLeftAlone(name: String) throws {
        let bytes = try TiledPhotos.bytes(name)
        for count in [bytes.count * 6 / 10, bytes.count - 2] {
            guard let photo = try? StripsBesideWhole(Array(bytes.prefix(count)), count: 2) else {
                continue
            }
            #expect(photo.decoded(reducedBy: .quarter).strips == nil)
        }
    }
}

/// Every valid JPEG of the corpora, and the photos of the library.
@Suite(.enabled(if: Folders.shared("corpora/INDEX.tsv") != nil, "no corpora beside the checkout"))
struct StripCorporaTests {
    static let files: [URL] = ["corpora/jpeg-valid", "nasa/photos"].flatMap { folder in
        guard let folder = Folders.shared(folder),
            let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        else { return [URL]() }
        return all.compactMap { $0 as? URL }.filter {
            ["jpg", "jpeg"].contains($0.pathExtension.lowercased())
        }.sorted { $0.path < $1.path }
    }

    /// The full matrix tries each with each number of strips, the usual test each with one of them.
    @Test(arguments: [2, 3, 7].enumerated().map { ($0, $1) })
    func stripsOfWhatIsValidEqualTheWhole(turn: Int, count: Int) throws {
        var cut = 0
        let files = FullMatrix.all(
            Self.files,
            else: Self.files.enumerated().filter { $0.offset % 3 == turn }.map(\.element))
        for file in files {
            let bytes = [UInt8](try Data(contentsOf: file))
            guard let photo = try? StripsBesideWhole(bytes, count: count, partBytes: 1 << 14)
            else { continue }
            for reduction in JPEGTilesTests.exact {
                let (strips, whole) = photo.decoded(reducedBy: reduction)
                #expect(strips == nil || strips == whole, "\(file.path) reduced by \(reduction)")
                if strips != nil { cut += 1 }
            }
        }
        // Most of them have one scan, and are undamaged.
        #expect(cut > files.count)
        print("strips: \(cut) of \(files.count * 4) decodings in \(count) strips")
    }
}

/// A JPEG decoded in strips, and by a single call of TurboJPEG.
private struct StripsBesideWhole {
    /// The maximum that a test should decode.
    private static let pixelLimit = 50_000_000

    let jpeg: JPEGDecoder
    private let count: Int

    /// Throws if the bytes are not a JPEG, or a large one.
    init(_ bytes: [UInt8], count: Int, partBytes: Int = 200) throws {
        let bytes = PhotoBytes(bytes)
        let header = try bytes.withUnsafeBytes { try JPEGHeader($0) }
        guard let area = header.frame.size.area, area <= Self.pixelLimit else {
            throw DecodingFailure.tooLarge(header.frame.size)
        }
        jpeg = JPEGDecoder(bytes: bytes, header: header, partBytes: partBytes)
        self.count = count
    }

    func strips(reducedBy reduction: Reduction = .none) -> StripDecoder? {
        StripDecoder(jpeg, count: count, reducedBy: reduction)
    }

    /// Strips are `nil` if they cannot be cut, or are incomplete.
    ///
    /// Returns rasters, which are compared by optimised code: bytes in arrays took longer than
    /// decoding them.
    func decoded(reducedBy reduction: Reduction) -> (strips: Raster?, whole: Raster) {
        let size = jpeg.header.frame.size.reduced(by: reduction)
        let whole = Raster.bytes(of: size) { target in
            if let start = target.baseAddress { memset(start, 0, target.count) }
            _ = jpeg.bytes.withUnsafeBytes {
                TurboJPEG.decode($0, into: target, size: size, isCMYK: jpeg.cmyk != nil)
            }
        }
        var isWhole = false
        let pixels = Raster.bytes(of: size) { target in
            if let start = target.baseAddress { memset(start, 0, target.count) }
            isWhole = strips(reducedBy: reduction)?.decode(into: target) ?? false
        }
        let raster = Raster(size: size, pixels: pixels)
        return (isWhole ? raster : nil, Raster(size: size, pixels: whole))
    }
}
