package import Imaging

/// What was decided about a terminal: from its answers, the environment and the user's own word.
package struct TerminalProfile: Hashable, Sendable {
    /// The user's word, which wins over all that was found out.
    package struct Overrides: Hashable, Sendable {
        package var graphics: GraphicsProtocol?
        package var cell: CellMetrics?
        package var colours: ColourDepth?
        package var theme = Theme.auto
        package var textColours = TextColourOverrides()

        package init() {}
    }

    package private(set) var graphics: GraphicsProtocol
    package let window: WindowSize
    /// The screen pixels of one character cell; all of the window have no more than any screen.
    package private(set) var cell: CellMetrics
    package let colours: ColourDepth
    /// Sixel registers that may be used.
    package private(set) var registers: Int
    /// The largest sixel picture the terminal draws; nil where it named none.
    package private(set) var pictureLimit: PixelSize?
    /// The longest string that arrives; nil where none is known.
    package let stringLimitBytes: Int?
    package private(set) var background: RGBColour
    package let theme: Theme
    package let textColours: TextColourOverrides
    package let hasSynchronizedUpdates: Bool
    /// Whether pictures stay in their cells until the screen is cleared.
    package let keepsPicturesInCells: Bool
    /// Where pictures go through a multiplexer to the terminal outside.
    package private(set) var passage: MultiplexerPassthrough?

    package init(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment,
        window: WindowSize, overrides: Overrides
    ) {
        self.window = window
        graphics = overrides.graphics ?? Self.graphics(capabilities, environment)
        cell = ScreenLimits.cell(
            overrides.cell ?? Self.cell(capabilities, environment, window).value,
            in: window.cells)
        colours = overrides.colours ?? Self.colours(capabilities, environment).value
        registers = min(capabilities.sixelRegisters ?? 256, Self.registerLimit)
        pictureLimit = capabilities.sixelLimit
        let known = KnownTerminal.recognise(capabilities, environment)
        stringLimitBytes = known?.passthrough == .tmux ? Self.tmuxStringBytes : nil
        keepsPicturesInCells = known?.keepsPicturesInCells == true && graphics != .blocks
        background = capabilities.background ?? .black
        theme = overrides.theme
        textColours = overrides.textColours
        hasSynchronizedUpdates = capabilities.hasSynchronizedUpdates
    }

    /// The best of what the terminal knows: kitty's store pans by a few bytes, iTerm2's pictures come
    /// whole each time but in all colours, and cannot be asked about: its users know it by name.
    private static func graphics(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> GraphicsProtocol {
        if capabilities.hasKittyGraphics { return .kitty }
        if capabilities.hasSixel { return .sixel }
        let known = KnownTerminal.recognise(capabilities, environment)
        return known?.showsITerm2Pictures == true ? .iTerm2 : .blocks
    }

    /// The same for a multiplexer whose pictures the terminal outside draws; itself where that one draws
    /// none, or where on its screen is not known.
    package func passing(to outside: OuterTerminal, overrides: Overrides) -> TerminalProfile {
        // TERM and its like describe the multiplexer.
        let best = Self.graphics(outside.capabilities, TerminalEnvironment([:]))
        let graphics = overrides.graphics ?? best
        guard let pane = outside.pane, graphics != .blocks else { return self }
        var copy = self
        copy.graphics = graphics
        copy.passage = MultiplexerPassthrough(outside.passthrough, pane: pane)
        copy.cell = ScreenLimits.cell(
            overrides.cell ?? Self.cell(outside.capabilities, window).value, in: window.cells)
        copy.registers = min(outside.capabilities.sixelRegisters ?? 256, Self.registerLimit)
        copy.pictureLimit = outside.capabilities.sixelLimit
        copy.background = outside.capabilities.background ?? background
        return copy
    }

    /// Where a cell of ours lies on the screen of the terminal that draws the pictures.
    package func outside(_ cell: CellPosition) -> CellPosition { passage?.outside(cell) ?? cell }

    /// Bytes about pictures, as they reach the terminal that draws them.
    package func passed(_ pictures: [UInt8]) -> [UInt8] { passage?.wrap(pictures) ?? pictures }

    /// The strings that draw what a picture's one string draws, none of them too long to arrive.
    package func parts(of picture: [UInt8]) -> [SixelStrings.Part] {
        guard let stringLimitBytes else { return [SixelStrings.Part(row: 0, bytes: picture)] }
        return SixelStrings(limitBytes: stringLimitBytes, rows: cell.down).parts(of: picture)
    }

    /// What goes through with the bytes that place it.
    private static let tmuxStringBytes = TmuxPassthrough.contentLimitBytes - 64

    /// More registers than any terminal's default that draws them right: konsole has 256.
    // Where a terminal has 1024 they would serve a frame at rest, at half as many bytes again, which xterm
    // takes 25 ms longer for: a prototype with k-means and diffusion as ours on a photo, a nebula and an
    // astronaut, 256 and 1024: dE .43, .19; dE4 .28, .08; FLIP .019, .011; 39.8, 43.0 dB; 1.08, 1.65 MB.
    // The goal is 1.5 MB, and six registers of a byte each are one word to the encoder.
    private static let registerLimit = 256
}
