import Imaging
import PhotoCatalog
import PhotoPipeline
import TestSupport
import Testing

/// The books of the pipeline: who asks for the same thing shares one answer.
@Suite struct SharedOpeningTests {
    private static let moon = PhotoReference.file(path: "moon.jpg")
    private static let mars = PhotoReference.file(path: "mars.jpg")

    @Test func thoseWhoAskForTheSameShareOneOpening() async throws {
        let gate = Gate()
        let opening = ScriptedOpening { _ in
            await gate.pass()
            return .success(.whole("64x48"))
        }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        let sizes = try await withThrowingTaskGroup(of: PixelSize.self) { group in
            for _ in 0..<10 {
                group.addTask { try await pipeline.open(Self.moon, covering: 800) { _ in }.size }
            }
            await opening.asked(times: 1)
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes == Array(repeating: "64x48", count: 10))
        #expect(opening.questions == [.init(reference: Self.moon, width: 800)])
    }

    @Test func aCompletePhotoIsOpenedOnce() async throws {
        let opening = ScriptedOpening { _ in .success(.whole("64x48")) }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        for width in [32, 64, 4000, nil] {
            let opened = try await pipeline.open(Self.moon, covering: width) { _ in }
            #expect(opened.size == "64x48")
        }
        #expect(opening.questions == [.init(reference: Self.moon, width: 32)])
    }

    @Test(
        arguments: [
            // the widths asked for where the small version has 32 of 64 columns, those that were opened
            ([32, 16, 32], [32]), ([32, 33], [32, 33]), ([32, nil, 32, 64], [32, nil]),
            ([nil, 32], [nil]),
        ] as [([Int?], [Int?])])
    func aSmallerVersionServesAsFarAsItReaches(wishes: [Int?], opened: [Int?]) async throws {
        let opening = ScriptedOpening { question in
            question.width.map { $0 <= 32 } == true
                ? .success(.smaller("32x24", of: "64x48")) : .success(.whole("64x48"))
        }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        for width in wishes {
            let opened = try await pipeline.open(Self.moon, covering: width) { _ in }
            #expect(opened.size == "64x48")
            #expect(opened.source.size.width >= width ?? 64)
        }
        #expect(opening.questions.map(\.width) == opened)
    }

    @Test func aPhotoThatIsForgottenIsOpenedAnew() async throws {
        let opening = ScriptedOpening { _ in .success(.whole("64x48")) }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        _ = try await pipeline.open(Self.moon, covering: nil) { _ in }
        await pipeline.forget(Self.moon)
        _ = try await pipeline.open(Self.moon, covering: nil) { _ in }
        #expect(opening.questions.count == 2)
    }

    @Test func whyAPhotoCannotBeOpenedIsPassedOnAndNotKept() async {
        let opening = ScriptedOpening { _ in .failure(.reading(.isDirectory)) }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        for _ in 0..<2 {
            await #expect(throws: PictureFailure.reading(.isDirectory)) {
                _ = try await pipeline.open(Self.moon, covering: nil) { _ in }
            }
        }
        #expect(opening.questions.count == 2)
    }

    @Test func aPhotoThatIsAbandonedIsNotFetchedFurther() async {
        let opening = ScriptedOpening { question in
            question.reference == Self.moon
                ? await ScriptedOpening.untilCancelled() : .success(.whole("64x48"))
        }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        async let left = Self.failure(of: pipeline, Self.moon)
        await opening.asked(times: 1)
        await pipeline.abandon(Self.mars)
        #expect(await Self.failure(of: pipeline, Self.mars) == nil)
        await pipeline.abandon(Self.moon)
        #expect(await left == PictureFailure.fetching(.cancelled))
    }

    @Test func aPhotoThatOneComesBackToIsFetchedAnew() async {
        let (gate, attempts) = (Gate(), Clock())
        let opening = ScriptedOpening { _ in
            guard attempts.tick() == 1 else { return .success(.whole("64x48")) }
            // A transfer takes a while to end.
            await gate.pass()
            return .failure(.fetching(.cancelled))
        }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        async let left = Self.failure(of: pipeline, Self.moon)
        await opening.asked(times: 1)
        await pipeline.abandon(Self.moon)
        async let again = Self.failure(of: pipeline, Self.moon)
        for _ in 0..<1000 { await Task.yield() }
        gate.open()
        #expect(await left == PictureFailure.fetching(.cancelled))
        #expect(await again == nil)
    }

    @Test func progressIsPassedOn() async throws {
        let opening = ScriptedOpening { _ in .success(.whole("64x48")) }
        let pipeline = PhotoPipeline(opener: opening, stopwatch: .stopped, png: { $0.pixels })
        let (steps, continuation) = AsyncStream.makeStream(of: PhotoProgress.self)
        _ = try await pipeline.open(Self.moon, covering: 800) { continuation.yield($0) }
        continuation.finish()
        #expect(await steps.reduce(into: []) { $0.append($1) } == [.lookingUp])
    }

    private static func failure(
        of pipeline: PhotoPipeline, _ photo: PhotoReference
    ) async -> PictureFailure? {
        do throws(PictureFailure) {
            _ = try await pipeline.open(photo, covering: 800) { _ in }
            return nil
        } catch {
            return error
        }
    }
}
