import Foundation
import Imaging
import PhotoCodec
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// The chart of colours in a minimap, on a wall and in kitty; its reductions are tested with the decoders.
@Suite struct ColourChartViewsTests {
    private static let files = ColourPatches.files.filter { file in
        let library: CodecLibrary? =
            switch URL(filePath: file.name).pathExtension {
            case "avif", "heic": .heif
            case "jxl": .jxl
            case "jp2": .openJPEG
            case "webp": .webp
            default: nil
            }
        return library?.version.isEmpty != true
    }

    private static func open(_ name: String) throws -> any ImageSource {
        let photos = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Fixtures/Photos/\(name)")
        return try ImageDecoder.open(PhotoBytes.open(path: photos.standardizedFileURL.path))
    }

    private static func off(_ test: TestPipeline) throws -> Double {
        let drawn = try #require(test.rasters.all.last { $0.size == ColourPatches.size })
        return ColourPatches.worst(drawn, side: ColourPatches.side)
    }

    @Test(arguments: files) func theMinimapIsRight(file: (name: String, tolerance: Double))
        async throws
    {
        let photo = try Self.open(file.name)
        let test = try await TestPipeline.viewing(photo)
        let size = ColourPatches.size
        let all = ScaledWindow(photo: size, scaled: size, window: PixelRect(size))
        var request = ImageRequest(
            .photo(TestPipeline.moon), version: photo.size,
            window: .region(all, at: PixelRect(size)), size: size, options: .kitty)
        request.overlay = .overview
        _ = try #require(try await test.pipeline.image(for: request))
        // The map's edge is drawn over the outermost pixels, which are not compared.
        #expect(try Self.off(test) <= file.tolerance)
    }

    @Test(arguments: files) func theThumbnailIsRight(file: (name: String, tolerance: Double))
        async throws
    {
        let photo = try Self.open(file.name)
        let test = TestPipeline { _ in .photo(photo) }
        await test.pipeline.want([TestPipeline.thumbnail(0, ColourPatches.size, .whole)])
        _ = await test.images(count: 1)
        #expect(try Self.off(test) <= file.tolerance)
    }

    @Test(arguments: files) func thePictureForKittyIsRight(
        file: (name: String, tolerance: Double)
    ) async throws {
        let photo = try Self.open(file.name)
        let test = try await TestPipeline.viewing(photo, screen: ColourPatches.size)
        let request = test.request([], .kitty, of: photo.size)
        _ = try #require(try await test.pipeline.image(for: request))
        #expect(try Self.off(test) <= file.tolerance)
    }
}
