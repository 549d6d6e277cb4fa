import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// TIFFs that are truncated, damaged or malicious.
@Suite struct DamagedTIFFTests {
    private static let size = PixelSize(width: 11, height: 8)

    /// Small files of each kind, with the directory before and after the pixels.
    static let files: [(name: String, bytes: [UInt8])] = [
        file("strips") { $0.rowsPerStrip = 3 },
        file("packed strips") { ($0.isPacked, $0.rowsPerStrip) = (true, 3) },
        file("packed tiles") { ($0.isPacked, $0.tile) = (true, PixelSize(width: 16, height: 16)) },
        file("planes, BigTIFF") { ($0.isPlanar, $0.isBig) = (true, true) },
        file("floats, big-endian") {
            ($0.bits, $0.format, $0.samples, $0.photometric) = (32, 3, 1, 1)
            $0.isBigEndian = true
        },
        file("a palette of 4 bits") {
            ($0.bits, $0.samples, $0.photometric) = (4, 1, 3)
            $0.palette = (0..<48).map { $0 * 1365 }
        },
        (
            "two pictures",
            TIFFWriter.file([
                (TIFFWriter(size: size), { x, y, _ in UInt64(x + y) }),
                (
                    TIFFWriter(size: PixelSize(width: 6, height: 4), kind: 1),
                    { x, _, _ in UInt64(x) }
                ),
            ])
        ),
    ]

    private static func file(
        _ name: String, _ change: (inout TIFFWriter) -> Void
    ) -> (name: String, bytes: [UInt8]) {
        var writer = TIFFWriter(size: size)
        change(&writer)
        let most = writer.bits < 8 ? UInt64(1 << writer.bits - 1) : 255
        return (name, writer.file { x, y, channel in UInt64(x * 7 + y + channel) & most })
    }

    /// Returns the file's size if it was opened.
    @discardableResult
    private static func tryAll(_ bytes: [UInt8], isTiled: Bool = true) throws -> PixelSize? {
        var opened: PixelSize?
        for means in [Opening.means] + (isTiled ? [TiledPhotos.means] : []) {
            do {
                let photo = try ImageDecoder.open(PhotoBytes(bytes), within: means)
                opened = photo.size
                // Decoding a large empty picture in one piece takes long, each time.
                guard means.wholePixels == 0 || photo.size.area ?? .max < 1 << 20 else { continue }
                let area = PixelRect(photo.size)
                    .intersection(PixelRect(x: 0, y: 0, width: 300, height: 300))
                let part = try photo.pixels(of: area, reducedBy: .none)
                #expect(part.raster.size == area.size)
            } catch {
                // A refusal is the only other result.
            }
        }
        return opened
    }

    @Test("P1: a TIFF cut off anywhere is shown as far as it goes, or refused", arguments: files)
    func cutOff(file: (name: String, bytes: [UInt8])) throws {
        for count in 1..<file.bytes.count { try Self.tryAll(Array(file.bytes[..<count])) }
        #expect(try Self.tryAll(file.bytes) == Self.size)
    }

    @Test("P1: the remaining samples of a truncated block can be inspected")
    func cutSamples() throws {
        var writer = TIFFWriter(size: PixelSize(width: 60, height: 50), bits: 16)
        writer.isPacked = true
        let file = writer.fileWithDirectoryFirst { _, y, channel in UInt64(y * 5 + channel + 1) }
        let photo = try ImageDecoder.open(
            PhotoBytes(Array(file.prefix(file.count / 2))), within: Opening.means)
        #expect(try photo.sample(at: PixelPoint(x: 59, y: 20)).values == [101, 102, 103])
        #expect(throws: DecodingFailure.self) { try photo.sample(at: PixelPoint(x: 3, y: 49)) }
    }

    @Test(
        "P1: the remaining pixels of a truncated TIFF are shown",
        arguments: [10, 50, 90])
    func cutPixels(percent: Int) throws {
        for isPacked in [false, true] {
            var writer = TIFFWriter(size: PixelSize(width: 60, height: 50), rowsPerStrip: 5)
            writer.isPacked = isPacked
            let file = writer.fileWithDirectoryFirst { _, y, channel in UInt64(y * 5 + channel) }
            let whole = try ImageDecoder.open(PhotoBytes(file)).whole()
            #expect(whole.pixel(59, 49) == [245, 246, 247, 255])
            // Adjacent bytes differ, so PackBits makes two of each.
            let lost = (isPacked ? 18_000 : 9000) * (100 - percent) / 100
            let start = Array(file.dropLast(lost))
            let photo = try ImageDecoder.open(PhotoBytes(start))
            let raster = try photo.whole()
            #expect(photo.status.damage != nil && !raster.isOpaque)
            #expect(raster.pixel(59, 0) == whole.pixel(59, 0))
            #expect(raster.pixel(59, 49) != whole.pixel(59, 49))
        }
    }

    @Test(
        "P1: a missing block does not show the samples of another block", arguments: [false, true])
    func missingBlocks(isTiled: Bool) throws {
        var writer = TIFFWriter(size: PixelSize(width: 64, height: 64), rowsPerStrip: 16)
        writer.isPacked = true
        if isTiled { writer.tile = PixelSize(width: 16, height: 16) }
        let file = writer.fileWithDirectoryFirst { x, _, channel in UInt64(x * 3 + channel) }
        let photo = try ImageDecoder.open(
            PhotoBytes(Array(file.dropLast(file.count / 2))), within: TiledPhotos.means)
        let rows = {
            try photo.pixels(of: PixelRect(x: 0, y: $0, width: 64, height: 16), reducedBy: .none)
        }
        #expect(try rows(0).raster.pixel(60, 9) == [180, 181, 182, 255])
        let last = try rows(48).raster
        #expect((0..<16).allSatisfy { last.pixel(60, $0) != [180, 181, 182, 255] })
    }

    @Test("P2: any wrong byte of a TIFF is survived", arguments: files)
    func wrongByte(file: (name: String, bytes: [UInt8])) throws {
        for place in file.bytes.indices {
            for wrong in FullMatrix.ways([0xFF, 0x80, 0x01] as [UInt8], at: place) {
                var bytes = file.bytes
                bytes[place] ^= wrong
                // Tiles start threads and files, so a few are enough.
                try Self.tryAll(bytes, isTiled: wrong == 0xFF && place % 2 == 0)
            }
        }
    }

    @Test("P1: the missing part of a strip is transparent, and the photo is reported as damaged")
    func lackingStrip() throws {
        var writer = TIFFWriter(size: PixelSize(width: 24, height: 20), rowsPerStrip: 10)
        writer.blocks = [Array(repeating: 200, count: 24 * 10 * 3), [1, 2, 3]]
        for isPacked in [false, true] {
            writer.isPacked = isPacked
            if isPacked { writer.blocks?[0] = (0..<30).flatMap { _ in [185, 200] as [UInt8] } }
            let photo = try ImageDecoder.open(PhotoBytes(writer.file { _, _, _ in 0 }))
            let raster = try photo.whole()
            #expect(raster.pixel(23, 9) == [200, 200, 200, 255])
            #expect(raster.pixel(23, 19) != [200, 200, 200, 255] && !raster.isOpaque)
            #expect(photo.status.damage != nil)
        }
    }

    @Test(
        "P4: unsupported kinds of TIFF are named",
        arguments: [
            ("old-style JPEG", 259, 6, .unsupported(.oldJPEGInTIFF)),
            ("JBIG", 259, 34661, .unsupported(.tiffOfJBIG)),
            ("no compression known", 259, 4711, .photo(.tiff)),
            ("a colour filter's pixels", 262, 32803, .photo(.tiff)),
        ] as [(name: String, tag: Int, value: Int, kind: FileKind)])
    func unsupported(row: (name: String, tag: Int, value: Int, kind: FileKind)) throws {
        let file = Self.replacing(row.tag, by: row.value, in: TIFFWriter(size: Self.size))
        #expect(throws: DecodingFailure.unsupported(kind: row.kind)) {
            try ImageDecoder.open(PhotoBytes(file))
        }
    }

    /// Returns the file with another value of a tag of one 16-bit number.
    private static func replacing(_ tag: Int, by value: Int, in writer: TIFFWriter) -> [UInt8] {
        var file = writer.file { _, _, _ in 0 }
        let entry = [UInt8(tag & 255), UInt8(tag >> 8), 3, 0, 1, 0, 0, 0]
        let place = file.indices.last { file[$0...].starts(with: entry) } ?? 0
        file[place + 8] = UInt8(value & 255)
        file[place + 9] = UInt8(value >> 8)
        return file
    }

    @Test(
        "P8: a TIFF with an impossible size or tiles is refused from its directory alone",
        arguments: [(0, 5), (5, 0), (1 << 31, 1 << 31), (60_000, 60_000), (300_000, 1000)])
    func sizes(width: Int, height: Int) throws {
        for isPacked in [false, true] {
            for tile in [nil, PixelSize(width: 1 << 20, height: 1 << 20)] {
                var writer = TIFFWriter(size: PixelSize(width: width, height: height), tile: tile)
                (writer.isPacked, writer.blocks) = (isPacked, [[1, 2, 3]])
                #expect(throws: DecodingFailure.self) {
                    let file = writer.file { _, _, _ in 0 }
                    let photo = try ImageDecoder.open(PhotoBytes(file), within: Opening.means)
                    _ = try photo.whole(reducedBy: .thirtySecond)
                }
            }
        }
    }

    @Test("P8: directories that lead to each other end")
    func loop() throws {
        let writer = TIFFWriter(size: Self.size)
        var file = TIFFWriter.file([
            (writer, { _, _, _ in 9 }), (writer, { _, _, _ in 0 }), (writer, { _, _, _ in 0 }),
        ])
        // The last directory's link leads to the first one.
        file.replaceSubrange((file.count - 4)..<file.count, with: file[4..<8])
        #expect(try ImageDecoder.open(PhotoBytes(file)).whole().pixel(3, 3) == [9, 9, 9, 255])
        // A directory that contains itself.
        var own = writer
        own.longs = [330: [8 + Self.size.width * Self.size.height * 3]]
        #expect(try Self.tryAll(own.file { _, _, _ in 9 }) == Self.size)
    }
}

/// The TIFFs beside some checkouts, compared with Pillow's results.
@Suite(
    .enabled(if: Folders.shared("nasa/photos/derived") != nil, "no photos beside the checkout"))
struct DerivedTIFFTests {
    /// Red, green and blue at (w·i/8, h·j/8), for i and j of 1, 3, 5 and 7, in one number each.
    static let samples: [(name: String, colours: [Int])] = [
        (
            "PIA16621_bigtiff.tif",
            [
                0x000000, 0x2F6F25, 0x68AC19, 0x000000, 0x000000, 0x45ED26, 0x4F63E8, 0x000000,
                0x000000, 0x2EF47B, 0x43FBFF, 0x000000, 0x5580FF, 0x878320, 0xA5C013, 0x6F7374,
            ]
        ),
        (
            "PIA16621_cmyk.tif",
            [
                0x000000, 0x2F6F25, 0x68AC19, 0x000000, 0x000000, 0x45ED26, 0x4F63E8, 0x000000,
                0x000000, 0x2EF47B, 0x43FBFF, 0x000000, 0x5580FF, 0x878320, 0xA5C013, 0x6F7374,
            ]
        ),
        (
            "PIA16621_deflate_tiled.tif",
            [
                0x000000, 0x2F6F25, 0x68AC19, 0x000000, 0x000000, 0x45ED26, 0x4F63E8, 0x000000,
                0x000000, 0x2EF47B, 0x43FBFF, 0x000000, 0x5580FF, 0x878320, 0xA5C013, 0x6F7374,
            ]
        ),
        (
            "PIA16621_jpegintiff.tif",
            [
                0x000000, 0x306E25, 0x65AE17, 0x000000, 0x000000, 0x45ED24, 0x4A65E6, 0x000000,
                0x000000, 0x30F37D, 0x45F7FF, 0x000000, 0x5683FF, 0x89841E, 0xA8BE14, 0x6D7172,
            ]
        ),
        (
            "PIA16621_rgb16.tif",
            [
                0x000000, 0x2F6F25, 0x68AC19, 0x000000, 0x000000, 0x45ED26, 0x4F63E8, 0x000000,
                0x000000, 0x2EF47B, 0x43FBFF, 0x000000, 0x5580FF, 0x878320, 0xA5C013, 0x6F7374,
            ]
        ),
        (
            "PIA18973_gray8.tif",
            [
                0xA4A4A4, 0x8D8D8D, 0x7C7C7C, 0x636363, 0x8D8D8D, 0x868686, 0x696969, 0x505050,
                0x727272, 0xB5B5B5, 0x787878, 0x7D7D7D, 0x7D7D7D, 0x777777, 0x6F6F6F, 0x666666,
            ]
        ),
    ]

    @Test(arguments: samples)
    func equalsAnotherDecoder(file: (name: String, colours: [Int])) throws {
        let folder = try #require(Folders.shared("nasa/photos/derived"))
        let bytes = try PhotoBytes.open(path: folder.appending(path: file.name).path)
        for means in [Opening.means, Opening.tiledMeans] {
            let raster = try ImageDecoder.open(bytes, within: means).whole()
            for (number, colour) in file.colours.enumerated() {
                let (column, row) = (number % 4 * 2 + 1, number / 4 * 2 + 1)
                let pixel = raster.pixel(
                    raster.size.width * column / 8, raster.size.height * row / 8)
                let expected = [colour >> 16, colour >> 8 & 255, colour & 255, 255]
                #expect(areNear(pixel, expected, within: 1), "\(column), \(row)")
            }
        }
    }

    /// Files stored without loss have all pixels of the original JPEG.
    @Test(arguments: ["bigtiff", "deflate_tiled", "rgb16"])
    func equalsItsOriginal(name: String) throws {
        let folder = try #require(Folders.shared("nasa/photos"))
        let original = try Opening.photo(folder.appending(path: "nivl/PIA16621~orig.jpg")).whole()
        let derived = folder.appending(path: "derived/PIA16621_\(name).tif")
        let raster = try Opening.photo(derived).whole()
        #expect(raster.size == original.size)
        // JPEG decoders may differ by a code.
        guard raster.pixels != original.pixels else { return }
        let difference = zip(raster.pixels, original.pixels).map { abs(Int($0) - Int($1)) }.max()
        #expect(difference ?? 255 <= 1)
    }
}
