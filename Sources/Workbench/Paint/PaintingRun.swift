internal import Imaging
internal import Painting
internal import PhotoCodec

/// Paints one picture into its file.
struct PaintingRun {
    private let order: PictureOrder
    private let isTelling: Bool

    init(_ order: PictureOrder, telling: Bool) {
        self.order = order
        isTelling = telling
    }

    /// Gives the file's size in bytes.
    @discardableResult
    func run() async throws -> Int {
        switch order.format {
        case .jpeg: try await writeJPEG()
        case .png: try await writePNG()
        }
    }

    private func writeJPEG() async throws -> Int {
        let format = JPEGFormat(size: order.size, layout: order.layout, quality: order.quality)
        let rowsPerStrip = format.rowsPerStrip(near: wantedRows)
        let encoder = JPEGStripEncoder(format: format)
        let painter = painter, samples = order.samples
        var writer = try JPEGWriter(path: order.path, format: format, rowsPerStrip: rowsPerStrip)
        var report = PaintingReport(of: order.size, telling: isTelling)
        var line = StripLine<JPEGStrip>(height: order.size.height, rowsPerStrip: rowsPerStrip) {
            try encoder.strip(of: painter.strip($0, samples: samples))
        }
        while let strip = try await line.next() {
            try writer.append(strip)
            report.add(rows: rowsPerStrip)
        }
        let byteCount = try writer.finish()
        report.end()
        return byteCount
    }

    private func writePNG() async throws -> Int {
        let painter = painter, samples = order.samples, rowsPerStrip = wantedRows
        var writer = try PNGWriter(path: order.path, size: order.size, layout: order.layout)
        var report = PaintingReport(of: order.size, telling: isTelling)
        var line = StripLine<[UInt8]>(height: order.size.height, rowsPerStrip: rowsPerStrip) {
            painter.strip($0, samples: samples)
        }
        while let pixels = try await line.next() {
            try writer.append(pixels)
            report.add(rows: rowsPerStrip)
        }
        let byteCount = try writer.finish()
        report.end()
        return byteCount
    }

    private var painter: Painter { Painter(order.subject, size: order.size, seed: order.seed) }

    /// Strips of about a quarter of a million pixels: 4 MB of light each, and enough of them.
    private var wantedRows: Int { max(16, (1 << 18) / order.size.width / 16 * 16) }
}
