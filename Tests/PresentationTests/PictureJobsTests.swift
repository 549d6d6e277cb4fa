import Imaging
import PhotoPipeline
import Screens
import TerminalProtocols
import Testing

@testable import Presentation

/// Wanted, pending, rendered and stale pictures of any kind.
@Suite struct PictureJobsTests {
    private static let (left, right) = (frame("left"), frame("right"))

    private static func frame(_ name: String) -> ImageRequest {
        let size = PixelSize(width: 80, height: 60)
        let all = PixelRect(size)
        return request(
            name, .region(ScaledWindow(photo: size, scaled: size, window: all), at: all))
    }

    private static func thumbnail(_ name: String) -> ImageRequest {
        request(name, .fitted(.cover))
    }

    private static func request(_ name: String, _ window: ImageWindow) -> ImageRequest {
        ImageRequest(
            .photo(.file(path: name)), window: window, size: PixelSize(width: 80, height: 60),
            options: ImageOptions(profile, glyphs: .half))
    }

    private static let profile = TerminalProfile(
        TerminalCapabilities(), TerminalEnvironment([:]),
        window: WindowSize(cells: CellSize(columns: 80, rows: 24), pixels: nil),
        overrides: TerminalProfile.Overrides())

    private static func made(_ request: ImageRequest, isPreview: Bool = false) -> RenderedImage {
        RenderedImage(
            request: request, image: .string([1, 2, 3]), isPreview: isPreview,
            cost: PictureCost(byteCount: 3))
    }

    @Test func whatIsMissingIsReportedOnce() {
        var jobs = PictureJobs()
        jobs.make(FrameJob([Self.left]))
        jobs.want(["1", "2"].map(Self.thumbnail))
        #expect(jobs.report() == [Self.left, Self.thumbnail("1"), Self.thumbnail("2")])
        #expect(jobs.report() == nil)
        #expect(jobs.receive(Self.made(Self.thumbnail("1"))) == nil)
        #expect(jobs.report() == nil)
        jobs.dropFrame()
        #expect(jobs.report() == [Self.thumbnail("2")])
    }

    /// For another scene the requests may be others, and are chosen again.
    @Test func aFrameIsReadyOnlyForItsOwnScene() throws {
        let context = RenderContext(Self.profile, glyphs: .half, isColourless: false)
        let screen = try #require(context.area?.size)
        let version = PhotoVersion(.file(path: "left"), size: screen)
        let view = PhotoView(version, Viewport(photo: screen, screen: screen), bar: .hidden)
        let scenes = try (0..<2).map { _ in try #require(PhotoScene(view, on: context)) }
        var job = FrameJob([Self.left], for: scenes[0])
        #expect(!job.isReady(for: scenes[0]))
        _ = job.receive(Self.made(Self.left))
        #expect(job.isReady(for: scenes[0]) && !job.isReady(for: scenes[1]))
    }

    @Test func whatNothingNamesIsStale() {
        var jobs = PictureJobs()
        jobs.want([Self.left], keeping: [Self.right])
        #expect(jobs.report() == [Self.left])
        #expect(jobs.receive(Self.made(Self.frame("other")))?.request == Self.frame("other"))
        #expect(jobs.receive(Self.made(Self.left)) == nil)
        jobs.keep(Self.made(Self.right))
        #expect(Set(jobs.made.keys) == [Self.left, Self.right])
        jobs.want([], keeping: [Self.right])
        #expect(Set(jobs.made.keys) == [Self.right])
        jobs.want([])
        #expect(jobs.made.isEmpty)
    }

    @Test func anEarlierPageIsCompleteAtOnce() {
        var jobs = PictureJobs()
        let page = ["1", "2"].map(Self.thumbnail)
        jobs.want(page)
        for request in page { _ = jobs.receive(Self.made(request)) }
        jobs.want([])
        #expect(jobs.made.isEmpty)
        jobs.want(page)
        #expect(jobs.isQueueMade && jobs.report() == nil)
    }

    @Test func twoPhotosSideBySideComeTogether() {
        var jobs = PictureJobs()
        jobs.make(FrameJob([Self.left, Self.right]))
        _ = jobs.receive(Self.made(Self.left))
        #expect(jobs.popFrame() == nil && jobs.report() == [Self.right])
        _ = jobs.receive(Self.made(Self.right, isPreview: true))
        #expect(jobs.popFrame()?.map(\.request) == [Self.left, Self.right])
        #expect(jobs.popFrame() == nil && jobs.frame != nil)
        _ = jobs.receive(Self.made(Self.right))
        #expect(jobs.popFrame()?.map(\.isPreview) == [false, false])
        #expect(jobs.frame == nil)
    }

    @Test func onlyADraftThatWasDrawnMakesWayForAnotherFrame() {
        var jobs = PictureJobs()
        #expect(jobs.isFree(for: [Self.right]))
        jobs.make(FrameJob([Self.left]))
        #expect(!jobs.isFree(for: [Self.right]))
        _ = jobs.receive(Self.made(Self.left, isPreview: true))
        #expect(!jobs.isFree(for: [Self.right]))
        // The replaced one was not sent.
        #expect(jobs.receive(Self.made(Self.left, isPreview: true))?.request == Self.left)
        _ = jobs.popFrame()
        #expect(jobs.isFree(for: [Self.right]) && !jobs.isFree(for: [Self.left]))
    }

    /// A file that was written during its rendering failed, was wanted again at once and not rendered, and
    /// nothing of its new content ever was.
    @Test func aFrameThatFailedIsNotRenderedAgainBeforeAnother() {
        var jobs = PictureJobs()
        jobs.make(FrameJob([Self.left]))
        _ = jobs.report()
        jobs.endFrame()
        jobs.make(FrameJob([Self.left]))
        #expect(jobs.frame == nil && jobs.isFree(for: [Self.right]))
        jobs.make(FrameJob([Self.right]))
        #expect(jobs.report() == [Self.right])
        jobs.make(FrameJob([Self.left]))
        #expect(jobs.report() == [Self.left])
        jobs.endFrame()
        jobs.allowRetry()
        jobs.make(FrameJob([Self.left]))
        #expect(jobs.frame != nil)
    }

    @Test func theFrameOfAPhotoThatWasClosedIsRenderedWhenItIsOpenAgain() {
        var jobs = PictureJobs()
        jobs.make(FrameJob([Self.left]))
        #expect(jobs.report() == [Self.left])
        jobs.closeFrame()
        jobs.make(FrameJob([Self.left]))
        #expect(jobs.report() == [Self.left])
    }

    @Test func whatHasComeOfAFrameThatFailsIsDrawn() {
        var jobs = PictureJobs()
        jobs.make(FrameJob([Self.left]))
        _ = jobs.receive(Self.made(Self.left, isPreview: true))
        jobs.endFrame()
        #expect(jobs.popFrame()?.count == 1 && jobs.frame == nil)
        jobs.make(FrameJob([Self.left]))
        jobs.endFrame()
        #expect(jobs.frame == nil)
    }
}
