import Imaging
import PhotoCatalog
import PhotoPipeline
import TestSupport
import Testing

/// Photos that are opened: equal requests share one answer.
@Suite struct OpeningTests {
    private static let moon = TestPipeline.moon
    private static let mars = PhotoReference.file(path: "mars.jpg")

    @Test func equalQuestionsShareOneOpening() async throws {
        let gate = Gate()
        let test = TestPipeline { _ in
            await gate.wait()
            return .whole("64x48")
        }
        let sizes = try await withThrowingTaskGroup(of: PixelSize.self) { group in
            for _ in 0..<10 {
                group.addTask { try await test.open(Self.moon, covering: 800).size }
            }
            await test.loader.asked(times: 1)
            gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sizes == Array(repeating: "64x48", count: 10))
        #expect(test.loader.questions == [.init(subject: .photo(Self.moon), width: 800)])
    }

    @Test func aCompletePhotoIsOpenedOnce() async throws {
        let test = TestPipeline { _ in .whole("64x48") }
        for width in [32, 64, 4000, nil] {
            let opened = try await test.open(Self.moon, covering: width)
            #expect(opened.size == "64x48")
        }
        #expect(test.loader.questions == [.init(subject: .photo(Self.moon), width: 32)])
    }

    @Test(
        arguments: [
            // the requested widths if the small version has 32 of 64 columns, those that were
            // opened
            ([32, 16, 32], [32]), ([32, 33], [32, 33]), ([32, nil, 32, 64], [32, nil]),
            ([nil, 32], [nil]),
        ] as [([Int?], [Int?])])
    func aSmallerVersionServesAsFarAsItReaches(wishes: [Int?], opened: [Int?]) async throws {
        let test = TestPipeline { question in
            question.width.map { $0 <= 32 } == true
                ? .smaller("32x24", of: "64x48") : .whole("64x48")
        }
        for width in wishes {
            let opened = try await test.open(Self.moon, covering: width)
            #expect(opened.size == "64x48")
            #expect(opened.source.size.width >= width ?? 64)
        }
        #expect(test.loader.questions.map(\.width) == opened)
    }

    @Test func aPhotoThatIsForgottenIsOpenedAgain() async throws {
        let test = TestPipeline { _ in .whole("64x48") }
        try await test.open(Self.moon)
        await test.pipeline.forget(Self.moon)
        try await test.open(Self.moon)
        #expect(test.loader.questions.count == 2)
    }

    @Test func whyAPhotoCannotBeOpenedIsPassedOnAndNotKept() async {
        let test = TestPipeline { _ in .failure(.reading(.isDirectory)) }
        for _ in 0..<2 {
            await #expect(throws: PictureFailure.reading(.isDirectory)) {
                try await test.open(Self.moon)
            }
        }
        #expect(test.loader.questions.count == 2)
    }

    @Test func aPhotoThatIsAbandonedIsNotFetchedFurther() async {
        let test = TestPipeline { question in
            question.subject == .photo(Self.moon)
                ? await ScriptedLoader.untilCancelled() : .whole("64x48")
        }
        async let left = Self.failure(of: test, Self.moon)
        await test.loader.asked(times: 1)
        await test.pipeline.abandon(Self.mars)
        #expect(await Self.failure(of: test, Self.mars) == nil)
        await test.pipeline.abandon(Self.moon)
        #expect(await left == PictureFailure.fetching(.cancelled))
    }

    @Test func aPhotoThatOneComesBackToIsFetchedAgain() async {
        let (gate, attempts) = (Gate(), Clock())
        let test = TestPipeline { _ in
            guard attempts.tick() == 1 else { return .whole("64x48") }
            // A transfer needs some time to end.
            await gate.wait()
            return .failure(.fetching(.cancelled))
        }
        async let left = Self.failure(of: test, Self.moon)
        await test.loader.asked(times: 1)
        await test.pipeline.abandon(Self.moon)
        async let again = Self.failure(of: test, Self.moon)
        for _ in 0..<1000 { await Task.yield() }
        gate.open()
        #expect(await left == PictureFailure.fetching(.cancelled))
        #expect(await again == nil)
    }

    @Test func progressIsPassedOn() async throws {
        let test = TestPipeline { _ in .whole("64x48") }
        let (steps, continuation) = AsyncStream.makeStream(of: PhotoProgress.self)
        _ = try await test.pipeline.open(Self.moon, covering: 800) { continuation.yield($0) }
        continuation.finish()
        #expect(await steps.reduce(into: []) { $0.append($1) } == [.lookingUp])
    }

    private static func failure(
        of test: TestPipeline, _ photo: PhotoReference
    ) async -> PictureFailure? {
        do throws(PictureFailure) {
            _ = try await test.pipeline.open(photo, covering: 800) { _ in }
            return nil
        } catch {
            return error
        }
    }
}
