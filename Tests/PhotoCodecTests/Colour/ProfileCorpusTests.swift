import Foundation
import Imaging
import PictureComparing
import TestSupport
import Testing

@testable import PhotoCodec

/// All photos of the corpus with profiles, compared with two references: lcms2 pixel by pixel, and
/// other programs' results for some.
@Suite struct ProfileCorpusTests {
    private static let corpus = Folders.shared("corpora/icc")

    private static let names: [String] = {
        let files = corpus.flatMap { FileManager.default.enumerator(atPath: $0.path) }
        return (files?.compactMap { $0 as? String } ?? [])
            .filter { $0.contains(".") }.sorted()
    }()

    /// Enough for a mean, few enough for a debug build.
    private static let samples = FullMatrix.isAsked ? 4000 : 1000

    @Test(.enabled(if: corpus != nil, "the corpora are absent"), arguments: names)
    func isWithinOneOfTheReference(name: String) throws {
        let file = try #require(Self.corpus).appending(path: name)
        let stored = try StoredColours(file)
        let shown = try Opening.photo(file).whole()
        let area = try #require(shown.size.area)
        let pixels = Array(stride(from: 0, to: area, by: max(1, area / Self.samples) | 1))
        let reference = stored.reference(at: pixels) ?? pixels.map { Self.code(stored.plain, $0) }
        let differences = zip(pixels, reference).map {
            Self.lab(Self.code(shown, $0)).difference(from: Self.lab($1))
        }
        #expect(differences.reduce(0, +) / Double(differences.count) <= 1)
        // 16-bit samples are dithered, which changes a channel by up to a code.
        #expect(differences.sorted()[differences.count * 99 / 100] <= 2)
    }

    /// The means of red, green and blue.
    ///
    /// Computed by Pillow's ImageCms; for linear samples, from the primaries in double precision.
    private static let means: [(name: String, codes: [Double])] = [
        ("12monkeys/cmm-exception-adobe-rgb.jpg", [203.27, 180.61, 168.25]),
        ("12monkeys/cmm-exception-corbis-rgb.jpg", [204.3, 47.49, 36.31]),
        (
            "12monkeys/warning-embedded-color-profile-invalid-ignored-cmyk.jpg",
            [161.58, 73.26, 104.23]
        ),
        ("zune-test/Kiara_limited_progressive_four_components.jpg", [235.52, 217.17, 201.11]),
        ("imagetestsuite-png/0d466db9067b719df0b06ef441bf1ee7.png", [205, 154, 255]),
        (
            "strongcourage-jpg/cbac455a-small-square-with-colorspin-profile.jpg",
            [254.66, 1.78, 2.88]
        ),
        ("pillow/icc_profile_big.jpg", [59.54, 121.63, 176.49]),
        ("libvips/sample-xyb.jpg", [126.22, 116.95, 107.74]),
        ("libjxl/P3-sRGB-red.png", [255, 2.45, 2.02]),
        ("libjxl/R2020-sRGB-color-bars.png", [117.61, 124.6, 123.99]),
        ("libjxl/Nikon-D3-14bit_2020_g1.png", [49.51, 52.16, 46.66]),
        ("libjxl/vgqcws_vin_709_g1.png", [17.52, 11.71, 12.73]),
        ("libjxl/ra0ed45_alfann24_709_g1.png", [123.35, 118.31, 111.01]),
    ]

    @Test(
        "P7: colours through a profile are those that other programs show",
        .enabled(if: corpus != nil, "the corpora are absent"), arguments: means)
    func showsWhatOthersShow(name: String, codes: [Double]) throws {
        let file = try #require(Self.corpus).appending(path: name)
        #expect(areNear(try Opening.photo(file).whole().means, codes, within: 1))
    }

    private static func code(_ raster: Raster, _ pixel: Int) -> SIMD4<Float> {
        let codes = raster.pixels[pixel * 4..<pixel * 4 + 3].map { Float($0) }
        return SIMD4(codes[0], codes[1], codes[2], 0)
    }

    private static func lab(_ code: SIMD4<Float>) -> LabColour {
        let light = [code.x, code.y, code.z].map { code in
            let share = min(max(Double(code) / 255, 0), 1)
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return LabColour(red: light[0], green: light[1], blue: light[2])
    }
}
