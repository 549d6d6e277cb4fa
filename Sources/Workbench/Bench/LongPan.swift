internal import Imaging
internal import PhotoPipeline
internal import Synchronization
internal import TerminalProtocols

/// A long look at one photo: opened, fitted, at its original size, panned about, jumped over.
struct LongPan {
    private static let steps = 500
    private static let jumps = 20

    private let desk: BenchDesk

    init(_ desk: BenchDesk) { self.desk = desk }

    static var table: BenchTable {
        BenchTable(
            [
                "photo", "pixels", "first", "fit", "read", "pan p50", "pan p99", "jump 1st",
                "jump max", "tiles", "found", "held MB", "spill MB", "peak MB",
            ], leftAligned: 2)
    }

    static let notes = """
        first, fit: from nothing to the first frame that shows anything, and to the whole one at rest
        read: until the file has been read once (index or spill)
        pan: compute of each of 500 steps of a tenth of the screen at the original size
        jump: from corner to corner, 20 times: the slowest first frame, the slowest whole one at rest
        tiles made, share of the tiles asked for that were found; held: index, overview, tiles
        peak: resident memory over all of it; all times in ms, of computing, without the terminal
        """

    func rows(of photo: PhotoReference) async throws(PictureFailure) -> [[String]] {
        PeakMemory.reset()
        let pipeline = desk.makePipeline()
        let start = BenchClock.now
        let opened = try await pipeline.open(photo, covering: nil) { _ in }
        let screen = desk.screen.area.size
        let fit = Viewport(photo: opened.size, screen: screen)
        let fitted = try await show(photo, fit, .atRest, through: pipeline, since: start)
        var viewport = BenchView.original.viewport(of: opened.size, on: screen)
        _ = try await show(photo, viewport, .atRest, through: pipeline, since: start)
        let read = await readingTime(of: opened.source, since: start)
        let pans = try await pan(photo, &viewport, through: pipeline)
        let jumps = try await jump(photo, &viewport, through: pipeline)
        let figures = opened.source.figures
        return [
            [
                BenchDesk.name(of: photo), "\(opened.size.width)x\(opened.size.height)",
                Spread([fitted.first]).percentile(50), Spread([fitted.last]).percentile(50), read,
                pans.percentile(50), pans.percentile(99),
                Spread(jumps.map(\.first)).percentile(100),
                Spread(jumps.map(\.last)).percentile(100),
            ] + Self.text(figures) + [PeakMemory.megabytes]
        ]
    }

    private struct Arrival {
        var first: UInt64
        var last: UInt64
    }

    private func show(
        _ photo: PhotoReference, _ viewport: Viewport, _ fineness: Fineness,
        through pipeline: PhotoPipeline, since start: UInt64
    ) async throws(PictureFailure) -> Arrival {
        let times = Mutex<[UInt64]>([])
        try await pipeline.show(desk.screen.request(photo, viewport, fineness)) { _ in
            times.withLock { $0.append(BenchClock.now - start) }
        }
        let all = times.withLock { $0 }
        guard let first = all.first, let last = all.last else {
            preconditionFailure("the photo is open")
        }
        return Arrival(first: first, last: last)
    }

    /// When the file had been read; "-" for a photo that is simply decoded.
    private func readingTime(of source: any PhotoSource, since start: UInt64) async -> String {
        guard source.figures != nil else { return "-" }
        let all = PixelRect(source.size.reduced(by: .thirtySecond))
        while !source.isAtHand(all, reducedBy: .thirtySecond) {
            await source.arrival(of: all, reducedBy: .thirtySecond)
        }
        return Spread([BenchClock.now - start]).percentile(50)
    }

    private func pan(
        _ photo: PhotoReference, _ viewport: inout Viewport, through pipeline: PhotoPipeline
    ) async throws(PictureFailure) -> Spread {
        var times: [UInt64] = []
        let legs: [(ViewportMove.Direction, Int)] = [
            (.right, 23), (.down, 9), (.left, 13), (.up, 5),
        ]
        while times.count < Self.steps {
            for (direction, count) in legs {
                for _ in 0..<count where times.count < Self.steps {
                    viewport.move(.step(direction, times: 1))
                    let start = BenchClock.now
                    let arrival = try await show(
                        photo, viewport, .moving, through: pipeline, since: start)
                    times.append(arrival.last)
                }
            }
        }
        return Spread(times)
    }

    private func jump(
        _ photo: PhotoReference, _ viewport: inout Viewport, through pipeline: PhotoPipeline
    ) async throws(PictureFailure) -> [Arrival] {
        var arrivals: [Arrival] = []
        for number in 0..<Self.jumps {
            viewport.move(.edge(number % 2 == 0 ? .right : .left))
            viewport.move(.edge(number % 4 < 2 ? .down : .up))
            // Aside of where it was before, so that its tiles are new ones.
            viewport.move(.shift(x: 0, y: (number % 4 < 2 ? -1 : 1) * number * 400))
            let start = BenchClock.now
            let moving = try await show(photo, viewport, .moving, through: pipeline, since: start)
            let fine = try await show(photo, viewport, .atRest, through: pipeline, since: start)
            arrivals.append(Arrival(first: moving.first, last: fine.last))
        }
        return arrivals
    }

    private static func text(_ figures: PhotoFigures?) -> [String] {
        guard let figures else { return ["-", "-", "-", "-"] }
        let found = figures.tilesFound * 100 / max(1, figures.tilesAsked)
        let held = figures.tileBytes + figures.indexBytes
        return [
            "\(figures.tilesMade)", "\(found) %", "\(held >> 20)", "\(figures.spillBytes >> 20)",
        ]
    }
}
