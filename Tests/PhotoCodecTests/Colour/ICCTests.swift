import Foundation
import Imaging
import TestSupport
import Testing

@testable import PhotoCodec

/// Photos whose profile changes nothing, is damaged or too long.
@Suite struct ICCTests {
    private static let corpus = Folders.shared("corpora/icc")

    @Test(
        .enabled(if: corpus != nil, "the corpora are absent"),
        arguments: [
            // without a complete profile, with one of sRGB, with an unreadable one
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

    /// Bands lie beside each other, whole pixels each; the photo that was converted stays as it is.
    @Test func aPhotoConvertedInBandsEqualsItsRowsConvertedAlone() throws {
        let conversion = try #require(
            ColourConversion(.profile(ChartProfile.p3.bytes), isGray: false, isHighBitDepth: false))
        var random = SeededNumbers(seed: 5)
        let photo = Raster("333x400") { _, _ in
            let bits = random.next()
            return (
                UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255)
            )
        }
        let converted = conversion.converted(photo)
        #expect(converted.pixels != photo.pixels)
        let rows = (0..<400).map { y in
            conversion.converted(photo.cropped(to: PixelRect(x: 0, y: y, width: 333, height: 1)))
        }
        #expect(converted.pixels == rows.flatMap(\.pixels))
    }

    /// Arbitrary offsets and counts: they may be refused, or give other colours, no more.
    @Test(
        "P7: a damaged profile is harmless",
        .enabled(if: corpus != nil, "the corpora are absent"), arguments: 0..<60)
    func aBrokenProfileDoesNoHarm(seed: Int) throws {
        let file = try #require(Self.corpus).appending(
            path: "12monkeys/cmm-exception-adobe-rgb.jpg")
        var bytes = try #require(try StoredColours(file).profile)
        var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
        for _ in 0..<12 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 24)
        }
        let photo = Raster(PixelSize(width: 9, height: 9)) { x, y in (UInt8(x), UInt8(y * 9), 200) }
        let converted = ColourConversion(.profile(bytes), isGray: false, isHighBitDepth: false)?
            .converted(
                photo)
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
}
