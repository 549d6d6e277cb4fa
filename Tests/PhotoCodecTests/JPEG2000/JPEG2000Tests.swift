import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Lossless JPEG 2000 files written by `opj_compress`, compared with the samples they were made
/// from.
///
/// The files are the fuzzer's seeds; without OpenJPEG they are refused.
@Suite(.enabled(if: !CodecLibrary.openJPEG.version.isEmpty)) struct JPEG2000Tests {
    private static let size = PixelSize(width: 75, height: 53)

    /// As in the tests of TIFFs.
    private static func code(_ x: Int, _ y: Int, _ channel: Int) -> UInt8 {
        UInt8(truncatingIfNeeded: x / 3 * 7 + y * (3 + channel) + channel * 50)
    }

    private static func raster(_ pixel: (Int, Int) -> [UInt8]) -> Raster {
        let pixels = (0..<size.height).flatMap { y in
            (0..<size.width).flatMap { x in pixel(x, y) }
        }
        let isOpaque = stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 }
        return Raster(size: size, pixels: pixels, isOpaque: isOpaque)
    }

    private static let colours = raster { x, y in (0..<3).map { code(x, y, $0) } + [255] }
    private static let grays = raster { x, y in Array(repeating: code(x, y, 0), count: 3) + [255] }
    private static let transparent = raster { x, y in (0..<4).map { code(x, y, $0) } }

    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](
            try Data(contentsOf: Folders.photos.appending(path: "../Fuzz/jpeg2000/\(name)")))
    }

    private static func photo(
        _ name: String, within means: DecodingOptions = Opening.means
    ) throws -> any ImageSource {
        try ImageDecoder.open(PhotoBytes(try bytes(name)), within: means)
    }

    static let files = [
        ("one-tile.jp2", "colours"), ("tiles.jp2", "colours"), ("stream.j2k", "colours"),
        ("offset-tiles.jp2", "colours"), ("two-sizes.jp2", "colours"), ("gray.jp2", "grays"),
        ("deep.jp2", "grays"), ("alpha.jp2", "transparent"),
    ]

    private static func expected(_ name: String) -> Raster {
        name == "grays" ? grays : name == "transparent" ? transparent : colours
    }

    /// OpenJPEG would allocate 65,535 tiles, which a file of a kilobyte cannot have.
    @Test(
        "P10: tiles without bytes in a JPEG 2000 get no memory",
        arguments: ["gray.jp2", "stream.j2k", "tiles.jp2"])
    func moreTilesThanBytesAreRefused(name: String) throws {
        var bytes = try Self.bytes(name)
        let mark: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
        #expect(throws: Never.self) { _ = try ImageDecoder.open(PhotoBytes(bytes)) }
        // Tiles of one pixel.
        bytes.replaceSubrange(start + 24..<start + 32, with: [0, 0, 0, 1, 0, 0, 0, 1])
        #expect(throws: DecodingFailure.damaged(.tooLittleData)) {
            try ImageDecoder.open(PhotoBytes(bytes))
        }
    }

    /// OpenJPEG allocates a tile's blocks before it reads any: 860 MB for 3 kB.
    @Test(
        "P10: code blocks without bytes in a JPEG 2000 get no memory",
        arguments: ["layers.j2k", "stream.j2k"], [true, false])
    func moreCodeBlocksThanBytesAreRefused(name: String, isCut: Bool) throws {
        var bytes = try Self.bytes(name)
        let mark: [UInt8] = [0xFF, 0x4F, 0xFF, 0x51]
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: mark) })
        // 15 rows of a million pixels in one tile, and blocks of 4 x 4.
        for (offset, side) in [(8, 1 << 20), (12, 15), (24, 1 << 20), (28, 15)] {
            let number = (0..<4).map { UInt8(truncatingIfNeeded: side >> (24 - 8 * $0)) }
            bytes.replaceSubrange(start + offset..<start + offset + 4, with: number)
        }
        let style = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0x52]) })
        bytes.replaceSubrange(style + 10..<style + 12, with: [0, 0])
        if isCut { bytes.removeLast(bytes.count / 4) }
        let size = PixelSize(width: 1 << 20, height: 15)
        #expect(throws: DecodingFailure.tooLarge(size)) {
            try ImageDecoder.open(PhotoBytes(bytes))
        }
    }

    @Test(arguments: files)
    func aPictureHasItsColours(file: (name: String, picture: String)) throws {
        let photo = try Self.photo(file.name)
        #expect(photo.size == Self.size)
        let whole = try photo.whole()
        #expect(whole.pixels == Self.expected(file.picture).pixels)
        #expect(whole.isOpaque == (file.picture != "transparent"))
        #expect(photo.status.damage == nil)
    }

    @Test(arguments: files)
    func anyAreaEqualsThatOfAFullDecode(file: (name: String, picture: String)) throws {
        let photo = try Self.photo(file.name, within: TiledPhotos.means)
        let expected = Self.expected(file.picture)
        var numbers = SeededNumbers(seed: 3)
        for _ in 0..<12 {
            let area = numbers.area(on: photo.size)
            let part = try photo.pixels(of: area, reducedBy: .none)
            #expect(part.raster.pixels == expected.cropped(to: area).pixels, "\(area)")
        }
    }

    /// The file's own smaller sizes are means of a kind.
    @Test(arguments: files, Reduction.ofFiles)
    func aReductionIsNearTheMeans(
        file: (name: String, picture: String), reduction: Reduction
    ) throws {
        let wanted = Self.size.reduced(by: reduction)
        let (plain, tiled) = (
            try Self.photo(file.name).whole(reducedBy: reduction),
            try Self.photo(file.name, within: TiledPhotos.means).whole(reducedBy: reduction)
        )
        #expect(plain.size == wanted && tiled.size == wanted)
        // The coarsest sizes of the file with two are made from the whole when it is read anyway.
        if file.name != "two-sizes.jp2" || reduction.rawValue < 16 {
            #expect(plain.pixels == tiled.pixels)
        }
        let whole = Self.expected(file.picture)
        // The picture's colours repeat every hundred pixels: means of more than eight differ.
        guard whole.isOpaque, reduction.rawValue <= 8 else { return }
        #expect(areNear(plain.means, whole.means, within: 14))
    }

    @Test func coloursOfFewerPixelsAreSpread() throws {
        let raster = try Self.photo("ycc.jp2").whole()
        for (x, y) in [(0, 0), (10, 20), (73, 51), (33, 7)] {
            let luma = Double(Self.code(x, y, 0))
            let blue = Double(Self.code(x / 2 * 2, y / 2 * 2, 1)) - 128
            let red = Double(Self.code(x / 2 * 2, y / 2 * 2, 2)) - 128
            let expected = [
                luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue,
            ].map { Int(min(max($0, 0), 255).rounded()) }
            #expect(areNear(Array(raster.pixel(x, y).prefix(3)), expected, within: 1), "\(x),\(y)")
        }
    }

    @Test func aLossyPictureIsNearItsOriginal() throws {
        let raster = try Self.photo("lossy.jp2").whole()
        #expect(areNear(raster.means, Self.colours.means, within: 4))
    }

    @Test(arguments: files)
    func aFileThatWasCutOffIsShownAsFarAsItGoes(file: (name: String, picture: String)) throws {
        let bytes = try Self.bytes(file.name)
        for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 40)) {
            for means in [Opening.means, TiledPhotos.means] {
                guard
                    let photo = try? ImageDecoder.open(
                        PhotoBytes(Array(bytes[..<count])), within: means)
                else { continue }
                _ = try? photo.whole()
                _ = try? photo.whole(reducedBy: .quarter)
            }
        }
    }

    @Test(arguments: files)
    func aWrongByteEndsInAPictureOrAFailure(file: (name: String, picture: String)) throws {
        let bytes = try Self.bytes(file.name)
        var numbers = SeededNumbers(seed: 9)
        for _ in 0..<60 {
            var changed = bytes
            for _ in 0..<2 {
                changed[Int.random(in: 0..<min(300, bytes.count), using: &numbers)] =
                    UInt8.random(in: 0...255, using: &numbers)
            }
            guard
                let photo = try? ImageDecoder.open(PhotoBytes(changed), within: Opening.means),
                let area = photo.size.area, area < 1_000_000
            else { continue }
            _ = try? photo.whole()
        }
    }
}
