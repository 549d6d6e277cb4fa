internal import Imaging
internal import PhotoPipeline
internal import TerminalProtocols

/// The screen that frames are made for: true colours, 256 registers, a black ground.
struct BenchScreen: Sendable {
    let area: PictureArea
    let style: FrameStyle

    init(size: PixelSize, graphics: GraphicsProtocol) {
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = graphics
        overrides.colours = .trueColour
        let window = WindowSize(cells: CellSize(columns: 128, rows: 37), pixels: nil)
        let profile = TerminalProfile(
            TerminalCapabilities(), TerminalEnvironment([:]), window: window, overrides: overrides)
        style = FrameStyle(profile, glyphs: .half)
        area = PictureArea(origin: CellPosition(row: 0, column: 0), size: size)
    }

    func request(
        _ photo: PhotoReference, _ viewport: Viewport, _ fineness: Fineness
    ) -> FrameRequest {
        FrameRequest(
            photo: PhotoVersion(photo, size: viewport.photo), viewport: viewport, area: area,
            style: style, fineness: fineness)
    }
}
