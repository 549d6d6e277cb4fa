import Imaging
import TestSupport
import Testing

@testable import TilePyramids

/// The tiles ahead of a moving view are fetched in idle times.
@Suite struct PanAheadTests {
    private typealias Cut = ArrivalTests.Cut

    /// 4 by 3 tiles in the centre of a picture of 16 by 12.
    private static let view = PixelRect(x: 1024, y: 1024, width: 1024, height: 768)

    private static func view(right: Int, down: Int = 0) -> PixelRect {
        PixelRect(
            x: view.minX + right, y: view.minY + down, width: view.size.width,
            height: view.size.height)
    }

    private static func cut(fate: @escaping CutTiles.Fate = { _, _ in }) throws -> Cut {
        try Cut("4096x3072", fate: fate)
    }

    /// Waits until this many tiles were requested in total.
    private static func waitForRequests(_ count: Int, _ cut: Cut) async {
        while cut.tiles.requests.count < count { await moment() }
    }

    private static func tiles(_ paths: ArraySlice<String>) -> Set<String> {
        Set(paths.map { String($0.split(separator: "/").last ?? "") })
    }

    /// Before it moves the direction is unknown.
    @Test func aViewThatHasNotMovedHasNothingAhead() async throws {
        let cut = try Self.cut()
        await cut.wait(for: Self.view)
        #expect(cut.source.isReady(Self.view, reducedBy: .none))
        // Twelve, and the overview.
        #expect(cut.source.status.statistics?.tilesMade == 13)
    }

    @Test(arguments: [
        // One column is waited for; then the next one.
        (100, 0, 3, ["4-9-4", "4-9-5", "4-9-6"]), (-100, 0, 3, ["4-2-4", "4-2-5", "4-2-6"]),
        (0, 100, 4, ["4-4-8", "4-5-8", "4-6-8", "4-7-8"]),
        (0, -256, 4, ["4-4-2", "4-5-2", "4-6-2", "4-7-2"]),
    ])
    func theTilesOnTheSideItMovesToFollow(
        right: Int, down: Int, awaited: Int, next: [String]
    ) async throws {
        let cut = try Self.cut()
        await cut.wait(for: Self.view)
        await cut.wait(for: Self.view(right: right, down: down))
        let count = 13 + awaited + next.count
        await Self.waitForRequests(count, cut)
        #expect(
            Self.tiles(cut.tiles.requests.suffix(next.count)) == Set(next.map { $0 + ".jpg" }))
        #expect(cut.source.status.statistics?.tilesMade == count)
        #expect(cut.tiles.mostAtOnce <= 6)
    }

    @Test func slantingItHasBothSidesAndTheCornerAhead() async throws {
        let cut = try Self.cut()
        await cut.wait(for: Self.view)
        await cut.wait(for: Self.view(right: 256, down: 256))
        // A column of 3, a row of 4 less their common corner; then 3 + 4 + 1.
        await Self.waitForRequests(13 + 6 + 8, cut)
        #expect(cut.source.status.statistics?.tilesMade == 27)
    }

    @Test func atTheEdgeThereIsNothingAhead() async throws {
        let cut = try Self.cut()
        let corner = PixelRect(x: 3072, y: 2304, width: 1024, height: 768)
        await cut.wait(for: Self.view(right: 1900, down: 1200))
        let made = cut.source.status.statistics?.tilesMade ?? 0
        await cut.wait(for: corner)
        // All of it was visible before.
        #expect(cut.source.status.statistics?.tilesMade == made)
    }

    /// A waiting view has all connections to itself.
    @Test func nothingIsAskedForAheadWhileAViewWaits() async throws {
        let gate = HeldPause()
        let cut = try Self.cut { path, _ in
            if path.contains("/4-8-") { await gate.pause(.zero) }
        }
        await cut.wait(for: Self.view)
        let waiting = Task { await cut.wait(for: Self.view(right: 100)) }
        while gate.waiting < 3 { await moment() }
        #expect(cut.source.status.statistics?.tilesMade == 16)
        gate.open()
        _ = await waiting.value
        await Self.waitForRequests(19, cut)
    }

    /// A view that turns back cancels the tiles behind it; those that have become visible continue.
    @Test(arguments: [(-150, 3), (250, 0)])
    func whatIsNoLongerAheadIsCancelled(right: Int, again: Int) async throws {
        let gate = HeldPause()
        let cut = try Self.cut { path, _ in
            if path.contains("/4-9-") { await gate.pause(.zero) }
        }
        await cut.wait(for: Self.view)
        await cut.wait(for: Self.view(right: 100))
        while gate.waiting < 3 { await moment() }
        let turned = Task { await cut.wait(for: Self.view(right: 100 + right)) }
        if right < 0 {
            _ = await turned.value
            // Five columns are loaded; the sixth and the one to the left were requested.
            await Self.waitForRequests(13 + 3 + 3 + 3 + 3, cut)
        }
        gate.open()
        _ = await turned.value
        // Cancelled tiles are requested again when they become visible.
        await cut.wait(for: Self.view(right: 300))
        let asked = cut.tiles.requests.count { $0.contains("/4-9-") }
        #expect(asked == 3 + again)
    }

    /// A tile that fails ahead of the view does not count as damage, and is not retried before it is wanted.
    @Test func aFailureAheadIsNoDamage() async throws {
        let cut = try Self.cut { path, tries throws(TileFailure) in
            if path.contains("/4-9-"), tries == 0 { throw .failed }
        }
        await cut.wait(for: Self.view)
        await cut.wait(for: Self.view(right: 100))
        while cut.pause.waiting < 3 { await moment() }
        cut.pause.open()
        for _ in 0..<50 { await moment() }
        #expect(cut.source.status.damage == nil)
        #expect(cut.tiles.requests.count == 19)
        await cut.wait(for: Self.view(right: 400))
        let shown = try cut.source.pixels(of: Self.view(right: 400), reducedBy: .none).raster
        #expect(shown == (try cut.photo.pixels(of: Self.view(right: 400), reducedBy: .none).raster))
    }

    /// 500 steps over a picture of 50 times the screen, with memory for this many tiles.
    @Test(arguments: [24, 48])
    func fiveHundredPansKeepToTheirMemoryAndToTheTilesInViewAndAhead(count: Int) async throws {
        let limit = count * 256 * 256 * 4
        let cut = try Cut("4096x3072", limitBytes: limit)
        let grid = PyramidLevel(size: "4096x3072", tile: "256x256", name: 4)
        var (x, y, seen, ahead) = (0, 0, Set<TileKey>(), PanPrediction())
        var numbers = SeededNumbers(seed: 11)
        var before: Set<TileKey> = []
        var nextBefore: Set<TileKey> = []
        var (most, mostAhead) = (0, 0)
        for _ in 0..<500 {
            x = min(max(0, x + Int.random(in: -200...230, using: &numbers)), 4096 - 600)
            y = min(max(0, y + Int.random(in: -150...180, using: &numbers)), 3072 - 400)
            let view = PixelRect(x: x, y: y, width: 600, height: 400)
            await cut.wait(for: view)
            _ = try cut.source.pixels(of: view, reducedBy: .none)
            let tiles = Set(grid.tiles(under: view, level: 0))
            // A tile that became visible is requested once, unless it was evicted in the meantime.
            most += tiles.subtracting(before).count
            before = tiles
            seen.formUnion(tiles)
            if let next = ahead.tiles(beside: view, on: grid, 0) {
                mostAhead += Set(next).subtracting(nextBefore).count
                nextBefore = Set(next)
            }
            let bytes = cut.source.status.statistics?.tileBytes ?? .max
            #expect(bytes <= limit + 4 * 256 * 256 * 4)
        }
        let requests = cut.tiles.requests.count { $0.contains("/4-") }
        print(
            "500 pans: \(requests) requests, \(seen.count) tiles seen, \(most) came into view,",
            "\(mostAhead) beside it")
        #expect(requests >= seen.count)
        #expect(requests <= most + mostAhead)
        #expect(cut.tiles.mostAtOnce <= 6)
    }
}
