internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// The measurement of a long visit to one photo: opening, fit, original size, 500 pans, and jumps.
struct LongPan {
    private static let steps = 500
    private static let jumps = 20

    let context: BenchContext

    static var table: BenchTable {
        BenchTable(
            [
                "photo", "pixels", "first", "fit", "read", "pan p50", "pan p99", "tiles p50",
                "tiles p99", "jump 1st", "jump max", "made", "found", "held MB", "spill MB",
                "peak MB",
            ], leftAligned: 2)
    }

    static let notes = """
        first, fit: from nothing to the first frame that shows anything, and to the whole one at rest
        read: until the file has been read once (index or spill)
        pan: compute of each of 500 steps of a tenth of the screen at the original size, turned at \
        the edges so that each shows something new; tiles: what of it was getting the pixels
        jump: from corner to corner, 20 times: the slowest first frame, the slowest whole one at rest
        made: tiles, and the share of the tiles asked for that were found; held: index, overview, tiles
        sandboxed: decoded in a worker process, whose memory is not counted here
        peak: resident memory over all of it; all times in ms, of computing, without the terminal
        """

    func rows(of photo: PhotoReference) async throws(PictureFailure) -> [[String]] {
        ProcessUsage.resetPeak()
        let pipeline = context.makePipeline()
        let start = BenchClock.now
        let opened = try await pipeline.open(photo, covering: nil) { _ in }
        let screen = context.screen.area.size
        let fit = Viewport(photo: opened.size, screen: screen)
        let fitted = try await show(photo, fit, .atRest, through: pipeline, since: start)
        var viewport = BenchView.original.viewport(of: opened.size, on: screen)
        _ = try await show(photo, viewport, .atRest, through: pipeline, since: start)
        let read = await readingTime(of: opened.source, since: start)
        let pans = try await pan(photo, &viewport, through: pipeline)
        let jumps = try await jump(photo, &viewport, through: pipeline)
        let statistics = opened.source.status.statistics
        return [
            [
                BenchContext.name(of: photo) + context.remark,
                "\(opened.size.width)x\(opened.size.height)",
                SampleStatistics([fitted.first]).percentile(50),
                SampleStatistics([fitted.last]).percentile(50), read,
                pans.all.percentile(50), pans.all.percentile(99),
                pans.tiles.percentile(50), pans.tiles.percentile(99),
                SampleStatistics(jumps.map(\.first)).percentile(100),
                SampleStatistics(jumps.map(\.last)).percentile(100),
            ] + Self.text(statistics) + ["\(ProcessUsage.peakMegabytes)"]
        ]
    }

    private struct Arrival {
        var first: UInt64
        var last: UInt64
        /// The part of `last`, in nanoseconds, that decoding took.
        var decoding: UInt64
    }

    /// The cost of each step of a pan.
    private struct Pans {
        private var totals: [UInt64] = []
        private var decodings: [UInt64] = []
        var all: SampleStatistics { SampleStatistics(totals) }
        var tiles: SampleStatistics { SampleStatistics(decodings) }

        mutating func add(_ total: UInt64, decoding: UInt64) {
            totals.append(total)
            decodings.append(decoding)
        }
    }

    private func show(
        _ photo: PhotoReference, _ viewport: Viewport, _ quality: RenderQuality,
        through pipeline: ImagePipeline, since start: UInt64
    ) async throws(PictureFailure) -> Arrival {
        await pipeline.want([context.screen.request(photo, viewport, quality)])
        var first: UInt64?
        for await event in pipeline.events {
            switch event {
            case .image(let image):
                let time = BenchClock.now - start
                if image.isPreview {
                    first = first ?? time
                    continue
                }
                return Arrival(
                    first: first ?? time, last: time,
                    decoding: image.cost.stages[.decode] ?? 0)
            case .failed(_, let failure): throw failure
            case .closed: preconditionFailure("the photo is open")
            }
        }
        preconditionFailure("the pipeline has not stopped")
    }

    /// Returns the time until the file was read; "-" for a photo that is decoded in one piece.
    private func readingTime(of source: any ImageSource, since start: UInt64) async -> String {
        guard let source = source as? any StreamingImageSource, source.status.statistics != nil
        else {
            return "-"
        }
        // Waits for full resolution, because a coarse preview may be ready much earlier.
        let last = PixelRect(
            x: source.size.width - 1, y: source.size.height - 1, width: 1, height: 1)
        while !source.isReady(last, reducedBy: .none) {
            await source.waitForMore(of: last, reducedBy: .none)
        }
        return SampleStatistics([BenchClock.now - start]).percentile(50)
    }

    private func pan(
        _ photo: PhotoReference, _ viewport: inout Viewport, through pipeline: ImagePipeline
    ) async throws(PictureFailure) -> Pans {
        var pans = Pans()
        var path = PanPath(from: viewport)
        for _ in 0..<Self.steps {
            path.step()
            let start = BenchClock.now
            let arrival = try await show(
                photo, path.viewport, .moving, through: pipeline, since: start)
            pans.add(arrival.last, decoding: arrival.decoding)
        }
        viewport = path.viewport
        return pans
    }

    private func jump(
        _ photo: PhotoReference, _ viewport: inout Viewport, through pipeline: ImagePipeline
    ) async throws(PictureFailure) -> [Arrival] {
        var arrivals: [Arrival] = []
        for number in 0..<Self.jumps {
            viewport.move(.edge(number % 2 == 0 ? .right : .left))
            viewport.move(.edge(number % 4 < 2 ? .down : .up))
            // Moves beside the earlier position, so that the tiles are new.
            viewport.move(.shift(x: 0, y: (number % 4 < 2 ? -1 : 1) * number * 400))
            let start = BenchClock.now
            let moving = try await show(photo, viewport, .moving, through: pipeline, since: start)
            let fine = try await show(photo, viewport, .atRest, through: pipeline, since: start)
            arrivals.append(Arrival(first: moving.first, last: fine.last, decoding: fine.decoding))
        }
        return arrivals
    }

    private static func text(_ statistics: DecodeStatistics?) -> [String] {
        guard let statistics else { return ["-", "-", "-", "-"] }
        let found = statistics.tilesFound * 100 / max(1, statistics.tilesRequested)
        let held = statistics.tileBytes + statistics.indexBytes
        return [
            "\(statistics.tilesMade)", "\(found) %", "\(held >> 20)",
            "\(statistics.spillBytes >> 20)",
        ]
    }
}

/// A pan in all four directions that turns at the edges, so that each step shows something new.
///
/// Steps that show nothing new cost little: when they were counted, small photos seemed twice as
/// fast as they are.
private struct PanPath {
    private static let legs: [(direction: ViewportMove.Direction, steps: Int)] = [
        (.right, 23), (.down, 9), (.left, 13), (.up, 5),
    ]

    private(set) var viewport: Viewport
    private var leg = 0
    private var taken = 0
    private var turnsX = false
    private var turnsY = false

    init(from viewport: Viewport) { self.viewport = viewport }

    mutating func step() {
        let before = viewport
        viewport.move(.step(direction, times: 1))
        if viewport == before {
            turnBack()
            viewport.move(.step(direction, times: 1))
        }
        taken += 1
        guard taken == Self.legs[leg].steps else { return }
        leg = (leg + 1) % Self.legs.count
        taken = 0
    }

    private var direction: ViewportMove.Direction {
        switch Self.legs[leg].direction {
        case .left: turnsX ? .right : .left
        case .right: turnsX ? .left : .right
        case .up: turnsY ? .down : .up
        case .down: turnsY ? .up : .down
        }
    }

    private mutating func turnBack() {
        switch direction {
        case .left, .right: turnsX.toggle()
        case .up, .down: turnsY.toggle()
        }
    }
}
