internal import FoundationEssentials
internal import Imaging
internal import PhotoPipeline
internal import PictureComparing
internal import TerminalProtocols

/// The comparison of all programs of one output format: a table of each picture, and the means of
/// all pictures.
struct Comparison {
    private let format: Competitor.OutputFormat
    private let competitors: [Competitor]
    private let rounds: Int
    private let folder: String
    private var figures: [String: [QualityMetrics]] = [:]
    private var byteCounts: [String: [Int]] = [:]
    private var names: [String] = []
    private(set) var table = BenchTable(
        [
            "picture", "program", "wall ms", "cpu ms", "bytes", "PSNR", "SSIM", "dE", "bands",
        ], leftAligned: 2)

    init(
        of format: Competitor.OutputFormat, competitors: [Competitor], rounds: Int, folder: String
    ) {
        self.format = format
        self.competitors = competitors
        self.rounds = rounds
        self.folder = folder
    }

    /// Adds a picture; measures the time with the photo, and the quality with its scaled copy.
    mutating func add(_ picture: ComparedPicture) async throws {
        let copy = folder + "/copy.png"
        try picture.writeCopy(to: copy)
        var runs: [String: [CompetitorRun]] = [:]
        for _ in 0..<rounds {
            for program in competitors {
                guard let run = run(program, picture.path, picture) else { continue }
                runs[program.name, default: []].append(run)
            }
        }
        for program in competitors {
            guard let timed = runs[program.name], let shown = run(program, copy, picture) else {
                continue
            }
            add(Row(name: program.name, runs: timed, bytes: shown.output), of: picture)
        }
        guard format == .sixel else { return }
        for quality in MovingQuality.allCases {
            let moving = try await Self.movingFrame(of: copy, quality, size: picture.box)
            add(Row(name: "nasa-view moving, \(quality)", runs: [], bytes: moving), of: picture)
        }
    }

    /// The runs of a program on a photo, and the program's output for the scaled copy.
    private struct Row {
        let name: String
        let runs: [CompetitorRun]
        let bytes: [UInt8]
    }

    private func run(
        _ program: Competitor, _ path: String, _ picture: ComparedPicture
    ) -> CompetitorRun? {
        CompetitorRun(program.words(for: path, in: picture.box), outputAt: folder + "/output")
    }

    private mutating func add(_ row: Row, of picture: ComparedPicture) {
        let shown =
            format == .sixel
            ? PrintedPicture.sixel(row.bytes)
            : PrintedPicture.cells(row.bytes, around: picture.cells)
        let quality =
            shown?.size == picture.box
            ? shown.map { QualityMetrics(of: $0, to: picture.original) } : nil
        if !names.contains(row.name) { names.append(row.name) }
        if let quality { figures[row.name, default: []].append(quality) }
        byteCounts[row.name, default: []].append(row.bytes.count)
        table.add(
            [picture.name, row.name] + Self.costs(of: row.runs) + ["\(row.bytes.count)"]
                + Self.columns(quality.map { [$0] } ?? []))
    }

    /// Adds a row for each program with the means over all pictures.
    mutating func addMeans() {
        for name in names {
            let bytes = byteCounts[name] ?? []
            let mean = bytes.reduce(0, +) / max(1, bytes.count)
            table.add(
                ["mean of \(bytes.count)", name, "", "", "\(mean)"]
                    + Self.columns(figures[name] ?? []))
        }
    }

    private static func costs(of runs: [CompetitorRun]) -> [String] {
        guard !runs.isEmpty else { return ["-", "-"] }
        return [
            SampleStatistics(runs.map(\.nanoseconds)).percentile(50),
            SampleStatistics(runs.map(\.processorNanoseconds)).percentile(50),
        ]
    }

    private static func columns(_ figures: [QualityMetrics]) -> [String] {
        guard !figures.isEmpty else { return ["-", "-", "-", "-"] }
        func mean(_ figure: KeyPath<QualityMetrics, Double>, digits: Int) -> String {
            let sum = figures.reduce(0) { $0 + $1[keyPath: figure] }
            return decimal(sum / Double(figures.count), digits: digits)
        }
        return [
            mean(\.signalToNoise, digits: 1), mean(\.similarity, digits: 3),
            mean(\.difference, digits: 3), mean(\.bands, digits: 3),
        ]
    }

    private static func decimal(_ number: Double, digits: Int) -> String {
        let unit = (0..<digits).reduce(1) { product, _ in product * 10 }
        let whole = Int((number * Double(unit)).rounded())
        let fraction = String(whole % unit + unit).dropFirst()
        return "\(whole / unit).\(fraction)"
    }

    /// Returns the viewer's output for a moving picture; no program prints such output.
    private static func movingFrame(
        of path: String, _ quality: MovingQuality, size: PixelSize
    ) async throws -> [UInt8] {
        let photo = PhotoReference.file(path: path)
        let loader = BenchLoader(site: nil, by: nil)
        let opened = try await loader.load(.photo(photo), covering: nil) { _ in }
        let screen = BenchScreen(size: size, graphics: .sixel)
        let request = screen.request(photo, Viewport(photo: size, screen: size), .moving, quality)
        let renderer = Renderer(stopwatch: .monotonic, png: { _, _ in })
        return screen.bytes(of: try await renderer.render(request, from: opened.source).image.image)
    }
}
