import Foundation
import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// Photos whose decoders hang: nothing else waits.
@Suite struct HungPhotoTests {
    /// More than the cores of any of our machines, and so than the threads shared by all tasks.
    private static let many = 4 * ProcessInfo.processInfo.activeProcessorCount

    private static func reference(_ number: Int) -> PhotoReference {
        .file(path: "\(number).jpg")
    }

    /// A pipeline with two photos open: the first one hangs, the second does not.
    private static func test(_ hung: HungPhoto) async throws -> TestPipeline {
        let test = TestPipeline { question in
            question.subject == .photo(reference(0)) ? .photo(hung) : .whole("64x64")
        }
        for number in 0...1 { try await test.open(reference(number)) }
        return test
    }

    /// Returns a region of the photo, so that sixels have their colours from elsewhere.
    private static func request(
        _ number: Int, _ options: ImageOptions = .halfBlocks, on screen: PixelSize = "64x48"
    ) -> ImageRequest {
        TestPipeline.request(reference(number), [], options, of: "64x64", on: screen)
    }

    private static func wait(for photo: HungPhoto) async {
        while photo.waiting == 0, !photo.isGivenUp { await moment() }
    }

    @Test(arguments: [HungPhoto.Hanging.isReady, .pixels])
    func anotherPhotoIsShownMeanwhile(hanging: HungPhoto.Hanging) async throws {
        let photo = HungPhoto(hanging)
        let test = try await Self.test(photo)
        await test.pipeline.want([Self.request(0)])
        await Self.wait(for: photo)
        await test.pipeline.want([Self.request(0), Self.request(1)])
        #expect(await test.images(count: 1).map(\.request) == [Self.request(1)])
        #expect(!photo.isGivenUp)
        photo.evicted()
        #expect(await test.images(count: 2).last?.request == Self.request(0))
    }

    /// Each request asks for its pixels at the same time; for sixels of less than half of it also
    /// for its colours.
    @Test(
        arguments: [(.halfBlocks, "64x48", 1), (.sixel, "64x48", 1), (.sixel, "64x24", 2)]
            as [(ImageOptions, PixelSize, Int)])
    func noNumberOfThemStopsAnotherPhoto(
        options: ImageOptions, screen: PixelSize, calls: Int
    ) async throws {
        let photo = HungPhoto(.pixels)
        let test = try await Self.test(photo)
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<Self.many {
                tasks.addTask {
                    _ = try await test.pipeline.image(for: Self.request(0, options, on: screen))
                }
            }
            while photo.waiting < calls * Self.many, !photo.isGivenUp { await moment() }
            #expect(try await test.pipeline.image(for: Self.request(1, options, on: screen)) != nil)
            #expect(!photo.isGivenUp)
            photo.evicted()
            try await tasks.waitForAll()
        }
    }

    /// An opening that hangs, like that of a file whose decoder hangs.
    @Test func noNumberOfOpeningsStopsAnotherPhoto() async throws {
        let photo = HungPhoto(.pixels)
        let test = TestPipeline { question in
            if question.subject != .photo(Self.reference(Self.many)) {
                _ = try? photo.pixels(of: PixelRect(photo.size), reducedBy: .none)
            }
            return .photo(photo)
        }
        _ = await test.pipeline.prefetch((0..<Self.many).map(Self.reference), covering: 64)
        while photo.waiting < Self.many, !photo.isGivenUp { await moment() }
        try await test.open(Self.reference(Self.many))
        #expect(!photo.isGivenUp)
        photo.evicted()
    }

    /// While a key is held down the newest request is always newer than the newest picture.
    @Test func aPictureThatIsFinishedIsToldThoughItIsNoLongerWanted() async throws {
        let photo = HungPhoto(.pixels)
        let test = try await Self.test(photo)
        await test.pipeline.want([Self.request(0)])
        await Self.wait(for: photo)
        await test.pipeline.want([])
        photo.evicted()
        #expect(await test.images(count: 1).map(\.request) == [Self.request(0)])
    }

    @Test func whatIsNamedAgainWhileItIsMadeIsMadeOnce() async throws {
        let photo = HungPhoto(.pixels)
        let test = try await Self.test(photo)
        for _ in 0..<3 { await test.pipeline.want([Self.request(0), Self.request(0)]) }
        await Self.wait(for: photo)
        photo.evicted()
        _ = await test.images(count: 1)
        await test.settle()
        #expect(test.images.count == 1 && photo.waiting == 1)
    }
}
