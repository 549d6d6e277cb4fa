import Imaging
import PhotoPipeline
import Synchronization
import TestSupport
import Testing

/// Pages of one file: a read one does not mean that the next is read.
@Suite struct UnreadPagesTests {
    private static func request(_ page: Int, _ test: TestPipeline) -> ImageRequest {
        var request = TestPipeline.request(TestPipeline.moon, of: "64x64", on: "64x48")
        request.page = page
        return request
    }

    @Test func anUnreadPageHasADraftThoughAnotherWasRead() async throws {
        let pages = Pages()
        let test = try await TestPipeline.viewing(pages)
        pages.files[0].arrive()
        await test.pipeline.want([Self.request(0, test)])
        #expect(await test.images(count: 1).map(\.isPreview) == [false])
        await test.pipeline.want([Self.request(1, test)])
        #expect(await test.images(count: 2)[1].isPreview)
        while pages.files[1].waiting == 0 { await moment() }
        pages.files[1].arrive()
        let images = await test.images(count: 3)
        #expect(images[2].request.page == 1 && !images[2].isPreview)
        #expect(images[1].image != images[2].image)
    }

    /// With levels a file is read again.
    @Test func levelsOfAReadPhotoHaveADraftToo() async throws {
        let pages = Pages(isHighBitDepth: true)
        let test = try await TestPipeline.viewing(pages)
        pages.files[0].arrive()
        await test.pipeline.want([Self.request(0, test)])
        _ = await test.images(count: 1)
        let plain = Self.request(0, test)
        var levels = ImageAdjustments.none
        levels.levels = Levels(.automatic)
        let request = ImageRequest(
            plain.subject, version: plain.version, adjustments: levels, window: plain.window,
            size: plain.size, options: plain.options, previews: .same)
        await test.pipeline.want([request])
        while pages.files[1].waiting == 0 { await moment() }
        pages.files[1].arrive()
        while test.images.last?.isPreview != false || test.images.count < 3 { await moment() }
        #expect(!test.events.contains { if case .failed = $0 { true } else { false } })
    }

    /// Two pages, the second of which is also the first with a curve.
    private struct Pages: WrappingImageSource {
        let files: [StreamingPhoto]
        var number = 0
        var isHighBitDepth = false

        init(isHighBitDepth: Bool = false) {
            files = [StreamingPhoto(), StreamingPhoto()]
            self.isHighBitDepth = isHighBitDepth
        }

        var wrapped: (any ImageSource)? { files[number] }
        var size: PixelSize { files[number].size }
        var status: ImageSourceStatus { ImageSourceStatus() }
        var pages: PageSet { PageSet(count: 2) }

        func page(_ number: Int) -> any ImageSource {
            var page = self
            page.number = number
            return page
        }

        func applying(_ curve: ToneCurve16) throws(DecodingFailure) -> (any ImageSource)? {
            files[1]
        }

        func pixels(
            of area: PixelRect, reducedBy reduction: Reduction
        ) throws(DecodingFailure) -> RegionPixels {
            try files[number].pixels(of: area, reducedBy: reduction)
        }
    }
}
