import Imaging
import PhotoCatalog
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// Thumbnails: a missing one is fetched once, one that has left the page never.
@Suite struct ThumbnailTests {
    /// The region of a photo that a position shows, at any reduction and with any edges.
    @Test func aSectionHasThePixelsOfItsArea() throws {
        let photo = StripedPhoto(size: "137x91")
        var numbers = SeededNumbers(seed: 9)
        for _ in 0..<40 {
            let (x, y) = (
                Int.random(in: 0..<137, using: &numbers), Int.random(in: 0..<91, using: &numbers)
            )
            let area = PixelRect(
                x: x, y: y, width: Int.random(in: 1...137 - x, using: &numbers),
                height: Int.random(in: 1...91 - y, using: &numbers))
            let section = PhotoSection(area, of: photo)
            #expect(section.size == area.size)
            let whole = PixelRect(area.size)
            #expect(try section.pixels(of: whole, reducedBy: .none).raster == photo.part(area))
            for reduction in Reduction.ofFiles {
                let reduced = PixelRect(area.size.reduced(by: reduction))
                let part = try section.pixels(of: reduced, reducedBy: reduction)
                #expect(part.area == reduced && part.photo == area.size)
            }
        }
    }

    /// A cached copy is used only if the photo itself would look no better.
    @Test(
        arguments: [
            ("500x375", "300x200", .cover, true), ("500x375", "500x375", .cover, true),
            ("500x375", "501x200", .cover, false), ("500x375", "100x376", .cover, false),
            // A panorama fills a tile by its height.
            ("500x60", "300x200", .cover, false), ("2000x250", "300x200", .cover, true),
            ("500x375", "400x400", .whole, true), ("500x375", "600x400", .whole, false),
            ("500x375", "600x200", .whole, true), ("500x375", "500x100", .width, true),
            ("500x375", "501x100", .width, false),
        ] as [(PixelSize, PixelSize, ImageFitting, Bool)])
    func aCopyHasPixelsEnoughOrNot(
        copy: PixelSize, tile: PixelSize, fitting: ImageFitting, isEnough: Bool
    ) {
        #expect(TestPipeline.thumbnail(0, tile, fitting).isCovered(by: copy) == isEnough)
    }

    @Test func picturesOfOnePhotoShareOneFetch() async {
        let test = TestPipeline(photos: "64x48")
        let requests = [
            TestPipeline.thumbnail(0, "16x12"), TestPipeline.thumbnail(0, "32x24"),
            TestPipeline.thumbnail(0, "16x12", .whole),
            TestPipeline.thumbnail(0, "16x12", .cover, .sixel),
        ]
        await test.pipeline.want(requests)
        let answers = await test.images(count: 4)
        #expect(Set(answers.map(\.request)) == Set(requests))
        #expect(test.loader.subjects.count == 1)
    }

    @Test func whatWasAnsweredOnceIsAnsweredAgainWithoutWork() async {
        let test = TestPipeline(photos: "64x48")
        for count in 1...3 {
            await test.pipeline.want([TestPipeline.thumbnail()])
            #expect(await test.images(count: count).count == count)
            await test.pipeline.want([])
        }
        #expect(test.loader.subjects.count == 1)
    }

    @Test func anotherSizeOrTerminalNeedsNoNewFetch() async {
        let test = TestPipeline(photos: "640x427")
        let wishes = [
            TestPipeline.thumbnail(0, "160x96"), TestPipeline.thumbnail(0, "300x180"),
            TestPipeline.thumbnail(0, "20x12", .cover, .halfBlocks),
            TestPipeline.thumbnail(0, "160x96", .whole, .sixel),
        ]
        for (count, wish) in wishes.enumerated() {
            await test.pipeline.want([wish])
            _ = await test.images(count: count + 1)
        }
        #expect(test.loader.subjects.count == 1)
    }

    @Test func aLargerPictureIsMadeOfMorePixelsIfThereAreMore() async {
        let test = TestPipeline(photos: "2000x1500")
        await test.pipeline.want([TestPipeline.thumbnail(0, "160x96")])
        _ = await test.images(count: 1)
        await test.pipeline.want([TestPipeline.thumbnail(0, "1200x900")])
        _ = await test.images(count: 2)
        #expect(test.loader.subjects.count == 2)
    }

    @Test func noMoreThanSixAreFetchedAtOnce() async {
        let gate = Gate()
        let test = TestPipeline { _ in
            await gate.wait()
            return .whole("64x48")
        }
        await test.pipeline.want((0..<10).map { TestPipeline.thumbnail($0) })
        await test.loader.asked(times: 6)
        await test.settle()
        #expect(Set(test.loader.subjects) == Set((0..<6).map(TestPipeline.subject)))
        gate.open()
        #expect(await test.images(count: 10).count == 10)
    }

    @Test func whatHasLeftThePageIsCancelledAndMakesRoom() async {
        let test = TestPipeline { question in
            guard question.subject == TestPipeline.subject(9) else {
                return await ScriptedLoader.untilCancelled()
            }
            return .whole("64x48")
        }
        await test.pipeline.want((0..<6).map { TestPipeline.thumbnail($0) })
        await test.loader.asked(times: 6)
        await test.pipeline.want([TestPipeline.thumbnail(9)])
        #expect(await test.images(count: 1).map(\.request) == [TestPipeline.thumbnail(9)])
        await test.loader.cancelled(times: 6)
        #expect(Set(test.loader.cancelled) == Set((0..<6).map(TestPipeline.subject)))
    }

    @Test func whatStaysOnThePageIsFetchedOn() async {
        let gate = Gate()
        let test = TestPipeline { _ in
            await gate.wait()
            return .whole("64x48")
        }
        await test.pipeline.want([TestPipeline.thumbnail(1), TestPipeline.thumbnail(2)])
        await test.loader.asked(times: 2)
        await test.pipeline.want([TestPipeline.thumbnail(2), TestPipeline.thumbnail(3)])
        await test.loader.asked(times: 3)
        gate.open()
        let answers = await test.images(count: 2)
        #expect(
            Set(answers.map(\.request)) == [TestPipeline.thumbnail(2), TestPipeline.thumbnail(3)])
        await test.loader.cancelled(times: 1)
        #expect(test.loader.cancelled == [TestPipeline.subject(1)])
    }

    @Test func anAnswerToWhatWasDroppedIsNotTakenForTheOneAskedSince() async {
        let (first, calls) = (Gate(), Clock())
        let test = TestPipeline { _ in
            guard calls.tick() == 1 else { return .whole("64x48") }
            // A transfer needs some time to end.
            await first.wait()
            return .failure(.fetching(.notFound))
        }
        await test.pipeline.want([TestPipeline.thumbnail()])
        await test.loader.asked(times: 1)
        await test.pipeline.want([])
        await test.pipeline.want([TestPipeline.thumbnail()])
        first.open()
        #expect(await test.images(count: 1).map(\.request) == [TestPipeline.thumbnail()])
    }

    @Test func whatFailsIsTriedAgainAfterGrowingPausesAndThenLeft() async {
        let test = TestPipeline { _ in .failure(.fetching(.serverFailed(status: 503))) }
        await test.pipeline.want([TestPipeline.thumbnail()])
        await test.loader.asked(times: 5)
        await test.settle()
        #expect(test.loader.subjects.count == 5)
        guard case .failed(TestPipeline.thumbnail(), _)? = test.events.first, test.events.count == 1
        else {
            Issue.record("it is not told once that it was given up")
            return
        }
        let wished = [0.2, 0.6, 1.8, 5.4]
        #expect(test.pauses.all.count == 4)
        #expect(zip(test.pauses.all, wished).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test(arguments: [(wished: 7, pauses: [7, 7, 7, 7]), (1, [1, 1, 1.8, 5.4])])
    func aServerThatAsksForPatienceHasIt(wished: Int, pauses: [Double]) async {
        let test = TestPipeline { _ in
            .failure(.fetching(.rateLimited(retryAfterSeconds: wished)))
        }
        await test.pipeline.want([TestPipeline.thumbnail()])
        await test.loader.asked(times: 5)
        await test.settle()
        #expect(test.pauses.all.count == 4)
        #expect(zip(test.pauses.all, pauses).allSatisfy { abs($0 - $1) < 1e-9 })
    }

    @Test(arguments: [1, 2, 4])
    func whatHealsIsShownAfterAll(failures: Int) async {
        let calls = Clock()
        let test = TestPipeline { _ in
            calls.tick() <= failures
                ? .failure(.fetching(.interrupted(.empty)))
                : .whole("64x48")
        }
        await test.pipeline.want([TestPipeline.thumbnail()])
        #expect(await test.images(count: 1).count == 1)
        #expect(test.pauses.all.count == failures)
    }

    @Test(
        arguments: [
            .fetching(.notFound), .fetching(.refused(status: 403, reason: nil)),
            .decoding(.damaged(.endsEarly)), .reading(.isDirectory),
            .fetching(.rateLimited(retryAfterSeconds: 61)),
        ] as [PictureFailure])
    func whatCannotHealIsNotTriedAgain(failure: PictureFailure) async {
        let test = TestPipeline { _ in .failure(failure) }
        await test.pipeline.want([TestPipeline.thumbnail()])
        await test.loader.asked(times: 1)
        await test.settle()
        #expect(test.loader.subjects.count == 1 && test.pauses.all.isEmpty)
    }

    @Test func whatWasGivenUpIsTriedAgainWhenAPersonWishes() async {
        let calls = Clock()
        let test = TestPipeline { question in
            question.subject == TestPipeline.subject(0) || calls.tick() == 1
                ? .failure(.fetching(.notFound)) : .whole("64x48")
        }
        await test.pipeline.want([TestPipeline.thumbnail(0), TestPipeline.thumbnail(1)])
        await test.loader.asked(times: 2)
        await test.settle()
        #expect(test.images.isEmpty)
        await test.pipeline.retry()
        #expect(await test.images(count: 1).map(\.request) == [TestPipeline.thumbnail(1)])
        await test.loader.asked(times: 4)
        await test.settle()
        #expect(test.loader.subjects.count == 4)
    }

    @Test func aPhotoWithoutPixelsHoldsUpNoOther() async {
        let test = TestPipeline { question in
            question.subject == TestPipeline.subject(0)
                ? .photo(DamagedPhoto(size: "64x48")) : .whole("64x48")
        }
        await test.pipeline.want((0..<8).map { TestPipeline.thumbnail($0) })
        let answers = await test.images(count: 7)
        #expect(Set(answers.map(\.request)) == Set((1..<8).map { TestPipeline.thumbnail($0) }))
    }

    @Test func aPhotoAndItsSmallPictureAreWantedTogether() async throws {
        let test = TestPipeline(photos: "64x48")
        try await test.open()
        let requests = [test.request(of: "64x48"), TestPipeline.thumbnail()]
        await test.pipeline.want(requests)
        #expect(await Set(test.images(count: 2).map(\.request)) == Set(requests))
        await test.settle()
        #expect(test.images.count == 2)
    }
}

/// The part of a photo that a thumbnail shows, and its position.
@Suite struct FittingTests {
    @Test(
        arguments: [
            // photo, available size, the central part of the photo that fills it
            ("64x48", "16x12", "0,0 64x48"), ("64x48", "12x12", "8,0 48x48"),
            ("64x48", "32x12", "0,12 64x24"), ("8x6", "16x12", "0,0 8x6"),
            ("1000x10", "20x10", "490,0 20x10"), ("10x1000", "10x20", "0,490 10x20"),
        ] as [(PixelSize, PixelSize, String)])
    func aCoverFillsItsRoomFromTheMiddleOfThePhoto(
        photo: PixelSize, room: PixelSize, middle: String
    ) async throws {
        let (raster, area) = try await Self.picture(of: photo, in: room, .cover)
        #expect(area == PixelRect(room))
        let wished = StripedPhoto(size: photo).part(Self.rect(middle)).resized(to: room)
        #expect(Self.difference(wished, raster) < 12)
    }

    @Test(
        arguments: [
            ("64x48", "16x16", PixelRect(x: 0, y: 2, width: 16, height: 12)),
            ("48x64", "32x16", PixelRect(x: 10, y: 0, width: 12, height: 16)),
            ("8x6", "32x16", PixelRect(x: 12, y: 5, width: 8, height: 6)),
            ("500x40", "20x10", PixelRect(x: 0, y: 4, width: 20, height: 2)),
        ] as [(PixelSize, PixelSize, PixelRect)])
    func aWholePhotoLiesInTheMiddleOfItsRoom(
        photo: PixelSize, room: PixelSize, wished: PixelRect
    ) async throws {
        let (raster, area) = try await Self.picture(of: photo, in: room, .whole)
        #expect(area == wished && raster.size == wished.size)
        let small = StripedPhoto(size: photo).part(PixelRect(photo)).resized(to: wished.size)
        #expect(Self.difference(small, raster) < 12)
    }

    @Test(arguments: ["1x1", "1x30000", "30000x1", "7x5"] as [PixelSize])
    func aPhotoOfAnyShapeFillsAnyRoom(photo: PixelSize) async throws {
        for room in ["1x1", "160x6", "3x200"] as [PixelSize] {
            for fitting in [ImageFitting.cover, .whole] {
                let (raster, area) = try await Self.picture(of: photo, in: room, fitting)
                #expect(PixelRect(room).contains(area) && raster.size == area.size)
            }
        }
    }

    @Test func sixelsFillTheRoomAndLeaveTheRestInTheGround() async throws {
        let test = TestPipeline { _ in .photo(StripedPhoto.fewColours("16x12")) }
        await test.pipeline.want([TestPipeline.thumbnail(0, "32x18", .whole, .sixel)])
        let image = try #require(await test.images(count: 1).first?.image)
        let sixels = try SixelReader(image.bytes)
        #expect(sixels.raster.size == "32x18")
        #expect(
            sixels.raster.cropped(to: PixelRect(x: 0, y: 0, width: 8, height: 18)).pixels
                .allSatisfy { $0 == 0 || $0 == 255 })
    }

    @Test func blocksFillTheRoom() async throws {
        let test = TestPipeline(photos: "64x48")
        await test.pipeline.want([TestPipeline.thumbnail(0, "16x12", .cover, .halfBlocks)])
        let image = try #require(await test.images(count: 1).first?.image)
        let wished = StripedPhoto(size: "64x48").part(PixelRect("64x48")).resized(to: "16x12")
        #expect(Self.difference(wished, image.bytes.blocks(on: "16x12")) < 12)
    }

    /// Compares red and green, which change slowly: the mean of blue's stripes depends on the
    /// scaler.
    private static func difference(_ one: Raster, _ other: Raster) -> Double {
        RasterDifference(one, other).means.prefix(2).max() ?? 255
    }

    /// Returns the pixels sent to a kitty terminal, and the part of the space they fill.
    private static func picture(
        of photo: PixelSize, in room: PixelSize, _ fitting: ImageFitting
    ) async throws -> (Raster, PixelRect) {
        let test = TestPipeline(photos: photo)
        await test.pipeline.want([TestPipeline.thumbnail(0, room, fitting)])
        let image = try #require(await test.images(count: 1).first?.image)
        guard case .stored(_, _, let area) = image else { throw Failure.notStored }
        return (try #require(test.rasters.all.first), area)
    }

    private enum Failure: Error { case notStored }

    private static func rect(_ text: String) -> PixelRect {
        let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
        return PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }
}
