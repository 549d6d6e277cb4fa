import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// A photo that is still being read: available pixels are shown first, and no thread waits.
@Suite struct PreviewTests {
    private static func request(
        _ moves: [ViewportMove] = [], _ options: ImageOptions = .halfBlocks,
        previews: Previews = .same
    ) -> ImageRequest {
        TestPipeline.request(
            TestPipeline.moon, moves, options, of: "64x64", on: "64x48", previews: previews)
    }

    private static func wait(for photo: StreamingPhoto) async {
        while photo.waiting == 0 { await moment() }
    }

    @Test(arguments: [ImageOptions.halfBlocks, .sixel])
    func whatThereIsComesFirstAndThenThePicture(options: ImageOptions) async throws {
        let photo = StreamingPhoto()
        let test = try await TestPipeline.viewing(photo)
        await test.pipeline.want([Self.request([], options)])
        #expect(await test.images(count: 1).map(\.isPreview) == [true])
        await Self.wait(for: photo)
        photo.arrive()
        let images = await test.images(count: 2)
        #expect(images.map(\.isPreview) == [true, false])
        #expect(images[0].image != images[1].image)
    }

    @Test func thereIsAnotherDraftEachTimeThatMoreHasBeenRead() async throws {
        let photo = StreamingPhoto()
        let test = try await TestPipeline.viewing(photo)
        await test.pipeline.want([Self.request()])
        for count in 1...5 {
            _ = await test.images(count: count)
            await Self.wait(for: photo)
            photo.wake()
        }
        #expect(await test.images(count: 6).allSatisfy(\.isPreview))
    }

    @Test func whatIsNoLongerWantedIsNotShownWhenItComes() async throws {
        let photo = StreamingPhoto()
        let test = try await TestPipeline.viewing(photo)
        let (old, new) = (Self.request(), Self.request([.edge(.down)]))
        await test.pipeline.want([old])
        await Self.wait(for: photo)
        await test.pipeline.want([new])
        _ = await test.images(count: 2)
        await Self.wait(for: photo)
        photo.arrive()
        let images = await test.images(count: 3)
        await test.settle()
        #expect(test.images.count == 3)
        #expect(images.filter { $0.request == old }.map(\.isPreview) == [true])
        #expect(images.filter { $0.request == new }.map(\.isPreview) == [true, false])
    }

    /// For terminals that store pictures: each preview is uploaded, so there are few.
    @Test func upToThreeDraftsOfAnotherWindowComeFirst() async throws {
        let photo = StreamingPhoto()
        let test = try await TestPipeline.viewing(photo)
        let all = ScaledWindow(
            photo: photo.size, scaled: "16x16", window: PixelRect("16x16"))
        await test.pipeline.want([Self.request([], .kitty, previews: .other(all))])
        for _ in 0..<5 {
            await Self.wait(for: photo)
            photo.wake()
        }
        await Self.wait(for: photo)
        photo.arrive()
        let images = await test.images(count: 4)
        #expect(images.map(\.isPreview) == [true, true, true, false])
        let regions = images.map { image -> ScaledWindow? in
            if case .stored(_, let region, _) = image.image { region } else { nil }
        }
        #expect(regions.prefix(3).allSatisfy { $0 == all } && regions[3] != all)
        #expect(test.rasters.all.first?.size == "16x16")
        #expect(test.rasters.all.first?.pixels.prefix(4) == [100, 100, 100, 255])
    }

    /// The photo is never read, and a cancelled request does not keep waiting.
    @Test func aPictureThatIsCancelledIsNone() async throws {
        let photo = StreamingPhoto()
        let test = try await TestPipeline.viewing(photo)
        let making = Task { try await test.pipeline.image(for: Self.request()) != nil }
        await Self.wait(for: photo)
        making.cancel()
        #expect(try await making.value == false)
    }

    @Test func whatIsAtHandHasNoDraft() async throws {
        let photo = StreamingPhoto()
        photo.arrive()
        let test = try await TestPipeline.viewing(photo)
        await test.pipeline.want([Self.request()])
        #expect(await test.images(count: 1).map(\.isPreview) == [false])
    }

    /// Printing needs the picture itself, however long it takes.
    @Test func aPictureThatIsAskedForAloneWaits() async throws {
        let photo = StreamingPhoto()
        let test = try await TestPipeline.viewing(photo)
        async let image = test.pipeline.image(for: Self.request())
        await Self.wait(for: photo)
        photo.arrive()
        #expect(try await image?.isPreview == false)
        #expect(test.images.isEmpty)
    }
}
