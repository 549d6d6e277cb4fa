import Imaging
import PhotoPipeline
import TerminalProtocols
import TestSupport
import Testing

/// A pipeline with one photo open on it, and frames of that photo as a terminal reads them.
struct Desk {
    private static let photo = PhotoReference.file(path: "moon.jpg")

    let pipeline: PhotoPipeline
    private let size: PixelSize
    private let screen: PixelSize

    init(
        _ source: any ImageSource, screen: PixelSize, enlarging: Enlargement = .smooth
    ) async throws {
        let opening = ScriptedOpening { _ in
            .success(OpenedPhoto(caption: PhotoCaption(title: "Moon"), source: source))
        }
        pipeline = PhotoPipeline(
            opener: opening, stopwatch: .stopped, enlarging: enlarging, png: { $0.pixels })
        size = source.size
        self.screen = screen
        _ = try await pipeline.open(Self.photo, covering: nil) { _ in }
    }

    /// The frame after some moves, decoded from sixels.
    func sixels(_ moves: [ViewportMove], _ fineness: Fineness = .atRest) async throws -> SixelReader
    {
        let request = Self.request(size, screen: screen, moves, .sixel, fineness)
        return try SixelReader(try #require(try await pipeline.frame(for: request)).bytes)
    }

    /// The frame after some moves, as half blocks show it.
    func blocks(_ moves: [ViewportMove]) async throws -> Raster {
        let request = Self.request(size, screen: screen, moves, .halfBlocks)
        let frame = try #require(try await pipeline.frame(for: request))
        let cells = TerminalGeometry(columns: screen.width, rows: screen.height / 2 + 1)
        var terminal = TerminalModel(.vt340, geometry: cells)
        _ = terminal.feed(frame.bytes)
        #expect(terminal.faults.isEmpty)
        return terminal.blocks
    }

    static func request(
        _ size: PixelSize, screen: PixelSize, _ moves: [ViewportMove], _ style: FrameStyle,
        _ fineness: Fineness = .atRest
    ) -> FrameRequest {
        var viewport = Viewport(photo: size, screen: screen)
        for move in moves { viewport.move(move) }
        let area = PictureArea(origin: CellPosition(row: 0, column: 0), size: screen)
        return FrameRequest(
            photo: PhotoVersion(photo, size: size), viewport: viewport, area: area, style: style,
            fineness: fineness)
    }
}
