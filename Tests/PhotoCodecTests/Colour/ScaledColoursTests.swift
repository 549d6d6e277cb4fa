import Foundation
import Imaging
import PictureComparing
import TestSupport
import Testing

@testable import PhotoCodec

/// Photos that are scaled before their colours are converted.
@Suite struct ScaledColoursTests {
    private static func part(_ raster: Raster) -> RegionPixels {
        RegionPixels(
            photo: raster.size, reduction: .none, area: PixelRect(raster.size), raster: raster)
    }

    /// Two thirds of the photo's sides: no step of the decoder's.
    private static func window(on photo: PixelSize) -> ScaledWindow {
        let scaled = PixelSize(width: photo.width * 2 / 3, height: photo.height * 2 / 3)
        return ScaledWindow(photo: photo, scaled: scaled, window: PixelRect(scaled))
    }

    private static func conversion(_ profile: ChartProfile) throws -> ColourConversion {
        try #require(
            ColourConversion(.profile(profile.bytes), isGray: false, isHighBitDepth: false))
    }

    private static func convertedFirst(
        _ raster: Raster, _ conversion: ColourConversion, over background: RGBColour = .black
    ) -> Raster {
        Resampler().resample(
            part(conversion.converted(raster)), for: window(on: raster.size), over: background)
    }

    private static func lab(_ raster: Raster) -> [LabColour] {
        stride(from: 0, to: raster.pixels.count, by: 4).map { start in
            let light = raster.pixels[start..<start + 3].map {
                Double(LinearLight.ofCode[Int($0)])
            }
            return LabColour(red: light[0], green: light[1], blue: light[2])
        }
    }

    /// Only rounding and colours that sRGB lacks make a difference.
    @Test(.enabled(if: !photos.isEmpty, "no photos beside this checkout"))
    func convertingDisplayP3LaterIsTheSameToTheEye() throws {
        let conversion = try Self.conversion(primaries: 12, transfer: 13)
        var means: [Double] = []
        for photo in Self.photos {
            let raster = try Self.centre(of: Opening.photo(photo))
            let later = Self.part(raster)
                .scaled(to: Self.window(on: raster.size), over: .black, conversion)
            let first = Self.convertedFirst(raster, conversion)
            let differences = zip(Self.lab(later), Self.lab(first)).map { $0.difference(from: $1) }
            means.append(differences.reduce(0, +) / Double(differences.count))
        }
        #expect(means.allSatisfy { $0 <= 0.3 } && means.contains { $0 > 0 })
    }

    private static func centre(of photo: any ImageSource) throws -> Raster {
        let side = min(256, photo.size.width, photo.size.height)
        let area = PixelRect(
            x: (photo.size.width - side) / 2, y: (photo.size.height - side) / 2, width: side,
            height: side)
        return try photo.pixels(of: area, reducedBy: .none).raster
    }

    private static func conversion(primaries: Int, transfer: Int) throws -> ColourConversion {
        let space = try #require(
            RGBSpace(primaries: primaries, transfer: transfer, isNarrow: false))
        return try #require(
            ColourConversion(.space(space), isGray: false, isHighBitDepth: false))
    }

    /// Every fourth photo, because each is decoded whole.
    private static let photos: [URL] =
        Folders.shared("nasa/photos/nivl").map { folder -> [URL] in
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            let photos = names.filter { $0.hasSuffix(".jpg") }.sorted()
            return stride(from: 1, to: photos.count, by: 4).map {
                folder.appending(path: photos[$0])
            }
        } ?? []

    /// With another curve than sRGB's, the filter would blend other light.
    @Test(arguments: [256, 461, 563])
    func aPhotoOfAnotherCurveIsConvertedFirst(gamma: Int) throws {
        let p3 = ChartProfile.p3
        let conversion = try Self.conversion(
            ChartProfile(red: p3.red, green: p3.green, blue: p3.blue, gamma: gamma))
        let raster = Self.noise("90x60")
        let later = Self.part(raster)
            .scaled(to: Self.window(on: raster.size), over: .black, conversion)
        #expect(later == Self.convertedFirst(raster, conversion))
    }

    /// The transfer functions of video, PQ and HLG.
    @Test(arguments: [1, 14, 16, 18])
    func aPhotoOfAnotherTransferFunctionIsConvertedFirst(transfer: Int) throws {
        #expect(try !Self.conversion(primaries: 9, transfer: transfer).commutesWithScaling)
    }

    /// The background is sRGB already.
    @Test func transparentPixelsAreConvertedBeforeTheyAreBlended() throws {
        let conversion = try Self.conversion(primaries: 12, transfer: 13)
        let opaque = Self.noise("90x60")
        var pixels = opaque.pixels
        pixels[3] = 100
        let raster = Raster(size: opaque.size, pixels: pixels, isOpaque: false)
        let background = RGBColour(red: 200, green: 30, blue: 30)
        let later = Self.part(raster)
            .scaled(to: Self.window(on: raster.size), over: background, conversion)
        #expect(later == Self.convertedFirst(raster, conversion, over: background))
        let needless = Raster(size: opaque.size, pixels: opaque.pixels, isOpaque: false)
        #expect(
            Self.part(needless).scaled(
                to: Self.window(on: raster.size), over: background, conversion)
                != Self.convertedFirst(opaque, conversion))
    }

    /// Strips of several threads join without a seam.
    @Test(arguments: ["8-bit.png", "exif-6.jpg"], [false, true])
    func aPhotoInSRGBIsScaledBitByBitAsByItsCaller(name: String, isTiled: Bool) throws {
        let photo = try ImageDecoder.open(
            PhotoBytes.open(path: Folders.photos.appending(path: name).path),
            within: isTiled ? Opening.tiledMeans : Opening.means)
        let window = Self.window(on: photo.size)
        let (reduction, area) = Resampler().source(for: window)
        let part = try photo.pixels(of: area, reducedBy: reduction)
        let scaled = try photo.pixels(of: window, over: .white)
        #expect(scaled == Resampler().resample(part, for: window, over: .white))
    }

    private static func noise(_ size: PixelSize) -> Raster {
        var random = SeededNumbers(seed: 11)
        return Raster(size) { _, _ in
            let bits = random.next()
            return (UInt8(bits & 255), UInt8(bits >> 8 & 255), UInt8(bits >> 16 & 255))
        }
    }
}
