package import Imaging
package import TerminalProtocols

/// How a terminal is told a picture: chosen once per session, changed when the terminal says more.
package struct FrameStyle: Hashable, Sendable {
    package let graphics: GraphicsProtocol
    package let registers: Int
    package let colours: ColourDepth
    package let glyphs: BlockGlyphs
    package let background: RGBColour

    package init(_ profile: TerminalProfile, glyphs: BlockGlyphs) {
        graphics = profile.graphics
        registers = profile.registers
        colours = profile.colours
        self.glyphs = glyphs
        background = profile.background
    }
}
