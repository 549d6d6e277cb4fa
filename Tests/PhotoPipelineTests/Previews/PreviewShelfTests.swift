import Imaging
import PhotoCatalog
import PhotoPipeline
import TestSupport
import Testing

/// The books of small pictures: what a page lacks is fetched once, what has left it not at all.
@Suite struct PreviewShelfTests {
    @Test func picturesOfOnePhotoShareOneFetch() async {
        let desk = PreviewDesk(photos: "64x48")
        let requests = [
            PreviewDesk.request(0, "16x12"), PreviewDesk.request(0, "32x24"),
            PreviewDesk.request(0, "16x12", .whole),
            PreviewDesk.request(0, "16x12", .cover, .sixel),
        ]
        await desk.shelf.want(requests)
        let answers = await desk.answers(count: 4)
        #expect(Set(answers.map(\.request)) == Set(requests))
        #expect(desk.opening.questions.count == 1)
    }

    @Test func whatWasAnsweredOnceIsAnsweredAgainWithoutWork() async {
        let desk = PreviewDesk(photos: "64x48")
        for count in 1...3 {
            await desk.shelf.want([PreviewDesk.request()])
            #expect(await desk.answers(count: count).count == count)
            await desk.shelf.want([])
        }
        #expect(desk.opening.questions.count == 1)
    }

    @Test func anotherSizeOrTerminalNeedsNoNewFetch() async {
        let desk = PreviewDesk(photos: "640x427")
        let wishes = [
            PreviewDesk.request(0, "160x96"), PreviewDesk.request(0, "300x180"),
            PreviewDesk.request(0, "20x12", .cover, .halfBlocks),
            PreviewDesk.request(0, "160x96", .whole, .sixel),
        ]
        for (count, wish) in wishes.enumerated() {
            await desk.shelf.want([wish])
            _ = await desk.answers(count: count + 1)
        }
        #expect(desk.opening.questions.count == 1)
    }

    @Test func aLargerPictureIsMadeOfMorePixelsIfThereAreMore() async {
        let desk = PreviewDesk(photos: "2000x1500")
        await desk.shelf.want([PreviewDesk.request(0, "160x96")])
        _ = await desk.answers(count: 1)
        await desk.shelf.want([PreviewDesk.request(0, "1200x900")])
        _ = await desk.answers(count: 2)
        #expect(desk.opening.questions.count == 2)
    }

    @Test func noMoreThanSixAreFetchedAtOnce() async {
        let gate = Gate()
        let desk = PreviewDesk { _ in
            await gate.pass()
            return .success(StripedPhoto(size: "64x48"))
        }
        await desk.shelf.want((0..<10).map { PreviewDesk.request($0) })
        await desk.opening.asked(times: 6)
        await desk.settle()
        #expect(Set(desk.opening.questions) == Set((0..<6).map(PreviewDesk.source)))
        gate.open()
        #expect(await desk.answers(count: 10).count == 10)
    }

    @Test func whatHasLeftThePageIsCancelledAndMakesRoom() async {
        let desk = PreviewDesk { source in
            guard source == PreviewDesk.source(9) else { return await Self.untilCancelled() }
            return .success(StripedPhoto(size: "64x48"))
        }
        await desk.shelf.want((0..<6).map { PreviewDesk.request($0) })
        await desk.opening.asked(times: 6)
        await desk.shelf.want([PreviewDesk.request(9)])
        #expect(await desk.answers(count: 1).map(\.request) == [PreviewDesk.request(9)])
        await desk.settle()
        #expect(Set(desk.opening.cancelled) == Set((0..<6).map(PreviewDesk.source)))
    }

    @Test func whatStaysOnThePageIsFetchedOn() async {
        let gate = Gate()
        let desk = PreviewDesk { _ in
            await gate.pass()
            return .success(StripedPhoto(size: "64x48"))
        }
        await desk.shelf.want([PreviewDesk.request(1), PreviewDesk.request(2)])
        await desk.opening.asked(times: 2)
        await desk.shelf.want([PreviewDesk.request(2), PreviewDesk.request(3)])
        await desk.opening.asked(times: 3)
        gate.open()
        let answers = await desk.answers(count: 2)
        #expect(Set(answers.map(\.request)) == [PreviewDesk.request(2), PreviewDesk.request(3)])
        #expect(desk.opening.cancelled == [PreviewDesk.source(1)])
    }

    @Test func anAnswerToWhatWasDroppedIsNotTakenForTheOneAskedSince() async {
        let (first, calls) = (Gate(), Clock())
        let desk = PreviewDesk { _ in
            guard calls.tick() == 1 else { return .success(StripedPhoto(size: "64x48")) }
            // A transfer takes a while to end.
            await first.pass()
            return .failure(.fetching(.notFound))
        }
        await desk.shelf.want([PreviewDesk.request()])
        await desk.opening.asked(times: 1)
        await desk.shelf.want([])
        await desk.shelf.want([PreviewDesk.request()])
        first.open()
        #expect(await desk.answers(count: 1).map(\.request) == [PreviewDesk.request()])
    }

    @Test func whatFailsIsTriedAgainAfterGrowingPausesAndThenLeft() async {
        let desk = PreviewDesk { _ in .failure(.fetching(.serverFailed(status: 503))) }
        await desk.shelf.want([PreviewDesk.request()])
        await desk.opening.asked(times: 5)
        await desk.settle()
        #expect(desk.opening.questions.count == 5 && desk.answers.isEmpty)
        let wished = [0.2, 0.6, 1.8, 5.4]
        #expect(desk.pauses.all.count == 4)
        #expect(zip(desk.pauses.all, wished).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test(arguments: [(wished: 7, pauses: [7, 7, 7, 7]), (1, [1, 1, 1.8, 5.4])])
    func aServerThatAsksForPatienceHasIt(wished: Int, pauses: [Double]) async {
        let desk = PreviewDesk { _ in
            .failure(.fetching(.rateLimited(retryAfterSeconds: wished)))
        }
        await desk.shelf.want([PreviewDesk.request()])
        await desk.opening.asked(times: 5)
        await desk.settle()
        #expect(desk.pauses.all.count == 4)
        #expect(zip(desk.pauses.all, pauses).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test(arguments: [1, 2, 4])
    func whatHealsIsShownAfterAll(failures: Int) async {
        let calls = Clock()
        let desk = PreviewDesk { _ in
            calls.tick() <= failures
                ? .failure(.fetching(.interrupted(reason: "")))
                : .success(StripedPhoto(size: "64x48"))
        }
        await desk.shelf.want([PreviewDesk.request()])
        #expect(await desk.answers(count: 1).count == 1)
        #expect(desk.pauses.all.count == failures)
    }

    @Test(
        arguments: [
            .fetching(.notFound), .fetching(.refused(status: 403, reason: nil)),
            .decoding(.damaged(reason: "")), .reading(.isDirectory),
            .fetching(.rateLimited(retryAfterSeconds: 61)),
        ] as [PictureFailure])
    func whatCannotHealIsNotTriedAgain(failure: PictureFailure) async {
        let desk = PreviewDesk { _ in .failure(failure) }
        await desk.shelf.want([PreviewDesk.request()])
        await desk.opening.asked(times: 1)
        await desk.settle()
        #expect(desk.opening.questions.count == 1 && desk.pauses.all.isEmpty)
    }

    @Test func whatWasGivenUpIsTriedAgainWhenAPersonWishes() async {
        let calls = Clock()
        let desk = PreviewDesk { source in
            source == PreviewDesk.source(0) || calls.tick() == 1
                ? .failure(.fetching(.notFound)) : .success(StripedPhoto(size: "64x48"))
        }
        await desk.shelf.want([PreviewDesk.request(0), PreviewDesk.request(1)])
        await desk.opening.asked(times: 2)
        await desk.settle()
        #expect(desk.answers.isEmpty)
        await desk.shelf.tryAgain()
        #expect(await desk.answers(count: 1).map(\.request) == [PreviewDesk.request(1)])
        await desk.opening.asked(times: 4)
        await desk.settle()
        #expect(desk.opening.questions.count == 4)
    }

    @Test func aPhotoWithoutPixelsHoldsUpNoOther() async {
        let desk = PreviewDesk { source in
            source == PreviewDesk.source(0)
                ? .success(DamagedPhoto(size: "64x48")) : .success(StripedPhoto(size: "64x48"))
        }
        await desk.shelf.want((0..<8).map { PreviewDesk.request($0) })
        let answers = await desk.answers(count: 7)
        #expect(Set(answers.map(\.request)) == Set((1..<8).map { PreviewDesk.request($0) }))
    }

    private static func untilCancelled() async -> ScriptedPreviews.Answer {
        while !Task.isCancelled { await moment() }
        return .failure(.fetching(.cancelled))
    }
}
