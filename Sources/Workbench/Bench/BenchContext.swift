internal import Imaging
internal import PhotoCatalog
internal import PhotoCodec
internal import PhotoPipeline

/// What all measurements share: where photos come from, what they are shown on, the clock.
struct BenchContext {
    let opening: BenchOpening
    let screen: BenchScreen
    let terminal: NullTerminal
    /// What stands behind a photo's name in the table.
    let remark: String

    init(opening: BenchOpening, screen: BenchScreen) throws {
        self.opening = opening
        self.screen = screen
        terminal = try NullTerminal()
        remark = ""
    }

    /// The same desk with a remark.
    init(_ desk: BenchContext, remark: String) {
        opening = desk.opening
        screen = desk.screen
        terminal = desk.terminal
        self.remark = remark
    }

    /// The stages of the program, with nothing in their memory.
    func makePipeline() -> ImagePipeline {
        ImagePipeline(
            loader: opening, pause: { _ in },
            renderer: Renderer(stopwatch: .monotonic, png: FastPNG.bytes))
    }

    /// How a photo is called in a table.
    static func name(of photo: PhotoReference) -> String {
        switch photo {
        case .file(let path): path.split(separator: "/").last.map(String.init) ?? path
        case .library(let id): id.text
        case .address(let address): address
        case .standardInput: "-"
        }
    }
}

/// Nanoseconds since the program began.
enum BenchClock {
    private static let start = ContinuousClock.now

    static var now: UInt64 {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return UInt64(seconds) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
    }
}

extension Stopwatch {
    static let monotonic = Stopwatch { BenchClock.now }
}
