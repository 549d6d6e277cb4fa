internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// The measurement of one photo through all stages, repeatedly and without caches.
struct StageRun {
    private struct Sample {
        var costs: [Stage: UInt64]
        let total: UInt64
        let byteCount: Int
        let photo: PixelSize
    }

    let context: BenchContext
    let samples: Int

    static var table: BenchTable {
        BenchTable(
            ["photo", "pixels", "view"] + Stage.allCases.map(title) + ["all", "bytes", "peak MB"],
            leftAligned: 3)
    }

    static let notes = """
        1) fetch: the file is read and its headers are; over --api look-up and download too
        2) quantise: the palette, made once for a photo, with decoding and scaling the small copy \
        it is made from
        3) encode: dithering to the palette and the bytes of the protocol are one loop, two strips \
        side by side
        4) write: until a pseudo-terminal that a thread reads as fast as it can has taken all
        all: from nothing to the last byte; bytes: of one frame; peak: resident memory, with what is \
        left over from the photos before
        """

    private static func title(of stage: Stage) -> String {
        switch stage {
        case .fetch: "fetch 1)"
        case .quantise: "quantise 2)"
        case .encode: "encode 3)"
        case .write: "write 4)"
        case .decode, .scale: stage.rawValue
        }
    }

    /// Returns a row for each view.
    func rows(of photo: PhotoReference) async throws(PictureFailure) -> [[String]] {
        var rows: [[String]] = []
        for view in BenchView.allCases { rows.append(try await row(of: photo, view)) }
        return rows
    }

    private func row(
        of photo: PhotoReference, _ view: BenchView
    ) async throws(PictureFailure) -> [String] {
        ProcessUsage.resetPeak()
        // The first run is not counted: it fills the file cache of the system and the caches of the
        // processor.
        let warmUp = try await sample(of: photo, view)
        var samples: [Sample] = []
        for _ in 0..<self.samples { samples.append(try await sample(of: photo, view)) }
        let stages = Stage.allCases.map { stage in
            SampleStatistics(samples.map { $0.costs[stage] ?? 0 }).text
        }
        let name = BenchContext.name(of: photo)
        let size = "\(warmUp.photo.width)x\(warmUp.photo.height)"
        return [name, size, view.rawValue] + stages
            + [
                SampleStatistics(samples.map(\.total)).text, "\(warmUp.byteCount)",
                "\(ProcessUsage.peakMegabytes)",
            ]
    }

    private func sample(
        of photo: PhotoReference, _ view: BenchView
    ) async throws(PictureFailure) -> Sample {
        let pipeline = context.makePipeline()
        let screen = context.screen.area.size
        let start = BenchClock.now
        let opened = try await pipeline.open(photo, covering: view.width(on: screen)) { _ in }
        let openedAt = BenchClock.now
        let request = context.screen.request(
            photo, view.viewport(of: opened.size, on: screen), .atRest)
        guard let image = try await pipeline.image(for: request) else {
            preconditionFailure("the photo is open")
        }
        let framedAt = BenchClock.now
        let bytes = context.screen.bytes(of: image.image)
        context.terminal.write(bytes)
        let end = BenchClock.now
        var costs = image.cost.stages
        costs[.fetch] = openedAt - start
        costs[.quantise] = Self.rest(of: framedAt - openedAt, besides: image.cost.stages)
        costs[.write] = end - framedAt
        return Sample(costs: costs, total: end - start, byteCount: bytes.count, photo: opened.size)
    }

    /// Returns the part of a first frame's time, in nanoseconds, that no stage includes: the time
    /// for the palette.
    private static func rest(of time: UInt64, besides costs: [Stage: UInt64]) -> UInt64 {
        let stages = costs.values.reduce(0, +)
        return time > stages ? time - stages : 0
    }
}
