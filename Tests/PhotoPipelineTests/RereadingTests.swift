import Imaging
import PhotoCatalog
import PhotoPipeline
import Synchronization
import TestSupport
import Testing

/// Local files that change while they are open.
@Suite struct RereadingTests {
    private static let moon = TestPipeline.moon

    /// A file whose content a test changes.
    private final class ChangingFile: Sendable {
        private let version = Mutex(1)
        /// Answers before the file is whole.
        private let failures = Mutex(0)

        func write(failingTimes count: Int = 0) {
            version.withLock { $0 += 1 }
            failures.withLock { $0 = count }
        }

        var opened: ScriptedLoader.Answer {
            let isWhole = failures.withLock { failures in
                defer { failures = max(0, failures - 1) }
                return failures == 0
            }
            guard isWhole else { return .failure(.decoding(.damaged(.endsEarly))) }
            var opened = OpenedPhoto(
                caption: PhotoCaption(title: "moon.jpg"), source: StripedPhoto(size: "64x48"))
            opened.file = now
            return .success(opened)
        }

        var now: FileVersion {
            let number = version.withLock { $0 }
            return FileVersion(
                device: 1, inode: 7, byteCount: 4000, modifiedNanoseconds: Int64(number))
        }
    }

    private static func viewing(_ file: ChangingFile) async throws -> (TestPipeline, OpenedPhoto) {
        let test = TestPipeline { _ in
            file.opened
        } isCurrent: {
            $0.file == file.now
        }
        return (test, try await test.open())
    }

    private static func request(
        _ opened: OpenedPhoto, of test: TestPipeline
    ) -> ImageRequest {
        var request = test.request(of: "64x48")
        request.revision = opened.revision
        return request
    }

    @Test func anotherContentHasAnotherNumberAndItsOwnPictures() async throws {
        let file = ChangingFile()
        let (test, first) = try await Self.viewing(file)
        #expect(try await test.pipeline.image(for: Self.request(first, of: test)) != nil)
        file.write()
        let second = try await test.pipeline.reread(Self.moon, covering: nil).value.get()
        #expect(second.revision != first.revision)
        #expect(try await test.pipeline.image(for: Self.request(first, of: test)) == nil)
        #expect(try await test.pipeline.image(for: Self.request(second, of: test)) != nil)
    }

    /// Two changes may be closer together than the file system's clock can tell.
    @Test func aFileThatIsReadAgainIsNewEvenIfItLooksTheSame() async throws {
        let (test, first) = try await Self.viewing(ChangingFile())
        let second = try await test.pipeline.reread(Self.moon, covering: nil).value.get()
        #expect(second.file == first.file && second.revision != first.revision)
    }

    @Test func theOpenContentStaysUntilTheFileIsWhole() async throws {
        let file = ChangingFile()
        let (test, first) = try await Self.viewing(file)
        file.write(failingTimes: 2)
        let second = try await test.pipeline.reread(Self.moon, covering: nil).value.get()
        #expect(second.revision != first.revision)
        #expect(test.pauses.all == [0.2, 0.5])
    }

    @Test func aFileThatStaysBrokenFailsAndIsForgotten() async throws {
        let file = ChangingFile()
        let (test, first) = try await Self.viewing(file)
        file.write(failingTimes: .max)
        let result = await test.pipeline.reread(Self.moon, covering: nil).value
        #expect(throws: PictureFailure.decoding(.damaged(.endsEarly))) { try result.get() }
        #expect(test.pauses.all == [0.2, 0.5, 1])
        #expect(try await test.pipeline.image(for: Self.request(first, of: test)) == nil)
    }

    @Test func aNewerReadingCancelsTheOneBefore() async throws {
        let file = ChangingFile()
        let gate = Gate()
        let isFirst = Mutex(true)
        let test = TestPipeline { _ in
            if isFirst.withLock({ isFirst in
                defer { isFirst = false }; return isFirst
            }) {
                await gate.wait()
            }
            return file.opened
        }
        let first = await test.pipeline.reread(Self.moon, covering: nil)
        await test.loader.asked(times: 1)
        let second = await test.pipeline.reread(Self.moon, covering: nil)
        gate.open()
        #expect(await first.value.failure == .fetching(.cancelled))
        #expect(await second.value.failure == nil)
    }

    /// A neighbour that was opened ahead, or a photo that is viewed again.
    @Test func aPhotoIsOpenedAgainIfItsFileHasChangedSince() async throws {
        let file = ChangingFile()
        let (test, first) = try await Self.viewing(file)
        #expect(try await test.open().revision == first.revision)
        #expect(test.loader.questions.count == 1)
        file.write()
        let second = try await test.open()
        #expect(second.revision != first.revision && second.file == file.now)
        #expect(test.loader.questions.count == 2)
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
