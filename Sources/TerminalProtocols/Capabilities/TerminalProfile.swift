package import Imaging

/// What was decided about a terminal: from its replies, the environment and the user's settings.
package struct TerminalProfile: Hashable, Sendable {
    /// The user's settings, which take precedence.
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
    /// The pixels of a cell; a window of them is within `ScreenLimits`.
    package private(set) var cell: CellMetrics
    package let colours: ColourDepth
    /// The sixel registers to use.
    package private(set) var registers: Int
    /// The largest sixel picture the terminal draws; `nil` if it named none.
    package private(set) var pictureLimit: PixelSize?
    /// The longest string that arrives; `nil` if unlimited.
    package let stringLimitBytes: Int?
    package private(set) var background: RGBColour
    package let theme: Theme
    package let textColours: TextColourOverrides
    package let hasSynchronizedUpdates: Bool
    /// Whether pictures stay in their cells until the screen is cleared.
    package let keepsPicturesInCells: Bool
    /// How the terminal moves sixel pictures when its text scrolls; `nil` if each frame is drawn whole.
    package private(set) var scrolledPictures: ScrolledPictures?
    /// The pictures that the terminal draws again whole when text scrolls over them.
    let storedPictures: Int
    /// Set if pictures go through a multiplexer to the terminal outside.
    package private(set) var passthrough: MultiplexerPassthrough?

    package init(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment,
        window: WindowSize, overrides: Overrides
    ) {
        self.window = window
        graphics = overrides.graphics ?? Self.graphics(capabilities, environment)
        cell = ScreenLimits.cell(
            overrides.cell ?? Self.cell(capabilities, environment, window).value, in: window.cells)
        colours = overrides.colours ?? Self.colours(capabilities, environment).value
        registers = min(capabilities.sixelRegisters ?? 256, Self.registerLimit)
        pictureLimit = capabilities.sixelLimit
        let known = KnownTerminal.recognise(capabilities, environment)
        stringLimitBytes = known?.multiplexer == .tmux ? Self.tmuxStringBytes : nil
        keepsPicturesInCells = known?.keepsPicturesInCells == true && graphics != .blocks
        scrolledPictures = graphics == .sixel ? Self.scrolledPictures(capabilities) : nil
        storedPictures = known?.storedPictures ?? 0
        background = capabilities.background ?? .black
        theme = overrides.theme
        textColours = overrides.textColours
        hasSynchronizedUpdates = capabilities.hasSynchronizedUpdates
    }

    /// The best of what the terminal has: kitty pans by a few bytes; iTerm2's pictures come whole
    /// each time, but in all colours.
    private static func graphics(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> GraphicsProtocol {
        if capabilities.hasKittyGraphics { return .kitty }
        if capabilities.hasSixel { return .sixel }
        let known = KnownTerminal.recognise(capabilities, environment)
        return known?.showsITerm2Pictures == true ? .iTerm2 : .blocks
    }

    /// Only of a terminal that has said itself what it is: another would show torn pictures.
    private static func scrolledPictures(_ capabilities: TerminalCapabilities) -> ScrolledPictures?
    {
        let known = KnownTerminal.recognise(capabilities, TerminalEnvironment([:]))
        // What scrolls with the whole screen is put right in the same update.
        if known?.scrolledPictures == .onScreen, !capabilities.hasSynchronizedUpdates { return nil }
        return known?.scrolledPictures
    }

    /// The profile of a multiplexer whose pictures the terminal outside draws; itself if that draws
    /// none, or the pane's place is unknown.
    package func passing(to outside: OuterTerminal, overrides: Overrides) -> TerminalProfile {
        // The environment describes the multiplexer.
        let best = Self.graphics(outside.capabilities, TerminalEnvironment([:]))
        let graphics = overrides.graphics ?? best
        guard let pane = outside.pane, graphics != .blocks else { return self }
        var copy = self
        copy.graphics = graphics
        copy.scrolledPictures = nil
        copy.passthrough = MultiplexerPassthrough(outside.multiplexer, pane: pane)
        copy.cell = ScreenLimits.cell(
            overrides.cell ?? Self.cell(outside.capabilities, window).value, in: window.cells)
        copy.registers = min(outside.capabilities.sixelRegisters ?? 256, Self.registerLimit)
        copy.pictureLimit = outside.capabilities.sixelLimit
        copy.background = outside.capabilities.background ?? background
        return copy
    }

    /// Where a cell lies on the screen of the terminal that draws the pictures.
    package func outside(_ cell: CellPosition) -> CellPosition {
        passthrough?.outside(cell) ?? cell
    }

    /// Picture commands, wrapped for the terminal that draws them.
    package func passed(_ pictures: [UInt8]) -> [UInt8] { passthrough?.wrap(pictures) ?? pictures }

    /// A picture as strings that are short enough to arrive.
    package func parts(of picture: [UInt8]) -> [SixelStrings.Part] {
        guard let stringLimitBytes else { return [SixelStrings.Part(row: 0, bytes: picture)] }
        return SixelStrings(limitBytes: stringLimitBytes, rows: cell.down).parts(of: picture)
    }

    /// Less what places the picture.
    private static let tmuxStringBytes = Multiplexer.tmuxContentLimitBytes - 64

    // Not 1024, even if a terminal has them: a frame at rest is half as large again, and xterm
    // takes 25 ms longer. A prototype with k-means and diffusion on a photo, a nebula and an
    // astronaut, 256 and 1024: dE .43, .19; dE4 .28, .08; FLIP .019, .011; 39.8, 43.0 dB; 1.08,
    // 1.65 MB. The goal is 1.5 MB, and six registers of a byte each are one word to the encoder.
    // konsole has 256.
    private static let registerLimit = 256
}

extension TerminalProfile {
    /// The text area divided by the cells, if cells are fractions of pixels; else as for any
    /// terminal.
    package static func cell(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment,
        _ window: WindowSize
    ) -> Decision<CellMetrics> {
        let told = cell(capabilities, window)
        guard KnownTerminal.recognise(capabilities, environment)?.hasFractionalCells == true
        else { return told }
        let areas: [(PixelSize?, DecisionReason)] = [
            (capabilities.textAreaPixels, .answer(.textAreaPixels)),
            (capabilities.sixelGeometry, .answer(.sixelGeometry)), (window.pixels, .kernel),
        ]
        for case (let pixels?, let reason) in areas {
            if let cell = fraction(of: pixels, by: window.cells, near: told.value) {
                return Decision(cell, reason)
            }
        }
        return told
    }

    /// `nil` if the area belongs to cells of another size, as during a resize.
    private static func fraction(
        of pixels: PixelSize, by cells: CellSize, near told: CellMetrics
    ) -> CellMetrics? {
        guard cells.columns > 0, cells.rows > 0, pixels.width >= cells.columns,
            pixels.height >= cells.rows
        else { return nil }
        let cell = CellMetrics(
            across: CellAxis(pixels: pixels.width, cells: cells.columns),
            down: CellAxis(pixels: pixels.height, cells: cells.rows))
        let isNear =
            abs(cell.across.cell - told.across.cell) < 1 && abs(cell.down.cell - told.down.cell) < 1
        return isNear ? cell : nil
    }

    /// 16t, else 14t by the cells, else the kernel's pixels by the cells, else 10x20.
    ///
    /// In xterm the kernel's pixels include the window's border; rounding down excludes it.
    package static func cell(
        _ capabilities: TerminalCapabilities, _ window: WindowSize
    ) -> Decision<CellMetrics> {
        if let told = capabilities.cell { return Decision(told, .answer(.cellPixels)) }
        let totals: [(PixelSize?, DecisionReason)] = [
            (capabilities.textAreaPixels, .answer(.textAreaPixels)), (window.pixels, .kernel),
        ]
        for case (let pixels?, let reason) in totals {
            if let cell = cell(pixels, by: window.cells) { return Decision(cell, reason) }
        }
        return Decision(.assumed, .assumption)
    }

    private static func cell(_ pixels: PixelSize, by cells: CellSize) -> CellMetrics? {
        guard cells.columns > 0, cells.rows > 0 else { return nil }
        return ScreenLimits.cell(
            width: pixels.width / cells.columns, height: pixels.height / cells.rows)
    }

    /// A known slowness in true colour, else the environment's promise, else a known ability, else
    /// TERM.
    package static func colours(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment
    ) -> Decision<ColourDepth> {
        let known = KnownTerminal.recognise(capabilities, environment)
        if let known, known.isSlowInTrueColour {
            return Decision(.palette256, .knownTerminal(known.name))
        }
        if environment.promisesTrueColour {
            let isTold = environment.term.hasSuffix("-direct")
            return Decision(.trueColour, .environment(isTold ? "TERM" : "COLORTERM"))
        }
        if let known, known.hasTrueColour {
            return Decision(.trueColour, .knownTerminal(known.name))
        }
        if environment.term.contains("256color") {
            return Decision(.palette256, .environment("TERM"))
        }
        return environment.term == "linux"
            ? Decision(.palette16, .environment("TERM")) : Decision(.palette256, .assumption)
    }
}

/// A value, and what it is based on.
package struct Decision<Value: Hashable & Sendable>: Hashable, Sendable {
    package let value: Value
    package let reason: DecisionReason

    package init(_ value: Value, _ reason: DecisionReason) {
        self.value = value
        self.reason = reason
    }
}

/// What a decision is based on.
package enum DecisionReason: Hashable, Sendable {
    /// The terminal's reply.
    case answer(CapabilityQuery)
    /// The terminal did not reply, or was not asked.
    case noAnswer(CapabilityQuery)
    /// TIOCGWINSZ.
    case kernel
    /// Measurements of a terminal of that name.
    case knownTerminal(String)
    /// An environment variable.
    case environment(String)
    case assumption
}
