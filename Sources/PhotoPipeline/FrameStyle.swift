package import Imaging
package import TerminalProtocols

/// How a terminal is told a picture: chosen once per session, changed when the terminal says more.
package struct FrameStyle: Hashable, Sendable {
    package let graphics: GraphicsProtocol
    package let registers: Int
    package let colours: ColourDepth
    package let glyphs: BlockGlyphs
    package let stringLimitBytes: Int?
    package let background: RGBColour

    package init(_ profile: TerminalProfile, glyphs: BlockGlyphs) {
        graphics = profile.graphics
        registers = profile.registers
        colours = profile.colours
        self.glyphs = glyphs
        stringLimitBytes = profile.stringLimitBytes
        background = profile.background
    }

    /// The same for small pictures on a page of text.
    ///
    /// Fewer registers cost fewer bytes, and a small picture has few colours.
    var forPreviews: FrameStyle {
        FrameStyle(
            graphics: graphics, colours: colours, glyphs: glyphs, like: self,
            registers: min(registers, Self.previewRegisters))
    }

    private static let previewRegisters = 96

    /// The same with blocks in 256 colours: what costs the fewest bytes.
    func asBlocks(_ glyphs: BlockGlyphs) -> FrameStyle {
        FrameStyle(graphics: .blocks, colours: .palette256, glyphs: glyphs, like: self)
    }

    private init(
        graphics: GraphicsProtocol, colours: ColourDepth, glyphs: BlockGlyphs,
        like other: FrameStyle, registers: Int? = nil
    ) {
        self.graphics = graphics
        self.registers = registers ?? other.registers
        self.colours = colours
        self.glyphs = glyphs
        stringLimitBytes = other.stringLimitBytes
        background = other.background
    }
}
