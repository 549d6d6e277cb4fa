import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// Printed pictures are sent in pieces.
@Suite struct PrintedPictureTests {
    @Test(
        arguments: [
            (.sixel, [:], 4),
            // tmux drops a string that is too long: its length must be known before any of it is
            // sent
            (.sixel, ["TMUX": "/tmp/tmux,1,0", "TERM": "tmux-256color"], 1),
            (.blocks, [:], 1), (.kitty, [:], 1), (.iTerm2, [:], 1),
        ] as [(GraphicsProtocol, [String: String], Int)])
    func thePiecesOfAPictureAreThePictureInOrder(
        graphics: GraphicsProtocol, environment: [String: String], count: Int
    ) async throws {
        let photo = StripedPhoto(size: "120x90")
        let test = try await TestPipeline.viewing(photo)
        let options = ImageOptions.printed(graphics, in: environment)
        let request = test.request([], options, of: photo.size)
        let pieces = Record<[UInt8]>()
        try await test.pipeline.print(request) { pieces.add($0) }
        #expect(pieces.all.count == count)
        let picture = try await test.pipeline.image(for: request)
        #expect(Array(pieces.all.joined()) == picture?.image.printed())
    }

    @Test func aPhotoThatIsNotOpenIsNotPrinted() async throws {
        let test = TestPipeline(photos: "120x90")
        let request = test.request([], .printed(.sixel), of: "120x90")
        let pieces = Record<[UInt8]>()
        try await test.pipeline.print(request) { pieces.add($0) }
        #expect(pieces.all.isEmpty)
    }

    @Test func whatCannotBeDecodedSaysSoAndPrintsNothing() async throws {
        let test = try await TestPipeline.viewing(DamagedPhoto(size: "120x90"))
        let request = test.request([], .printed(.sixel), of: "120x90")
        let pieces = Record<[UInt8]>()
        await #expect(throws: PictureFailure.self) {
            try await test.pipeline.print(request) { pieces.add($0) }
        }
        #expect(pieces.all.isEmpty)
    }
}
