import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

@testable import PhotoCodec

/// The chart in each format that describes colours, and by each kind of description, all the way to a file.
@Suite struct ColourChartTests {
    /// A file of the chart, and by how many codes a patch may be off.
    struct File: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let tolerance: Double
        let bytes: @Sendable () throws -> [UInt8]

        init(
            _ name: String, within tolerance: Double,
            _ bytes: @escaping @Sendable () throws -> [UInt8]
        ) {
            (testDescription, self.tolerance, self.bytes) = (name, tolerance, bytes)
        }
    }

    private static func numbers(in space: ChartSpace) -> [SIMD3<Double>] {
        ColourChart.patches.map { space.numbers(of: ColourChart.light($0)) }
    }

    private static let p3 = ChartSpace.p3.coded(by: .power(563.0 / 256))
    private static let adobeChromaticities =
        [31270, 32900, 64000, 33000, 21000, 71000, 15000, 6000].flatMap(PlainPNG.word)

    /// Of PNGs there is one for each chunk, the others have code points and profiles.
    static let files: [File] =
        [8, 16].flatMap { bits in
            [
                File("PNG of \(bits) bits without a description", within: 1) {
                    ChartPNG(bits: bits).file(numbers(in: ChartSpace()))
                },
                File("PNG of \(bits) bits, sRGB", within: 1) {
                    ChartPNG(bits: bits, chunks: [("sRGB", [0])]).file(numbers(in: ChartSpace()))
                },
                File("PNG of \(bits) bits, cICP of P3", within: 2) {
                    ChartPNG(bits: bits, chunks: [("cICP", [12, 13, 0, 1])]).file(numbers(in: .p3))
                },
                File("PNG of \(bits) bits, iCCP of P3", within: 2.5) {
                    ChartPNG(bits: bits, chunks: [("iCCP", profileChunk(.p3))])
                        .file(numbers(in: p3))
                },
                File("PNG of \(bits) bits, gAMA and cHRM of Adobe RGB", within: 2) {
                    let chunks = [("gAMA", PlainPNG.word(45471)), ("cHRM", adobeChromaticities)]
                    return ChartPNG(bits: bits, chunks: chunks).file(numbers(in: .adobe))
                },
                File("PNG of \(bits) bits, cICP of PQ", within: bits == 8 ? 4 : 1.5) {
                    ChartPNG(bits: bits, chunks: [("cICP", [9, 16, 0, 1])])
                        .file(numbers(in: .bt2020.coded(by: .pq)))
                },
                File("APNG of \(bits) bits, cICP of P3", within: 2) {
                    ChartPNG(bits: bits, chunks: [("cICP", [12, 13, 0, 1])])
                        .animation(numbers(in: .p3))
                },
                File("TIFF of \(bits) bits without a description", within: 1) {
                    tiff(bits: bits, nil, numbers(in: ChartSpace()))
                },
                File("TIFF of \(bits) bits, profile of Adobe RGB", within: 2.5) {
                    tiff(bits: bits, .adobe, numbers(in: .adobe))
                },
            ]
        } + [
            File("JPEG without a description", within: 3) {
                try jpeg(nil, numbers(in: ChartSpace()))
            },
            File("JPEG, profile of P3", within: 4) { try jpeg(.p3, numbers(in: p3)) },
            File("JPEG, profile of Adobe RGB", within: 4) { try jpeg(.adobe, numbers(in: .adobe)) },
            File("JPEG, Adobe RGB by Exif", within: 4) {
                try jpeg(nil, numbers(in: .adobe), exif: exifOfAdobeRGB)
            },
            File("PNG, gAMA of linear light", within: 1) {
                ChartPNG(chunks: [("gAMA", PlainPNG.word(100_000))])
                    .file(numbers(in: ChartSpace().coded(by: .power(1))))
            },
            File("PNG of 8 bits, gAMA of 1/1.5", within: 2) {
                ChartPNG(bits: 8, chunks: [("gAMA", PlainPNG.word(66667))])
                    .file(numbers(in: ChartSpace().coded(by: .power(1.5))))
            },
            File("PNG, cICP of P3 in narrow range", within: 2) {
                ChartPNG(isNarrow: true, chunks: [("cICP", [12, 13, 0, 0])]).file(numbers(in: .p3))
            },
            File("PNG, cICP of HLG", within: 1.5) {
                ChartPNG(chunks: [("cICP", [9, 18, 0, 1])])
                    .file(numbers(in: .bt2020.coded(by: .hlg)))
            },
            File("TIFF of inks with their profile", within: 1.5) { tiffOfInks },
        ] + codePoints + fixtures + (EXRLibrary.isHere ? openEXR : [])

    /// Light of sRGB's primaries, and of those that an attribute names.
    private static let openEXR = [
        File("OpenEXR without a description", within: 1) { exr(.init(), []) },
        File("OpenEXR, chromaticities of P3", within: 2) {
            let points: [Float] = [0.68, 0.32, 0.265, 0.69, 0.15, 0.06, 0.3127, 0.329]
            return exr(.p3, [("chromaticities", "chromaticities", points.flatMap(EXRWriter.float))])
        },
    ]

    private static let codePoints: [File] = [
        (5, 13, ChartSpace.bt470), (6, 1, .smpteC.coded(by: .bt709)),
        (22, 4, .ebu.coded(by: .power(2.2))), (9, 8, .bt2020.coded(by: .power(1))),
        (1, 5, ChartSpace().coded(by: .power(2.8))),
    ].map { primaries, transfer, space in
        File("PNG, cICP \(primaries)/\(transfer)", within: 2) {
            ChartPNG(chunks: [("cICP", [UInt8(primaries), UInt8(transfer), 0, 1])])
                .file(numbers(in: space))
        }
    }

    /// An uncalibrated space by the rules R03 (DCF 2.0, 4.4).
    private static let exifOfAdobeRGB: [UInt8] = {
        let entry = { (tag: Int, type: Int, count: Int, value: [UInt8]) in
            GainMapTests.number(tag, 2) + GainMapTests.number(type, 2)
                + GainMapTests.number(count, 4) + value
        }
        let (one, none) = (GainMapTests.number(1, 2), GainMapTests.number(0, 4))
        return Array("MM".utf8) + GainMapTests.number(42, 2) + GainMapTests.number(8, 4)
            + one + entry(0x8769, 4, 1, GainMapTests.number(26, 4)) + none
            + GainMapTests.number(2, 2) + entry(0xA001, 3, 1, [0xFF, 0xFF, 0, 0])
            + entry(0xA005, 4, 1, GainMapTests.number(56, 4)) + none
            + one + entry(1, 2, 4, Array("R03\0".utf8)) + none
    }()

    /// By avifenc, heif-enc, libjxl and Pillow; without their libraries the table is shorter.
    private static let fixtures = ColourPatches.files.filter { file in
        let library: CodecLibrary? =
            switch URL(filePath: file.name).pathExtension {
            case "avif", "heic": .heif
            case "jxl": .jxl
            case "jp2": .openJPEG
            case "webp": .webp
            default: nil
            }
        return library?.version.isEmpty != true
    }.map { name, tolerance in
        File(name, within: tolerance) {
            [UInt8](try Data(contentsOf: Folders.photos.appending(path: name)))
        }
    }

    private static func profileChunk(_ profile: ChartProfile) -> [UInt8] {
        Array("chart".utf8) + [0, 0] + PlainPNG.stored(profile.bytes)
    }

    private static func tiff(
        bits: Int, _ profile: ChartProfile?, _ numbers: [SIMD3<Double>]
    ) -> [UInt8] {
        var writer = TIFFWriter(size: ColourChart.size, bits: bits)
        writer.profile = profile?.bytes ?? []
        return writer.file { x, y, channel in
            let patch = y / ColourChart.side * 6 + x / ColourChart.side
            return UInt64((numbers[patch][channel] * Double(1 << bits - 1)).rounded())
        }
    }

    private static var tiffOfInks: [UInt8] {
        var writer = TIFFWriter(size: ColourChart.size, samples: 4, photometric: 5)
        writer.profile = InkProfile.bytes
        return writer.file { x, y, channel in
            let patch = y / ColourChart.side * 6 + x / ColourChart.side
            return UInt64((InkProfile.chart[patch][channel] * 255).rounded())
        }
    }

    private static func exr(
        _ space: ChartSpace, _ attributes: [(name: String, type: String, bytes: [UInt8])]
    ) -> [UInt8] {
        let light = numbers(in: space.coded(by: .power(1)))
        let channels = ["B", "G", "R"].enumerated().map { number, name in
            EXRWriter.Channel(name: name, kind: .float) { x, y, _ in
                Float(light[y / ColourChart.side * 6 + x / ColourChart.side][2 - number])
            }
        }
        return EXRWriter(
            .init(size: ColourChart.size, channels: channels, attributes: attributes)
        ).file
    }

    private static func jpeg(
        _ profile: ChartProfile?, _ numbers: [SIMD3<Double>], exif: [UInt8]? = nil
    ) throws -> [UInt8] {
        let format = JPEGFormat(
            size: ColourChart.size, layout: .rgb, quality: 100, isSubsampled: false)
        let side = ColourChart.side
        var pixels: [UInt8] = []
        for y in 0..<format.size.height {
            for x in 0..<format.size.width {
                let codes = numbers[y / side * 6 + x / side] * 255
                pixels += (0..<3).map { UInt8(codes[$0].rounded()) }
            }
        }
        let strip = try JPEGStripEncoder(format: format).strip(of: pixels)
        var segment: [UInt8] = []
        if let profile {
            let body = Array("ICC_PROFILE\0".utf8) + [1, 1] + profile.bytes
            let count = body.count + 2
            segment = [0xFF, 0xE2, UInt8(count >> 8), UInt8(count & 255)] + body
        }
        if let exif { segment += GainMapTests.segment(0xE1, Array("Exif\0\0".utf8) + exif) }
        let header = Array(strip.header.dropFirst(2))
        return [0xFF, 0xD8] + segment + header + strip.scan + [0xFF, 0xD9]
    }

    /// The patches' greens as grays, with a profile of the power 1.5, by avifenc, heif-enc and cjxl.
    @Test(arguments: [("avif", CodecLibrary.heif), ("heic", .heif), ("jxl", .jxl)])
    func aProfileOfGraysApplies(ending: String, library: CodecLibrary) throws {
        guard !library.version.isEmpty else { return }
        let raster = try Opening.fixture("chart-gray-profile." + ending).whole()
        for (patch, codes) in ColourChart.patches.enumerated() {
            let off = ColourChart.shown(patch, in: raster) - SIMD3(repeating: codes.y)
            #expect(max(off.max(), -off.min()) <= 1.5, "patch \(patch)")
        }
    }

    private static func open(_ file: File, isTiled: Bool = false) throws -> any ImageSource {
        try ImageDecoder.open(
            PhotoBytes(file.bytes()), within: isTiled ? Opening.tiledMeans : Opening.means)
    }

    @Test(arguments: files)
    func theChartIsRight(file: File) throws {
        let raster = try Self.open(file).whole()
        #expect(raster.size == ColourChart.size && raster.isOpaque)
        let worst = ColourChart.worst(raster)
        #expect(worst <= file.tolerance)
        print("\(file.testDescription): off by \(worst)")
    }

    /// A minimap, a thumbnail and a view that is not the original are made of reductions.
    @Test(arguments: files)
    func soItIsInTilesAndReduced(file: File) throws {
        let tiled = try Self.open(file, isTiled: true)
        #expect(ColourChart.worst(try tiled.whole()) <= file.tolerance)
        for photo in [tiled, try Self.open(file)] {
            let half = try photo.whole(reducedBy: .half)
            #expect(ColourChart.worst(half, side: 4) <= file.tolerance)
        }
    }

    /// A pan reads parts, and an export of a large photo strips of a few rows.
    @Test(arguments: files)
    func soItIsInStrips(file: File) throws {
        let photo = try Self.open(file, isTiled: true)
        var pixels: [UInt8] = []
        for top in stride(from: 0, to: ColourChart.size.height, by: 5) {
            let height = min(5, ColourChart.size.height - top)
            let strip = PixelRect(x: 0, y: top, width: ColourChart.size.width, height: height)
            pixels += try photo.pixels(of: strip, reducedBy: .none).raster.pixels
        }
        let raster = Raster(size: ColourChart.size, pixels: pixels)
        #expect(ColourChart.worst(raster) <= file.tolerance)
    }

    /// A part that is written is sRGB, as it is shown.
    @Test(arguments: files)
    func soIsWhatIsWritten(file: File) throws {
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: place) }
        let export = PhotoExport(
            of: PixelRect(ColourChart.size), as: .png,
            EmbeddedMetadata(title: "chart", credit: "", source: ""))
        _ = try export.write(Self.open(file), to: place.path)
        #expect(ColourChart.worst(try Opening.photo(place).whole()) <= file.tolerance)
    }
}
