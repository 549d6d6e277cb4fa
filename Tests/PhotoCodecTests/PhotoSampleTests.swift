import Foundation
import Imaging
import PhotoCodec
import TestSupport
import Testing

/// The samples of a photo's file at a pixel, independent of the display.
@Suite struct PhotoSampleTests {
    private static let vips = "/usr/bin/vips"
    private static let samples = 1000

    /// With 8 and 16 bits, gray and colours, with a profile and without; `true` if its profile
    /// matters.
    private static let photos: [(name: String, bits: Int, isConverted: Bool)] = [
        ("Fixtures/Photos/16-bit.png", 16, false),
        ("Fixtures/Photos/16-bit-adam7.png", 16, false),
        ("nasa/derived/PIA16621_rgb16.tif", 16, false),
        ("Fixtures/Photos/Tiles/420.jpg", 8, false),
        ("Fixtures/Photos/Tiles/444.jpg", 8, false),
        ("Fixtures/Photos/Tiles/gray.jpg", 8, false),
        ("Fixtures/Photos/Tiles/rgb.png", 8, false),
        ("Fixtures/Demo/demo-moon~orig.jpg", 8, false),
        ("Fixtures/Demo/demo-chart~orig.png", 8, false),
        ("icc/serenity/wide-gamut-only.png", 16, true),
        ("icc/libjxl/phu1or_alfann24_2020_g1.png", 16, true),
        ("icc/libjxl/R2020-sRGB-color-bars.png", 8, true),
        ("icc/12monkeys/cmm-exception-adobe-rgb.jpg", 8, true),
        ("icc/zune-test/fox410.jpg", 8, false),
    ]

    private static func place(_ name: String) -> URL? {
        if name.hasPrefix("icc") { return Folders.shared("corpora/\(name)") }
        return name.hasPrefix("nasa")
            ? Folders.shared(name) : Folders.package.appending(path: name)
    }

    /// Returns all samples of a photo as read by libvips, and their number per pixel.
    private static func numbers(_ photo: URL, bits: Int) throws -> (all: [Int], channels: Int) {
        let file = try ScratchFile(name: "numbers")
        let process = Process()
        process.executableURL = URL(filePath: vips)
        process.arguments = ["rawsave", photo.path, file.path]
        try process.run()
        process.waitUntilExit()
        let bytes = try file.contents()
        let all =
            bits == 8
            ? bytes.map { Int($0) }
            : stride(from: 0, to: bytes.count, by: 2).map {
                Int(bytes[$0]) | Int(bytes[$0 + 1]) << 8
            }
        let size = try Opening.photo(photo).size
        return (all, all.count / (size.width * size.height))
    }

    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: vips), "no libvips"),
        arguments: photos, [false, true])
    func itsNumbersAreThoseOfAnotherDecoder(
        photo: (name: String, bits: Int, isConverted: Bool), isTiled: Bool
    ) throws {
        guard let place = Self.place(photo.name) else { return }
        let (all, channels) = try Self.numbers(place, bits: photo.bits)
        let bytes = try PhotoBytes.open(path: place.path)
        let means = isTiled ? Opening.tiledMeans : Opening.means
        let source = try ImageDecoder.open(bytes, within: means)
        var random = SeededNumbers(seed: 7)
        for _ in 0..<Self.samples {
            let point = PixelPoint(
                x: Int.random(in: 0..<source.size.width, using: &random),
                y: Int.random(in: 0..<source.size.height, using: &random))
            let sample = try source.sample(at: point)
            let start = (point.y * source.size.width + point.x) * channels
            let expected = Array(all[start..<(start + sample.values.count)])
            let isSame =
                sample.values == expected.map { .integer($0) } && sample.bits == photo.bits
                && sample.isConverted == photo.isConverted
            #expect(isSame, "\(photo.name) at \(point): \(sample) is not \(expected)")
            guard isSame else { return }
        }
    }

    @Test(arguments: 1...8)
    func aPointOfTheUprightPhotoIsRead(orientation: Int) throws {
        let photo = try Opening.fixture("exif-\(orientation).jpg")
        let whole = try photo.whole()
        for point in ["0,0", "5,3", "\(photo.size.width - 1),\(photo.size.height - 1)"] {
            let numbers = point.split(separator: ",").compactMap { Int($0) }
            let place = PixelPoint(x: numbers[0], y: numbers[1])
            #expect(
                try photo.sample(at: place).values
                    == whole.pixel(place.x, place.y).prefix(3).map { .integer($0) })
        }
    }

    @Test func atAnEdgeACloseUpHasFewerPixels() throws {
        let photo = try Opening.fixture("8-bit.png")
        let closeUp = try photo.closeUp(at: PixelPoint(x: 47, y: 2))
        #expect(closeUp.area == PixelRect(x: 40, y: 0, width: 8, height: 10))
        let colour = closeUp.colour
        let pixel = try photo.whole().pixel(47, 2)
        #expect([colour.red, colour.green, colour.blue].map { Int($0) } == Array(pixel.prefix(3)))
    }

    @Test(arguments: [
        (RGBColour.black, 0.0, "#000000"), (.white, 100, "#FFFFFF"),
        (RGBColour(red: 119, green: 119, blue: 119), 50.03, "#777777"),
        (RGBColour(red: 255, green: 0, blue: 0), 53.24, "#FF0000"),
        (RGBColour(red: 5, green: 5, blue: 5), 1.37, "#050505"),
    ])
    func theLightnessOfAColourIsThatOfCIE(colour: RGBColour, lightness: Double, text: String) {
        #expect(abs(colour.lightness - lightness) < 0.01)
        #expect(colour.hexadecimal == text)
    }

    @Test func anglesAreThoseOfTheCLibrary() {
        for x in -20...20 {
            for y in -20...20 where x != 0 || y != 0 {
                let exact = atan2(Double(y), Double(x)) * 180 / .pi
                let angle = Angle.degrees(x: Double(x), y: Double(y))
                #expect(abs(angle - (exact < 0 ? exact + 360 : exact)) < 1e-9)
            }
        }
    }
}
