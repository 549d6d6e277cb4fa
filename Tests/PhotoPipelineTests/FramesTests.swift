import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// Frames of an animation, each a separate picture.
@Suite struct FramesTests {
    private static let size = PixelSize(width: 60, height: 42)
    private static let colours: [[UInt8]] = [[250, 10, 20], [10, 240, 30], [20, 30, 230]]

    private static func request(_ page: Int, _ test: TestPipeline) -> ImageRequest {
        var request = test.request([], .sixel, .moving, of: size)
        request.page = page
        return request
    }

    /// With the palette of the first frame all would be red.
    @Test func eachFrameHasItsColours() async throws {
        let test = try await TestPipeline.viewing(PlainFrames(size: Self.size))
        for page in [0, 1, 2, 0, 2] {
            let bytes = try await test.bytes(of: Self.request(page, test))
            let pixel = Array(try SixelReader(bytes).raster.pixels.prefix(3))
            // Sixel's colours are percentages.
            #expect(
                zip(pixel, Self.colours[page]).allSatisfy { abs(Int($0) - Int($1)) <= 3 },
                "frame \(page) has \(pixel)")
        }
    }

    @Test func aFrameThatIsNotThereIsTheFirst() async throws {
        let test = try await TestPipeline.viewing(PlainFrames(size: Self.size))
        let some = try await test.bytes(of: Self.request(7, test))
        #expect(try await some == test.bytes(of: Self.request(0, test)))
    }

    @Test(arguments: [RenderQuality.moving, .atRest])
    func aPictureOfAnotherSizeIsDrawnFromItsPixels(quality: RenderQuality) async throws {
        let sizes: [PixelSize] = [Self.size, "30x70", "200x20"]
        let photo = PlainFrames(size: Self.size, sizes: sizes)
        let test = try await TestPipeline.viewing(photo)
        for page in [1, 2, 0, 1] {
            var request = test.request([.edge(.down)], .sixel, quality, of: sizes[page])
            request.page = page
            let raster = try SixelReader(try await test.bytes(of: request)).raster
            let middle = (raster.size.height / 2 * raster.size.width + raster.size.width / 2) * 4
            let pixel = raster.pixels[middle..<middle + 3]
            #expect(
                zip(pixel, Self.colours[page]).allSatisfy { abs(Int($0) - Int($1)) <= 3 },
                "picture \(page) has \(pixel)")
        }
        #expect(PhotoVersion(TestPipeline.moon, try await test.open(), page: 2).size == sizes[2])
    }

    /// Three single-coloured frames, or pages of these sizes.
    private struct PlainFrames: ImageSource {
        let size: PixelSize
        var sizes: [PixelSize] = []
        var number = 0
        let status = ImageSourceStatus()

        var pages: PageSet {
            sizes.isEmpty
                ? PageSet(PhotoAnimation(delays: [50, 50, 50], plays: nil))
                : PageSet(sizes: sizes)
        }

        func page(_ number: Int) -> any ImageSource {
            PlainFrames(
                size: pages.size(of: number, or: size), sizes: sizes, number: number)
        }

        func pixels(
            of area: PixelRect, reducedBy reduction: Reduction
        ) throws(DecodingFailure) -> RegionPixels {
            let colour = FramesTests.colours[number]
            return RegionPixels(
                photo: size, reduction: reduction, area: area,
                raster: Raster(area.size) { _, _ in (colour[0], colour[1], colour[2]) })
        }
    }
}
