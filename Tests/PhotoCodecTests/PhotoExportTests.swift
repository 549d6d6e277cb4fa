import Foundation
import Imaging
import PhotoCodec
import Testing

/// Regions of photos as separate files.
@Suite struct PhotoExportTests {
    private static let description = EmbeddedMetadata(
        title: "Größe", credit: "NASA/JPL", source: origin)
    private static let origin = "https://images.nasa.gov/details/A#xywh=1,2,3,4"

    private static func write(
        _ area: PixelRect, of source: any ImageSource, as format: PhotoExport.Format
    ) throws -> URL {
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let export = PhotoExport(of: area, as: format, description)
        let count = try export.write(source, to: place.path)
        #expect(try Data(contentsOf: place).count == count)
        return place
    }

    @Test(arguments: [
        ("8-bit.png", PixelRect(x: 0, y: 0, width: 48, height: 32)),
        ("8-bit.png", PixelRect(x: 47, y: 31, width: 1, height: 1)),
        ("palette-trns.png", PixelRect(x: 1, y: 0, width: 2, height: 1)),
        ("gray-4-bit-transparent.png", PixelRect(x: 0, y: 0, width: 3, height: 1)),
        ("16-bit.png", PixelRect(x: 3, y: 5, width: 20, height: 11)),
    ])
    func aPNGHasThePixelsOfThePhoto(name: String, area: PixelRect) throws {
        let source = try Opening.fixture(name)
        let file = try Self.write(area, of: source, as: .png)
        defer { try? FileManager.default.removeItem(at: file) }
        let copy = try Opening.photo(file)
        #expect(copy.size == area.size)
        let pixels = try source.pixels(of: area, reducedBy: .none).raster.pixels
        #expect(try copy.whole().pixels == pixels)
    }

    @Test func ofAPhotoOfManyStripsToo() throws {
        let source = Stripes(size: PixelSize(width: 9000, height: 900))
        let area = PixelRect(x: 100, y: 50, width: 8000, height: 800)
        let file = try Self.write(area, of: source, as: .png)
        defer { try? FileManager.default.removeItem(at: file) }
        let copy = try Opening.photo(file).whole()
        #expect(source.mostRows.value < 300)
        #expect(copy == (try source.pixels(of: area, reducedBy: .none).raster))
    }

    @Test func aJPEGIsNearThePixelsOfThePhoto() throws {
        let source = Stripes(size: PixelSize(width: 301, height: 203))
        let area = PixelRect(x: 7, y: 3, width: 290, height: 199)
        let file = try Self.write(area, of: source, as: .jpeg)
        defer { try? FileManager.default.removeItem(at: file) }
        let copy = try Opening.photo(file).whole()
        #expect(copy.size == area.size)
        let pixels = try source.pixels(of: area, reducedBy: .none).raster.pixels
        #expect(areNear(copy.pixels.map { Int($0) }, pixels.map { Int($0) }, within: 8))
    }

    @Test(arguments: [PhotoExport.Format.png, .jpeg])
    func itSaysWhatItIsAndWhereItComesFrom(format: PhotoExport.Format) throws {
        let source = Stripes(size: PixelSize(width: 20, height: 20))
        let file = try Self.write(PixelRect(source.size), of: source, as: format)
        defer { try? FileManager.default.removeItem(at: file) }
        let bytes = try Data(contentsOf: file)
        let texts = ["Größe", "NASA/JPL", Self.origin]
        for text in texts { #expect(bytes.firstRange(of: Data(text.utf8)) != nil, "\(text)") }
        let marks = format == .png ? ["sRGB", "iTXtTitle"] : ["Exif", "ICC_PROFILE"]
        for mark in marks { #expect(bytes.firstRange(of: Data(mark.utf8)) != nil, "\(mark)") }
    }

    private static let vipsheader = "/usr/bin/vipsheader"

    /// The metadata read by libvips, with libpng and libexif.
    @Test(
        .enabled(if: FileManager.default.fileExists(atPath: vipsheader), "no libvips"),
        arguments: [
            (
                PhotoExport.Format.png,
                ["-Title: Größe", "-Author: NASA/JPL", "-Source: \(origin)", "300x200"]
            ),
            (.jpeg, ["ImageDescription: Gr", "Artist: NASA/JPL", "ColorSpace: 1", "300x200"]),
        ])
    func anotherProgramReadsThat(format: PhotoExport.Format, texts: [String]) throws {
        let source = Stripes(size: PixelSize(width: 300, height: 200))
        let file = try Self.write(PixelRect(source.size), of: source, as: format)
        defer { try? FileManager.default.removeItem(at: file) }
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: Self.vipsheader)
        process.arguments = ["-a", file.path]
        process.standardOutput = output
        try process.run()
        let answer = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        for text in texts { #expect(answer.contains(text), "\(text) in \(answer)") }
    }

    @Test func aFileThatIsThereIsLeftAlone() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("mine".utf8).write(to: place)
        defer { try? FileManager.default.removeItem(at: place) }
        let source = Stripes(size: PixelSize(width: 2, height: 2))
        let export = PhotoExport(of: PixelRect(source.size), as: .png, Self.description)
        #expect(
            throws: PhotoExportFailure.writing(.cannotOpen(path: place.path, errorNumber: EEXIST))
        ) { try export.write(source, to: place.path) }
        #expect(try Data(contentsOf: place) == Data("mine".utf8))
    }

    @Test func nothingIsLeftOfAPartThatCannotBeDecoded() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let source = Stripes(size: PixelSize(width: 8000, height: 4000), rowsRead: 1000)
        let export = PhotoExport(of: PixelRect(source.size), as: .jpeg, Self.description)
        #expect(throws: PhotoExportFailure.decoding(.decoderCrashed)) {
            try export.write(source, to: place.path)
        }
        #expect(!FileManager.default.fileExists(atPath: place.path))
    }
}

/// A photo of slow gradients, which cannot be decoded from a certain row on.
private final class Stripes: ImageSource {
    let size: PixelSize
    let rowsRead: Int
    let mostRows = Peak()

    /// The maximum number of rows requested at once.
    final class Peak: @unchecked Sendable { var value = 0 }

    init(size: PixelSize, rowsRead: Int = .max) {
        self.size = size
        self.rowsRead = rowsRead
    }

    var status: ImageSourceStatus { ImageSourceStatus() }

    func pixels(
        of area: PixelRect, reducedBy reduction: Reduction
    ) throws(DecodingFailure) -> RegionPixels {
        guard area.maxY <= rowsRead else { throw .decoderCrashed }
        mostRows.value = max(mostRows.value, area.size.height)
        let pixels = Raster.bytes(of: area.size) { bytes in
            for place in 0..<(area.size.width * area.size.height) {
                let x = area.minX + place % area.size.width
                let y = area.minY + place / area.size.width
                bytes[place * 4] = UInt8(x / 2 & 0xFF)
                bytes[place * 4 + 1] = UInt8(y / 2 & 0xFF)
                bytes[place * 4 + 2] = UInt8((x + y) / 4 & 0xFF)
                bytes[place * 4 + 3] = 255
            }
        }
        return RegionPixels(
            photo: size, reduction: reduction, area: area,
            raster: Raster(size: area.size, pixels: pixels))
    }
}
