import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Colours, samplings and ends of JPEG 2000 files, made from the fuzzer's seeds by editing their
/// boxes and markers; the pictures are those of `JPEG2000Tests`.
@Suite(.enabled(if: !CodecLibrary.openJPEG.version.isEmpty)) struct JPEG2000KindsTests {
    private static func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](
            try Data(contentsOf: Folders.photos.appending(path: "../Fuzz/jpeg2000/\(name)")))
    }

    private static func open(
        _ bytes: [UInt8], within means: DecodingOptions = Opening.means
    ) throws -> any ImageSource {
        try ImageDecoder.open(PhotoBytes(bytes), within: means)
    }

    private static func place(of text: String, in bytes: [UInt8]) throws -> Int {
        try #require(bytes.indices.first { bytes[$0...].starts(with: text.utf8) })
    }

    /// Returns a file with another colour space number.
    private static func telling(_ space: UInt32, _ name: String) throws -> [UInt8] {
        var bytes = try bytes(name)
        let place = try place(of: "colr", in: bytes) + 7
        for index in 0..<4 {
            bytes[place + index] = UInt8(truncatingIfNeeded: space >> (24 - 8 * index))
        }
        return bytes
    }

    private static func code(_ x: Int, _ y: Int, _ channel: Int) -> Int {
        (x / 3 * 7 + y * (3 + channel) + channel * 50) & 255
    }

    private static let places = [(0, 0), (10, 20), (74, 52), (33, 7), (50, 41)]

    /// sYCC and e-sYCC of full resolution (IEC 61966-2-1, annex F), as `opj_decompress` shows them.
    @Test("A JP2 is drawn in its declared colours", arguments: [18, 24, 1, 3] as [UInt32])
    func brightnessAndColours(space: UInt32) throws {
        let raster = try Self.open(try Self.telling(space, "one-tile.jp2")).whole()
        for (x, y) in Self.places {
            let luma = Double(Self.code(x, y, 0))
            let blue = Double(Self.code(x, y, 1)) - 128
            let red = Double(Self.code(x, y, 2)) - 128
            let expected = [
                luma + 1.402 * red, luma - 0.344136 * blue - 0.714136 * red, luma + 1.772 * blue,
            ].map { Int(min(max($0, 0), 255).rounded()) }
            #expect(areNear(Array(raster.pixel(x, y).prefix(3)), expected, within: 1), "\(x),\(y)")
        }
    }

    /// CIE L*a*b* under D50 of white, of a middle gray and of sRGB's red, in a box without ranges.
    @Test(
        arguments: [
            (lab: [255, 128, 96], rgb: [255, 255, 255]),
            (lab: [128, 128, 96], rgb: [119, 119, 119]),
            (lab: [0, 128, 96], rgb: [0, 0, 0]), (lab: [138, 249, 185], rgb: [254, 0, 1]),
        ] as [(lab: [UInt8], rgb: [Int])])
    func coloursOfAnyLight(row: (lab: [UInt8], rgb: [Int])) {
        let box: [UInt8] = [1, 0, 0, 0, 0, 0, 14]
        var pixel = row.lab
        box.withUnsafeBytes { box in
            let lab = JPEG2000Lab(ByteReader(bytes: box), bits: 8)
            pixel.withUnsafeMutableBufferPointer { pixel in
                if let start = pixel.baseAddress { lab.convert(start) }
            }
        }
        #expect(areNear(pixel.map(Int.init), row.rgb, within: 6))
    }

    /// 0 means without ink, as in `opj_decompress`: white is 0.
    @Test func fourInks() throws {
        let photo = try Self.open(try Self.telling(12, "cmyk.jp2"))
        let raster = try photo.whole()
        #expect(raster.isOpaque)
        for (x, y) in Self.places {
            let black = Double(255 - Self.code(x, y, 3)) / 255
            let expected = (0..<3).map {
                Int((Double(255 - Self.code(x, y, $0)) * black).rounded())
            }
            #expect(areNear(Array(raster.pixel(x, y).prefix(3)), expected, within: 2), "\(x),\(y)")
        }
    }

    /// All channels have a sample at every second, third or 255th point, like conformance file
    /// p0_10.
    @Test(
        "P4: a picture whose channels are all on a coarser grid is as large as they are",
        arguments: [(2, 2), (2, 1), (1, 3), (255, 255)])
    func coarseGrids(across: Int, down: Int) throws {
        var bytes = try Self.bytes("stream.j2k")
        let write = { (value: Int, place: Int) in
            for index in 0..<4 { bytes[place + index] = UInt8(value >> (24 - 8 * index) & 255) }
        }
        // SIZ: sizes of the image and of its only tile, and each channel's sampling.
        for (place, size) in [
            (8, 75 * across), (12, 53 * down), (24, 75 * across), (28, 53 * down),
        ] { write(size, place) }
        for channel in 0..<3 {
            bytes[42 + channel * 3 + 1] = UInt8(across)
            bytes[42 + channel * 3 + 2] = UInt8(down)
        }
        let expected = try Self.open(try Self.bytes("stream.j2k")).whole()
        for means in [Opening.means, TiledPhotos.means] {
            let photo = try Self.open(bytes, within: means)
            #expect(photo.size == PixelSize(width: 75, height: 53))
            #expect(try photo.whole().pixels == expected.pixels)
            #expect(photo.status.damage == nil)
        }
    }

    @Test(
        "An area has the pixels of the whole, wherever the grid and its tiles begin",
        arguments: [
            "half-grid.j2k", "half-grid-tiles.j2k", "ycc.jp2", "cmyk.jp2", "layers.j2k", "cut.jp2",
            "cut-layers.j2k", "cut-tiles.jp2",
        ], [Reduction.none, .half])
    func areasOfAnyGrid(name: String, reduction: Reduction) throws {
        let bytes = try Self.bytes(name)
        let whole = try Self.open(bytes, within: TiledPhotos.means).whole(reducedBy: reduction)
        var numbers = SeededNumbers(seed: 5)
        for _ in 0..<8 {
            let photo = try Self.open(bytes, within: TiledPhotos.means)
            let area = numbers.area(on: photo.size.reduced(by: reduction))
            let part = try photo.pixels(of: area, reducedBy: reduction)
            #expect(part.raster.pixels == whole.cropped(to: area).pixels, "\(area)")
        }
    }

    @Test(
        "P1: a missing end marker is not damage",
        arguments: ["one-tile.jp2", "tiles.jp2", "stream.j2k", "layers.j2k", "ycc.jp2"], [1, 2])
    func withoutItsEndMarker(name: String, missing: Int) throws {
        let bytes = try Self.bytes(name)
        let expected = try Self.open(bytes).whole()
        for means in [Opening.means, TiledPhotos.means] {
            let photo = try Self.open(Array(bytes.dropLast(missing)), within: means)
            #expect(try photo.whole().pixels == expected.pixels)
            #expect(photo.status.damage == nil)
        }
    }

    /// The existing regions equal those of the whole file; the rest is reported as missing.
    @Test(
        "P1: a JPEG 2000 that was cut is shown as far as it goes",
        arguments: ["one-tile.jp2", "stream.j2k", "layers.j2k", "tiles.jp2", "ycc.jp2"])
    func cutAtTwoThirds(name: String) throws {
        let bytes = try Self.bytes(name)
        let expected = try Self.open(bytes).whole()
        let photo = try Self.open(Array(bytes[..<(bytes.count * 2 / 3)]))
        let raster = try photo.whole()
        #expect(photo.status.damage != nil)
        var difference = 0
        for place in stride(from: 0, to: raster.pixels.count, by: 4) {
            for channel in 0..<3 {
                difference += abs(
                    Int(raster.pixels[place + channel]) - Int(expected.pixels[place + channel]))
            }
        }
        // `opj_decompress -allow-partial` differs by 35 for the tiles, of which a third is missing.
        let mean = Double(difference) / Double(raster.pixels.count / 4 * 3)
        #expect(mean < (name == "tiles.jp2" ? 40 : 14), "\(mean)")
    }

    /// More bytes of the same file make the picture better, except for a few.
    @Test(arguments: ["one-tile.jp2", "layers.j2k"])
    func theMoreThereIsTheNearerItIs(name: String) throws {
        let bytes = try Self.bytes(name)
        let means = try [3, 5, 7, 9].map { tenths in
            try Self.open(Array(bytes[..<(bytes.count * tenths / 10)])).whole()
        }
        let expected = try Self.open(bytes).whole()
        let differences = means.map { raster in
            zip(raster.pixels, expected.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        }
        #expect(differences == differences.sorted(by: >))
    }
}
