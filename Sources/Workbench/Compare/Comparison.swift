internal import FoundationEssentials
internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// All programs of one speech on one picture after the other: a table, and the means of all pictures.
struct Comparison {
    private let speech: Competitor.OutputFormat
    private let peers: [Competitor]
    private let rounds: Int
    private let folder: String
    private var figures: [String: [QualityMetrics]] = [:]
    private var byteCounts: [String: [Int]] = [:]
    private var names: [String] = []
    private(set) var table = BenchTable(
        [
            "picture", "program", "wall ms", "cpu ms", "bytes", "PSNR", "SSIM", "dE",
            "bands", "chroma", "FLIP",
        ], leftAligned: 2)

    init(of speech: Competitor.OutputFormat, peers: [Competitor], rounds: Int, folder: String) {
        self.speech = speech
        self.peers = peers
        self.rounds = rounds
        self.folder = folder
    }

    /// Time is taken on the photo, likeness on its copy that needs no scaling.
    mutating func add(_ picture: ComparedPicture) async throws {
        let copy = folder + "/copy.png"
        try picture.writeCopy(to: copy)
        var runs: [String: [CompetitorRun]] = [:]
        for _ in 0..<rounds {
            for peer in peers {
                guard let run = run(peer, picture.path, picture) else { continue }
                runs[peer.name, default: []].append(run)
            }
        }
        for peer in peers {
            guard let timed = runs[peer.name], let shown = run(peer, copy, picture) else {
                continue
            }
            add(Row(name: peer.name, runs: timed, bytes: shown.output), of: picture)
        }
        guard speech == .sixel else { return }
        let moving = try await Self.movingFrame(of: copy, size: picture.box)
        add(Row(name: "nasa-view moving", runs: [], bytes: moving), of: picture)
    }

    /// A program's runs on a photo, and what it wrote for the copy.
    private struct Row {
        let name: String
        let runs: [CompetitorRun]
        let bytes: [UInt8]
    }

    private func run(_ peer: Competitor, _ path: String, _ picture: ComparedPicture)
        -> CompetitorRun?
    {
        CompetitorRun(peer.words(for: path, in: picture.box), outputAt: folder + "/output")
    }

    private mutating func add(_ row: Row, of picture: ComparedPicture) {
        let shown =
            speech == .sixel
            ? SixelPicture.raster(of: row.bytes) : CellPicture.raster(of: row.bytes)
        let likeness =
            shown?.size == picture.box
            ? shown.map { QualityMetrics(of: $0, to: picture.original) } : nil
        if !names.contains(row.name) { names.append(row.name) }
        if let likeness { figures[row.name, default: []].append(likeness) }
        byteCounts[row.name, default: []].append(row.bytes.count)
        table.add(
            [picture.name, row.name] + Self.costs(of: row.runs) + ["\(row.bytes.count)"]
                + Self.columns(likeness.map { [$0] } ?? []))
    }

    /// The means over all pictures, program by program.
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
        guard !figures.isEmpty else { return ["-", "-", "-", "-", "-", "-"] }
        func mean(_ figure: KeyPath<QualityMetrics, Double>, digits: Int) -> String {
            let sum = figures.reduce(0) { $0 + $1[keyPath: figure] }
            return decimal(sum / Double(figures.count), digits: digits)
        }
        return [
            mean(\.signalToNoise, digits: 1), mean(\.similarity, digits: 3),
            mean(\.difference, digits: 3), mean(\.bands, digits: 3),
            mean(\.chroma, digits: 2), mean(\.flip, digits: 4),
        ]
    }

    private static func decimal(_ number: Double, digits: Int) -> String {
        let unit = (0..<digits).reduce(1) { product, _ in product * 10 }
        let whole = Int((number * Double(unit)).rounded())
        let fraction = String(whole % unit + unit).dropFirst()
        return "\(whole / unit).\(fraction)"
    }

    /// What the viewer sends while the picture moves: no program prints that.
    private static func movingFrame(of path: String, size: PixelSize) async throws -> [UInt8] {
        let photo = PhotoReference.file(path: path)
        let opening = BenchOpening(site: nil, by: nil)
        let opened = try await opening.load(.photo(photo), covering: nil) { _ in }
        let screen = BenchScreen(size: size, graphics: .sixel)
        let request = screen.request(photo, Viewport(photo: size, screen: size), .moving)
        let renderer = Renderer(stopwatch: .monotonic, png: { _ in [] })
        return screen.bytes(of: try await renderer.render(request, from: opened.source).image.image)
    }
}
