import Imaging
import PhotoPipeline
import TerminalProtocols

extension FrameStyle {
    static let sixel = FrameStyle(.sixel)
    static let halfBlocks = FrameStyle(.blocks)
    static let kitty = FrameStyle(.kitty)

    /// What a terminal of true colours and a black ground is sent.
    private init(_ graphics: GraphicsProtocol) {
        var overrides = TerminalProfile.Overrides()
        overrides.graphics = graphics
        overrides.colours = .trueColour
        let window = WindowSize(cells: CellSize(columns: 80, rows: 24), pixels: nil)
        self.init(
            TerminalProfile(
                TerminalCapabilities(), TerminalEnvironment([:]), window: window,
                overrides: overrides),
            glyphs: .half)
    }
}
