import Imaging
import StandIn
import Synchronization
import TestSupport
import Testing
import TilePyramids

/// Tiles that are late, that fail, or that are no longer wanted.
@Suite(.timeLimit(.minutes(5))) struct ArrivalTests {
    struct Cut {
        let photo: any ImageSource
        let tiles: CutTiles
        let pause: HeldPause
        let source: TilePyramidSource

        init(
            _ size: PixelSize = "2048x1536", limitBytes: Int = TilePyramidSource.usualLimitBytes,
            fate: @escaping CutTiles.Fate = { _, _ in }
        ) throws {
            photo = try CutPicture.photo(size)
            let server = CutPicture.server(photo)
            let (pyramid, base) = try CutForm.zoomify.pyramid(server)
            tiles = CutTiles(server, at: base, fate: fate)
            pause = HeldPause()
            source = TilePyramidSource(
                pyramid, from: tiles, limitBytes: limitBytes, pause: pause.pause)
        }

        var all: PixelRect { PixelRect(photo.size) }

        /// Waits until an area is ready, and counts the times it is drawn before.
        @discardableResult
        func wait(for area: PixelRect, _ reduction: Reduction = .none) async -> Int {
            var previews = 0
            while !source.isReady(area, reducedBy: reduction), !Task.isCancelled {
                await source.waitForMore(of: area, reducedBy: reduction)
                previews += 1
            }
            return previews
        }
    }

    /// Three of ten tiles fail, in irregular order, each for the first time.
    private static let threeOfTen: CutTiles.Fate = { path, tries throws(TileFailure) in
        if tries == 0, isFailing(path) { throw .failed }
    }

    private static func isFailing(_ path: String) -> Bool {
        (path.utf8.reduce(UInt32(5)) { $0 &* 31 &+ UInt32($1) } >> 16) % 10 < 3
            && !path.hasSuffix("/0-0-0.jpg")
    }

    /// Waits until each tile of a view and the overview has arrived or failed.
    private static func waitForAll(_ count: Int, _ cut: Cut) async {
        while true {
            let asked = cut.tiles.requests
            let failed = asked.count { isFailing($0) }
            let there = (cut.source.status.statistics?.fractionRead ?? 0) * Double(count)
            if asked.count == count + 1, cut.pause.waiting == failed,
                Int(there.rounded()) == count - failed
            {
                return
            }
            await moment()
        }
    }

    @Test func noPixelIsWrongWhileTilesFailAndGapsAreFilledLater() async throws {
        let cut = try Cut(fate: Self.threeOfTen)
        let view = PixelRect(x: 100, y: 60, width: 1800, height: 1300)
        let waiting = Task { await cut.wait(for: view) }
        await Self.waitForAll(48, cut)
        let preview = try #require(cut.source.preview(of: view, reducedBy: .none)).raster
        let truth = try cut.photo.pixels(of: view, reducedBy: .none).raster
        let missing = Self.differingTiles(preview, truth, in: view)
        #expect((10...18).contains(missing.count))
        #expect(missing.count == cut.pause.waiting)
        // A missing tile is replaced by stretching the available level.
        let stretched = try cut.photo.all(.eighth).scaled(to: cut.photo.size).cropped(to: view)
        for tile in missing {
            #expect(preview.cropped(to: tile) == stretched.cropped(to: tile), "\(tile)")
        }
        cut.pause.open()
        _ = await waiting.value
        #expect(try cut.source.pixels(of: view, reducedBy: .none).raster == truth)
        #expect(cut.source.status.damage == nil)
    }

    /// Returns the tiles of a view, in its coordinates, whose pixels differ from the file's.
    private static func differingTiles(
        _ preview: Raster, _ truth: Raster, in view: PixelRect
    ) -> [PixelRect] {
        (view.minY / 256...view.maxY / 256).flatMap { row in
            (view.minX / 256...view.maxX / 256).compactMap { column -> PixelRect? in
                let tile = PixelRect(x: column * 256, y: row * 256, width: 256, height: 256)
                    .intersection(view)
                let place = PixelRect(
                    x: tile.minX - view.minX, y: tile.minY - view.minY, width: tile.size.width,
                    height: tile.size.height)
                guard !place.isEmpty, preview.cropped(to: place) != truth.cropped(to: place) else {
                    return nil
                }
                return place
            }
        }
    }

    @Test func aTileThatAlwaysFailsIsTriedFiveTimesAndLeftOut() async throws {
        let cut = try Cut("1024x768") { path, _ throws(TileFailure) in
            if path.hasSuffix("/2-1-1.jpg") { throw .failed }
        }
        let waiting = Task { await cut.wait(for: cut.all) }
        for tries in 1...4 {
            while cut.pause.times.count < tries { await moment() }
            #expect(!cut.source.isReady(cut.all, reducedBy: .none))
            cut.pause.release()
        }
        _ = await waiting.value
        #expect(cut.tiles.requests.count { $0.hasSuffix("/2-1-1.jpg") } == 5)
        #expect(
            cut.pause.times.prefix(4) == [
                Duration.milliseconds(500), .milliseconds(1500), .milliseconds(4500),
                .milliseconds(13_500),
            ])
        let shown = try cut.source.all(.none), truth = try cut.photo.all(.none)
        let failed = PixelRect(x: 256, y: 256, width: 256, height: 256)
        #expect(Self.differingTiles(shown, truth, in: cut.all) == [failed])
        #expect(cut.source.status.damage != nil)
        // Its own samples are unknown.
        #expect(throws: DecodingFailure.tiles(.missing)) {
            try cut.source.sample(at: PixelPoint(x: 300, y: 300))
        }
        #expect(try cut.source.sample(at: .origin).values == cut.photo.sample(at: .origin).values)
        // A minute later a new view retries it.
        while cut.pause.waiting == 0 { await moment() }
        cut.pause.release()
        while cut.source.status.damage != nil { await moment() }
        #expect(!cut.source.isReady(cut.all, reducedBy: .none))
    }

    /// A server reports a missing tile: its area is transparent, neither black nor coarser.
    @Test func whatTheServerDoesNotHaveIsTransparent() async throws {
        let photo = try CutPicture.photo("1024x512")
        let server = CutPicture.server(photo)
        let (pyramid, base) = try CutForm.deepZoom.pyramid(server)
        let tiles = CutTiles(server, at: base) { _, _ in }
        let source = TilePyramidSource(
            pyramid, from: SparseTiles(tiles: tiles, missing: "10/1_0.png")
        ) { _ in }
        let area = PixelRect(x: 200, y: 0, width: 400, height: 100)
        let part = try source.pixels(of: area, reducedBy: .none).raster
        #expect(!part.isOpaque)
        let alphas = part.cropped(to: PixelRect(x: 56, y: 0, width: 256, height: 100)).pixels
            .enumerated()
            .filter { $0.offset % 4 == 3 }.map(\.element)
        #expect(alphas.allSatisfy { $0 == 0 })
        let left = PixelRect(x: 0, y: 0, width: 56, height: 100)
        let file = try photo.pixels(of: area, reducedBy: .none).raster
        #expect(part.cropped(to: left).pixels == file.cropped(to: left).pixels)
        #expect(source.status.damage == nil)
    }

    @Test func tilesOfAnotherSizeAreNotShown() async throws {
        let photo = try CutPicture.photo("600x400")
        let server = CutPicture.server(photo)
        let (pyramid, base) = try CutForm.iiif3.pyramid(server)
        let pause = HeldPause()
        let source = TilePyramidSource(
            pyramid, from: SmallerTiles(tiles: CutTiles(server, at: base)), pause: pause.pause)
        let waiting = Task {
            await source.waitForMore(
                of: PixelRect(x: 0, y: 0, width: 99, height: 99), reducedBy: .none)
        }
        while pause.waiting < 2 { await moment() }
        #expect(source.preview(of: PixelRect(photo.size), reducedBy: .none) == nil)
        waiting.cancel()
        await waiting.value
        pause.open()
    }

    @Test func theOverviewComesFirstAndThenTheMiddleOfTheNewestView() async throws {
        let gate = HeldPause()
        let cut = try Cut("4096x4096") { _, _ in await gate.pause(.zero) }
        let old = PixelRect(x: 0, y: 0, width: 700, height: 700)
        // Five by five tiles, five of which are requested first.
        let new = PixelRect(x: 2304, y: 2304, width: 1280, height: 1280)
        let first = Task { await cut.wait(for: old) }
        while cut.tiles.requests.count < 6 { await moment() }
        // Requests that start together may be reported in any order.
        #expect(cut.tiles.requests.contains("TileGroup0/0-0-0.jpg"))
        first.cancel()
        let second = Task { await cut.wait(for: new) }
        while cut.tiles.requests.count < 11 { await moment() }
        #expect(cut.tiles.requests[6...].contains { $0.hasSuffix("/4-11-11.jpg") })
        #expect(cut.tiles.requests[6...].allSatisfy { $0.contains(/\/4-(9|1[0-3])-/) })
        gate.open()
        _ = await (first.value, second.value)
        // The six in progress when the view was left: no other tile of the old view was requested.
        #expect(cut.tiles.requests.count == 6 + 25)
    }

    @Test func sixRequestsAtMost() async throws {
        let cut = try Cut { _, _ in await moment() }
        await cut.wait(for: cut.all)
        #expect(cut.tiles.mostAtOnce == 6)
        #expect(Set(cut.tiles.requests).count == cut.tiles.requests.count)
    }

    /// A terminal that stores pictures gets three previews: they are worth most for the first pixels,
    /// for half of the tiles, and for all that did not fail.
    @Test func aViewIsDrawnAFewTimesWhileItsTilesArrive() async throws {
        let cut = try Cut(fate: Self.threeOfTen)
        let view = PixelRect(x: 100, y: 60, width: 1800, height: 1300)
        let previews = Task { await cut.wait(for: view) }
        await Self.waitForAll(48, cut)
        cut.pause.open()
        let count = await previews.value
        // Three moments are worth a picture, and retries have theirs: fewer if a late wake-up finds
        // several done, more if each arrives alone.
        #expect((1...24).contains(count), "48 tiles were drawn \(count) times")
    }

    @Test func whatIsCancelledReturnsAtOnce() async throws {
        let gate = HeldPause()
        let cut = try Cut { _, _ in await gate.pause(.zero) }
        for _ in 0..<20 {
            let waiting = Task { await cut.source.waitForMore(of: cut.all, reducedBy: .none) }
            waiting.cancel()
            await waiting.value
        }
        // All returned although no tile has arrived: the tiles are still held back.
        #expect(!cut.source.isReady(cut.all, reducedBy: .none))
        gate.open()
    }
}

/// One tile is missing.
private struct SparseTiles: TileLoader {
    let tiles: CutTiles
    let missing: String

    func picture(
        of tile: TileKey, in pyramid: TilePyramid, most: PixelSize
    ) async throws(TileFailure) -> Raster? {
        guard pyramid.path(of: tile) != missing else { return nil }
        return try await tiles.picture(of: tile, in: pyramid, most: most)
    }
}

/// Each tile is half its expected size.
private struct SmallerTiles: TileLoader {
    let tiles: CutTiles

    func picture(
        of tile: TileKey, in pyramid: TilePyramid, most: PixelSize
    ) async throws(TileFailure) -> Raster? {
        let whole = try await tiles.picture(of: tile, in: pyramid, most: most)
        return whole.map {
            $0.cropped(
                to: PixelRect(x: 0, y: 0, width: $0.size.width / 2, height: $0.size.height / 2))
        }
    }
}
