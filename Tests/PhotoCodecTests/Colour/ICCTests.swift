import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec
@testable import workbench

/// Photos with ICC profiles: how far they are from what lcms2 makes of each pixel by itself.
@Suite struct ICCTests {
    private static let corpus = Folders.shared("corpora/icc")

    /// Files of every kind of profile: by a matrix, by tables, gray, with no gamma, with red and green
    /// exchanged.
    @Test(
        "P7: colours through a profile are within one of what lcms2 makes of each pixel",
        .enabled(if: corpus != nil, "the corpora are absent"),
        arguments: [
            "12monkeys/cmm-exception-adobe-rgb.jpg", "12monkeys/cmm-exception-corbis-rgb.jpg",
            "libjxl/R2020-sRGB-color-bars.png", "libjxl/P3-sRGB-red.png",
            "libjxl/ra0ed45_alfann24_709_g1.png",
            "imagetestsuite-png/0d466db9067b719df0b06ef441bf1ee7.png",
            "strongcourage-jpg/cbac455a-small-square-with-colorspin-profile.jpg",
        ])
    func isWithinOneOfTheReference(name: String) throws {
        let file = try #require(Self.corpus).appending(path: name)
        let (plain, profile) = try Self.parts(of: file)
        let managed = try Opening.photo(file).whole()
        let differences = Self.differences(
            managed, Self.reference(plain, try #require(profile)))
        #expect(differences.count == plain.size.area)
        #expect(differences.reduce(0, +) / Double(differences.count) <= 1)
        #expect(differences.sorted()[differences.count * 99 / 100] <= 2)
        #expect(managed != plain)
    }

    @Test(
        .enabled(if: corpus != nil, "the corpora are absent"),
        arguments: [
            // without a profile that is whole, with one of sRGB, with one that cannot be read
            "jpeg-decoder-icc/icc_missing_chunk.jpeg", "jpeg-decoder-icc/icc_chunk_seq_no_0.jpeg",
            "12monkeys/cmm-exception-srgb.jpg", "jpeg-decoder-reftest/jpg-srgb-icc.jpg",
            "12monkeys/corrupted-icc-srgb.jpg",
            "12monkeys/cmm-exception-invalid-icc-profile-data.jpg",
            "libjxl/phu1or_alfann24_srgb8.png",
        ])
    func isUntouchedBitByBit(name: String) throws {
        let file = try #require(Self.corpus).appending(path: name)
        #expect(try Opening.photo(file) is PhotoFile)
    }

    @Test func aPhotoWithoutAProfileHasNoConversion() throws {
        for name in ["8-bit.png", "exif-6.jpg"] {
            #expect(try Opening.fixture(name) is PhotoFile)
        }
    }

    /// Offsets and counts that lead anywhere: they may be refused, or give other colours, no more.
    @Test(
        "P7: a profile that is broken does no harm",
        .enabled(if: corpus != nil, "the corpora are absent"), arguments: 0..<60)
    func aBrokenProfileDoesNoHarm(seed: Int) throws {
        let file = try #require(Self.corpus).appending(
            path: "12monkeys/cmm-exception-adobe-rgb.jpg")
        var bytes = try #require(try Self.parts(of: file).profile)
        var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
        for _ in 0..<12 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
        }
        let photo = Raster(PixelSize(width: 9, height: 9)) { x, y in (UInt8(x), UInt8(y * 9), 200) }
        let converted = ColourConversion(bytes, isGray: false)?.converted(photo)
        #expect(converted?.size ?? photo.size == photo.size)
    }

    @Test func aProfileLongerThanTheLimitIsPassedOver() {
        // 255 segments of 65519 bytes are 16 MB.
        var bytes: [UInt8] = [0xFF, 0xD8]
        for number in 1...255 {
            bytes += [0xFF, 0xE2, 0xFF, 0xFF] + Array("ICC_PROFILE\0".utf8)
            bytes += [UInt8(number), 255] + [UInt8](repeating: 1, count: 65519)
        }
        bytes += [0xFF, 0xDA, 0, 2]
        #expect(bytes.withUnsafeBytes { EmbeddedProfile.bytes(ofJPEG: $0) } == nil)
    }

    private static func parts(of file: URL) throws -> (plain: Raster, profile: [UInt8]?) {
        let bytes = try PhotoBytes.open(path: file.path)
        return try bytes.withUnsafeBytes { source in
            if file.pathExtension == "png" {
                let decoder = PNGDecoder(bytes: bytes, header: try PNGHeader(bytes))
                return (
                    try PhotoFile(.png(decoder)).whole(), EmbeddedProfile.bytes(ofPNG: source)
                )
            }
            let decoder = JPEGDecoder(
                bytes: bytes, header: try JPEGHeader(source), partBytes: .max)
            return (try PhotoFile(.jpeg(decoder)).whole(), EmbeddedProfile.bytes(ofJPEG: source))
        }
    }

    /// Each pixel through lcms2 by itself.
    private static func reference(
        _ raster: Raster, _ bytes: [UInt8]
    ) -> [SIMD4<Float>] {
        guard let profile = ICCProfile(bytes) else { return [] }
        let channels = profile.channels.rawValue
        let colours = stride(from: 0, to: raster.pixels.count, by: 4).flatMap { pixel in
            raster.pixels[pixel..<pixel + channels].map { UInt16($0) * 257 }
        }
        return profile.codes(of: colours)
    }

    /// CIEDE2000 pixel by pixel.
    private static func differences(_ raster: Raster, _ codes: [SIMD4<Float>]) -> [Double] {
        codes.enumerated().map { pixel, code in
            let shown = raster.pixels[pixel * 4..<pixel * 4 + 3].map { Double($0) }
            return lab(shown).difference(from: lab([code.x, code.y, code.z].map { Double($0) }))
        }
    }

    private static func lab(_ codes: [Double]) -> LabColour {
        let light = codes.map { code in
            code / 255 <= 0.04045 ? code / 255 / 12.92 : pow((code / 255 + 0.055) / 1.055, 2.4)
        }
        return LabColour(red: light[0], green: light[1], blue: light[2])
    }
}
