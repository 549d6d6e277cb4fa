import Imaging
import PhotoPipeline
import Synchronization
import TerminalProtocols
import TestSupport
import Testing

/// A photo that is still being read: what there is comes first, and nobody's thread waits.
@Suite struct DraftTests {
    private static let screen = PixelSize(width: 64, height: 48)

    private static func request(_ moves: [ViewportMove] = []) -> FrameRequest {
        Desk.request(PixelSize(width: 64, height: 64), screen: screen, moves, .halfBlocks)
    }

    private static func show(
        _ request: FrameRequest, on desk: Desk, _ shown: Shown
    ) async throws {
        try await desk.pipeline.show(request) { frame in shown.add(frame) }
    }

    @Test func showsWhatThereIsAndThenThePicture() async throws {
        let photo = ArrivingPhoto()
        let desk = try await Desk(photo, screen: Self.screen)
        let shown = Shown()
        async let showing: Void = Self.show(Self.request(), on: desk, shown)
        while photo.waiting == 0 { await moment() }
        #expect(shown.drafts == [true])
        photo.arrive()
        try await showing
        #expect(shown.drafts == [true, false])
        #expect(shown.differ)
    }

    @Test func whatIsNoLongerWantedIsNotShownWhenItComes() async throws {
        let photo = ArrivingPhoto()
        let desk = try await Desk(photo, screen: Self.screen)
        let (old, new) = (Shown(), Shown())
        async let first: Void = Self.show(Self.request(), on: desk, old)
        while photo.waiting == 0 { await moment() }
        async let second: Void = Self.show(Self.request([.edge(.down)]), on: desk, new)
        while photo.waiting < 2 { await moment() }
        photo.arrive()
        try await first
        try await second
        #expect(old.drafts == [true])
        #expect(new.drafts == [true, false])
    }

    /// For terminals that keep pictures: what there is of all of a photo while a part of it is read.
    @Test func aSketchIsOfWhatThereIsUntilTheRegionIsRead() async throws {
        let photo = ArrivingPhoto()
        let desk = try await Desk(photo, screen: Self.screen)
        let window = Self.request().window
        let small = PixelSize(width: 16, height: 16)
        let all = ScaledWindow(photo: photo.size, scaled: small, window: PixelRect(small))
        func sketch() async -> Raster? {
            await desk.pipeline.sketch(
                all, until: window, of: Self.request().photo,
                over: RGBColour(red: 0, green: 0, blue: 0))
        }
        let raster = try #require(await sketch())
        #expect(raster.size == small)
        #expect(raster.pixels.prefix(4) == [100, 100, 100, 255])
        photo.arrive()
        #expect(await sketch() == nil)
    }

    /// The photo is never read, and who left it is not kept waiting.
    @Test func aPictureThatIsCalledOffIsNone() async throws {
        let photo = ArrivingPhoto()
        let desk = try await Desk(photo, screen: Self.screen)
        let request = Self.request()
        let making = Task {
            try await desk.pipeline.picture(
                request.window, of: request.photo, over: RGBColour(red: 0, green: 0, blue: 0),
                by: { $0.pixels }) != nil
        }
        while photo.waiting == 0 { await moment() }
        making.cancel()
        #expect(try await making.value == false)
    }

    @Test func whatIsAtHandHasNoDraft() async throws {
        let photo = ArrivingPhoto()
        photo.arrive()
        let shown = Shown()
        let desk = try await Desk(photo, screen: Self.screen)
        try await Self.show(Self.request(), on: desk, shown)
        #expect(shown.drafts == [false])
    }

    /// Printing wants the picture itself, however long it takes.
    @Test func aFrameThatIsAskedForAloneWaits() async throws {
        let photo = ArrivingPhoto()
        let desk = try await Desk(photo, screen: Self.screen)
        async let frame = desk.pipeline.frame(for: Self.request())
        while photo.waiting == 0 { await moment() }
        photo.arrive()
        #expect(try await frame?.isDraft == false)
    }
}

/// The frames that were handed over.
private final class Shown: Sendable {
    private let frames = Mutex<[EncodedFrame]>([])

    func add(_ frame: EncodedFrame) { frames.withLock { $0.append(frame) } }

    var drafts: [Bool] { frames.withLock { $0.map(\.isDraft) } }

    /// Whether the first and the last are different pictures.
    var differ: Bool { frames.withLock { $0.first?.bytes != $0.last?.bytes } }
}
