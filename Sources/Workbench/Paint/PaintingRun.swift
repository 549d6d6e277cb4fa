internal import Foundation
internal import Imaging
internal import Painting
internal import PhotoCodec

/// Paints one picture into its file.
struct PaintingRun {
    let request: PaintingRequest
    let isReporting: Bool

    /// Returns the file's size in bytes.
    @discardableResult
    func run() async throws -> Int {
        switch request.format {
        case .jpeg: try await writeJPEG()
        case .png: try await writePNG()
        }
    }

    private func writeJPEG() async throws -> Int {
        let format = JPEGFormat(
            size: request.size, layout: request.layout, quality: request.quality)
        let rowsPerStrip = format.rowsPerStrip(near: wantedRows)
        let encoder = JPEGStripEncoder(format: format)
        let painter = painter, samples = request.samples, height = request.size.height
        var writer = try JPEGWriter(path: request.path, format: format, rowsPerStrip: rowsPerStrip)
        var report = PaintingReport(of: request.size, reporting: isReporting)
        var strips = StripPipeline<JPEGStrip>(height: height, rowsPerStrip: rowsPerStrip) {
            try encoder.strip(of: painter.strip($0, samples: samples))
        }
        while let strip = try await strips.next() {
            try writer.append(strip)
            report.add(rows: rowsPerStrip)
        }
        let byteCount = try writer.finish()
        report.end()
        return byteCount
    }

    private func writePNG() async throws -> Int {
        let painter = painter, samples = request.samples, height = request.size.height
        let rowsPerStrip = wantedRows
        var writer = try PNGWriter(path: request.path, size: request.size, layout: request.layout)
        var report = PaintingReport(of: request.size, reporting: isReporting)
        var strips = StripPipeline<[UInt8]>(height: height, rowsPerStrip: rowsPerStrip) {
            painter.strip($0, samples: samples)
        }
        while let pixels = try await strips.next() {
            try writer.append(pixels)
            report.add(rows: rowsPerStrip)
        }
        let byteCount = try writer.finish()
        report.end()
        return byteCount
    }

    private var painter: Painter { Painter(request.scene, size: request.size, seed: request.seed) }
    /// Strips of about a quarter of a million pixels: 4 MB of light each.
    private var wantedRows: Int { max(16, (1 << 18) / request.size.width / 16 * 16) }
}

/// Makes the strips of a picture on all cores, and returns them in order.
///
/// Only a few are in progress, so memory does not grow with the picture.
private struct StripPipeline<Strip: Sendable> {
    private let height: Int
    private let rowsPerStrip: Int
    private let make: @Sendable (Range<Int>) throws -> Strip
    private var inProgress: [Task<Strip, any Error>] = []
    private var nextRow = 0

    // One more than there are cores, so that a core that is done early has work while one is written.
    private let most = max(2, sysconf(Int32(_SC_NPROCESSORS_ONLN))) + 1

    init(height: Int, rowsPerStrip: Int, make: @escaping @Sendable (Range<Int>) throws -> Strip) {
        self.height = height
        self.rowsPerStrip = rowsPerStrip
        self.make = make
    }

    /// The next strip; `nil` after the last.
    mutating func next() async throws -> Strip? {
        fill()
        guard !inProgress.isEmpty else { return nil }
        return try await inProgress.removeFirst().value
    }

    private mutating func fill() {
        while inProgress.count < most, nextRow < height {
            let rows = nextRow..<min(height, nextRow + rowsPerStrip)
            let make = make
            inProgress.append(Task.detached { try make(rows) })
            nextRow = rows.upperBound
        }
    }
}

/// Reports progress and cost on standard error.
private struct PaintingReport {
    private let size: PixelSize
    private let isEnabled: Bool
    private let start = ContinuousClock.now
    private var rowsDone = 0
    private var lastPercent = 0

    init(of size: PixelSize, reporting isEnabled: Bool) {
        self.size = size
        self.isEnabled = isEnabled
    }

    mutating func add(rows: Int) {
        rowsDone = min(size.height, rowsDone + rows)
        let percent = rowsDone * 100 / size.height
        guard isEnabled, percent >= lastPercent + 5 else { return }
        lastPercent = percent
        StandardOutput.writeError("\(percent) %\n")
    }

    func end() {
        guard isEnabled else { return }
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let megapixels = Double(size.width) * Double(size.height) / 1e6
        StandardOutput.writeError(
            "\(Self.short(megapixels)) MP in \(Self.short(seconds)) s: "
                + "\(Self.short(megapixels / seconds)) MP/s, "
                + "cpu \(Self.short(ProcessUsage.processorSeconds)) s, "
                + "peak \(ProcessUsage.peakMegabytes) MB\n")
    }

    private static func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}
