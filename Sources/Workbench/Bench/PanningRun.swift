internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// The measurement of a held key: consecutive frames of one photo at its original size.
struct PanningRun {
    private static let frames = 60

    let context: BenchContext

    static var table: BenchTable {
        BenchTable(
            ["photo", "pixels", "frame p50", "frame p99", "write p50", "both p99", "bytes p50"],
            leftAligned: 2)
    }

    static let notes = """
        frame: cutting, scaling where it is not the original, dithering and encoding; the photo is \
        open and decoded
        bytes: of one frame; of blocks what changes on the screen
        write: until a pseudo-terminal that a thread reads as fast as it can has taken all
        p99 of 60 frames is the slowest; all times in ms
        """

    func rows(of photo: PhotoReference) async throws(PictureFailure) -> [[String]] {
        let pipeline = context.makePipeline()
        let opened = try await pipeline.open(photo, covering: nil) { _ in }
        var path = PanPath(opened.size, on: context.screen.area)
        // The first frame, which decodes the photo and makes its palette, is not measured.
        var shown = try await frame(of: photo, path.viewport, over: nil, through: pipeline).mosaic
        var frames: [Frame] = []
        for _ in 0..<Self.frames {
            path.step()
            let frame = try await frame(of: photo, path.viewport, over: shown, through: pipeline)
            shown = frame.mosaic
            frames.append(frame)
        }
        return [row(of: photo, opened.size, frames)]
    }

    private struct Frame {
        let making: UInt64
        let writing: UInt64
        let byteCount: Int
        let mosaic: BlockMosaic?
    }

    private func frame(
        of photo: PhotoReference, _ viewport: Viewport, over shown: BlockMosaic?,
        through pipeline: ImagePipeline
    ) async throws(PictureFailure) -> Frame {
        let start = BenchClock.now
        let request = context.screen.request(photo, viewport, .moving)
        guard let image = try await pipeline.image(for: request)?.image else {
            preconditionFailure("the photo is open")
        }
        let bytes = context.screen.bytes(of: image, over: shown)
        let made = BenchClock.now
        context.terminal.write(bytes)
        return Frame(
            making: made - start, writing: BenchClock.now - made, byteCount: bytes.count,
            mosaic: image.mosaic)
    }

    private func row(of photo: PhotoReference, _ size: PixelSize, _ frames: [Frame]) -> [String] {
        let making = SampleStatistics(frames.map(\.making))
        let writing = SampleStatistics(frames.map(\.writing))
        let both = SampleStatistics(frames.map { $0.making + $0.writing })
        let bytes = frames.map(\.byteCount).sorted()[frames.count / 2]
        return [
            BenchContext.name(of: photo), "\(size.width)x\(size.height)", making.percentile(50),
            making.percentile(99), writing.percentile(50), both.percentile(99), "\(bytes)",
        ]
    }
}

extension EncodedImage {
    fileprivate var mosaic: BlockMosaic? {
        if case .cells(let mosaic) = self { mosaic } else { nil }
    }
}

/// A pan over a photo at its original size, which moves by a tenth of the screen per step and turns
/// at the edges.
private struct PanPath {
    private(set) var viewport: Viewport
    private let snapInterval: PixelSize
    private var direction = ViewportMove.Direction.right

    init(_ photo: PixelSize, on area: PictureArea) {
        viewport = BenchView.original.viewport(of: photo, on: area.size)
        snapInterval = area.snapInterval
    }

    mutating func step() {
        for _ in ViewportMove.Direction.allCases {
            let before = viewport
            viewport.move(.step(direction, times: 1), snappingTo: snapInterval)
            if viewport != before { return }
            turn()
        }
    }

    private mutating func turn() {
        direction =
            switch direction {
            case .right: .down
            case .down: .left
            case .left: .up
            case .up: .right
            }
    }
}
