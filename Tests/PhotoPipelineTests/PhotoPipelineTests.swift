import Imaging
import PhotoPipeline
import TestSupport
import Testing

/// The books of the pipeline: who asks for the same thing shares one answer.
@Suite struct PhotoPipelineTests {
    private static let moon = PhotoReference.file(path: "moon.jpg")

    @Test func aCompletePhotoIsOpenedOnce() async throws {
        let opening = ScriptedOpening { _ in .success(.whole("64x48")) }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped)
        for width in [32, 64, 4000, nil] {
            let opened = try await pipeline.open(Self.moon, covering: width) { _ in }
            #expect(opened.size == "64x48")
        }
        #expect(opening.questions == [.init(reference: Self.moon, width: 32)])
    }

    @Test func aPhotoThatIsForgottenIsOpenedAnew() async throws {
        let opening = ScriptedOpening { _ in .success(.whole("64x48")) }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped)
        _ = try await pipeline.open(Self.moon, covering: nil) { _ in }
        await pipeline.forget(Self.moon)
        _ = try await pipeline.open(Self.moon, covering: nil) { _ in }
        #expect(opening.questions.count == 2)
    }

    @Test func whyAPhotoCannotBeOpenedIsPassedOn() async {
        let opening = ScriptedOpening { _ in .failure(.reading(.isDirectory)) }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped)
        await #expect(throws: PictureFailure.reading(.isDirectory)) {
            _ = try await pipeline.open(Self.moon, covering: nil) { _ in }
        }
    }
}
