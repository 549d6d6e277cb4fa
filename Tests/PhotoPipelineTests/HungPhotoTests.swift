import Foundation
import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// Photos whose decoders answer nothing: they cost themselves, and nobody else waits.
@Suite struct HungPhotoTests {
    /// More than any machine of ours has cores, and so threads that all tasks share.
    private static let many = 4 * ProcessInfo.processInfo.activeProcessorCount

    private static func reference(_ number: Int) -> PhotoReference {
        .file(path: "\(number).jpg")
    }

    /// A pipeline that opens a photo by its number: the first ones hang, the one after them does not.
    private static func pipeline(_ hung: [HungPhoto]) async throws -> PhotoPipeline {
        let opening = ScriptedOpening { question in
            let place = (0..<hung.count).first { reference($0) == question.reference }
            let sound = StripedPhoto(size: PixelSize(width: 64, height: 64))
            let source: any ImageSource = place.map { hung[$0] } ?? sound
            return .success(OpenedPhoto(caption: PhotoCaption(title: "Moon"), source: source))
        }
        return PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
    }

    /// A part of the photo, so that sixels have their colours from elsewhere.
    private static func request(_ number: Int, _ style: FrameStyle = .halfBlocks) -> FrameRequest {
        let size = PixelSize(width: 64, height: 64)
        let screen = PixelSize(width: 64, height: 48)
        let area = PictureArea(origin: CellPosition(row: 0, column: 0), size: screen)
        return FrameRequest(
            photo: PhotoVersion(reference(number), size: size),
            viewport: Viewport(photo: size, screen: screen), area: area, style: style,
            fineness: .atRest)
    }

    private static func wait(for photo: HungPhoto) async {
        while photo.waiting == 0, !photo.isGivenUp { await moment() }
    }

    @Test(arguments: [HungPhoto.Hanging.isReady, .pixels])
    func anotherPhotoIsShownMeanwhile(hanging: HungPhoto.Hanging) async throws {
        let photo = HungPhoto(hanging)
        let pipeline = try await Self.pipeline([photo])
        for number in 0...1 {
            _ = try await pipeline.open(Self.reference(number), covering: nil) { _ in }
        }
        async let hung = pipeline.show(Self.request(0)) { _ in }
        await Self.wait(for: photo)
        #expect(try await pipeline.frame(for: Self.request(1)) != nil)
        #expect(!photo.isGivenUp)
        photo.letGo()
        #expect(try await hung)
    }

    /// Each of them is asked for its pixels at the same time; for sixels also for its colours.
    @Test(arguments: [(FrameStyle.halfBlocks, 1), (.sixel, 2)])
    func noNumberOfThemStopsAnotherPhoto(style: FrameStyle, calls: Int) async throws {
        let photo = HungPhoto(.pixels)
        let pipeline = try await Self.pipeline([photo])
        for number in 0...1 {
            _ = try await pipeline.open(Self.reference(number), covering: nil) { _ in }
        }
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<Self.many {
                tasks.addTask { _ = try await pipeline.show(Self.request(0, style)) { _ in } }
            }
            while photo.waiting < calls * Self.many, !photo.isGivenUp { await moment() }
            #expect(try await pipeline.frame(for: Self.request(1, style)) != nil)
            #expect(!photo.isGivenUp)
            photo.letGo()
            try await tasks.waitForAll()
        }
    }

    /// An opening that hangs, as of a file whose decoder does.
    @Test func noNumberOfOpeningsStopsAnotherPhoto() async throws {
        let photo = HungPhoto(.pixels)
        let opening = ScriptedOpening { question in
            if question.reference != Self.reference(Self.many) {
                _ = try? photo.pixels(of: PixelRect(photo.size), reducedBy: .none)
            }
            return .success(OpenedPhoto(caption: PhotoCaption(title: "Moon"), source: photo))
        }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        await pipeline.prepare((0..<Self.many).map(Self.reference), covering: 64)
        while photo.waiting < Self.many, !photo.isGivenUp { await moment() }
        _ = try await pipeline.open(Self.reference(Self.many), covering: nil) { _ in }
        #expect(!photo.isGivenUp)
        photo.letGo()
    }
}
