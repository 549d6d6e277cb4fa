package import Imaging

/// The decisions about a terminal, based on its replies, the environment and the user's settings.
package struct TerminalProfile: Hashable, Sendable {
    /// The user's settings, which take precedence over other sources.
    package struct Overrides: Hashable, Sendable {
        package var graphics: GraphicsProtocol?
        package var cell: CellMetrics?
        package var colours: ColourDepth?
        package var registers: Int?
        package var theme = Theme.auto
        /// The colour behind transparent pixels; `nil` for the terminal's background.
        package var background: RGBColour?
        package var textColours = TextColourOverrides()
        /// True if the cursor is placed on the selection, for screen readers and magnifiers.
        package var showsCursor = false

        package init() {}
    }

    package private(set) var graphics: GraphicsProtocol
    package let window: WindowSize
    /// The size of a cell in pixels; a window of such cells is within `ScreenLimits`.
    package private(set) var cell: CellMetrics
    package let colours: ColourDepth
    /// The number of sixel registers to use for a picture at rest on a fast connection.
    package private(set) var registers: Int
    /// The largest sixel picture that the terminal draws; `nil` without a known limit.
    package private(set) var pictureLimit: PixelSize?
    /// The maximum size, in bytes, of a string that arrives completely; `nil` without a limit.
    package let stringLimitBytes: Int?
    /// The colour behind transparent pixels: the user's, the terminal's, or the theme's colour.
    package private(set) var background: RGBColour
    package let theme: Theme
    package let textColours: TextColourOverrides
    /// True if the cursor is shown on a page's selection or at the start of a photo's bar.
    package let showsCursor: Bool
    package let hasSynchronizedUpdates: Bool
    /// True if text may have hyperlinks, because the terminal is known to show or ignore them.
    package let hasHyperlinks: Bool
    /// True if the terminal is known to have a progress bar.
    package let takesProgress: Bool
    /// The table's row for the terminal that draws the pictures, which may be an outer terminal.
    package private(set) var terminal: KnownTerminal
    /// The terminal's treatment of sixel pictures when text scrolls; `nil` if each frame must be
    /// drawn completely.
    package private(set) var scrolledPictures: ScrolledPictures?
    /// The multiplexer through which pictures pass to the outer terminal; `nil` if pictures reach
    /// their terminal directly.
    package private(set) var passthrough: MultiplexerPassthrough?
    /// The mode of showing pictures by placeholder characters; `nil` without placeholders.
    ///
    /// A multiplexer moves, clips and redraws the characters like other text.
    package private(set) var placeholders: PlaceholderMode?
    /// The name of the program's pane in tmux; `nil` outside tmux.
    private let tmuxPane: String?

    package init(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment,
        window: WindowSize, overrides: Overrides
    ) {
        self.window = window
        let known = KnownTerminal.recognised(capabilities, environment)
        terminal = known?.value ?? .unknown
        graphics = overrides.graphics ?? Self.graphics(capabilities, known).value
        cell = ScreenLimits.cell(
            overrides.cell ?? Self.cell(capabilities, environment, window).value, in: window.cells)
        colours = overrides.colours ?? Self.colours(capabilities, environment).value
        registers =
            overrides.registers
            ?? Self.registers(
                of: terminal, capabilities, isMultiplexed: terminal.multiplexer != nil)
        pictureLimit = terminal.pictureLimit(capabilities)
        stringLimitBytes = terminal.multiplexer == .tmux ? Self.tmuxStringBytes : nil
        scrolledPictures = graphics == .sixel ? Self.scrolledPictures(capabilities) : nil
        hasHyperlinks = terminal.takesHyperlinks
        takesProgress = terminal.takesProgress
        background =
            overrides.background ?? capabilities.background
            ?? (overrides.theme == .light ? .white : .black)
        theme = overrides.theme
        textColours = overrides.textColours
        showsCursor = overrides.showsCursor
        hasSynchronizedUpdates = capabilities.hasSynchronizedUpdates
        tmuxPane = environment.tmuxPane
    }

    /// True if pictures stay in their cells until the screen is cleared.
    package var keepsPicturesInCells: Bool { terminal.keepsPicturesInCells && graphics != .blocks }

    /// Returns the terminal's treatment of scrolled pictures; `nil` unless a reply names the
    /// terminal.
    ///
    /// Pictures would be torn in a terminal that an environment variable names wrongly.
    private static func scrolledPictures(_ capabilities: TerminalCapabilities) -> ScrolledPictures?
    {
        let known = KnownTerminal.recognise(capabilities, TerminalEnvironment([:]))
        // Content that should not scroll with the screen must be restored in the same synchronized
        // update.
        if known?.scrolledPictures == .onScreen, !capabilities.hasSynchronizedUpdates { return nil }
        return known?.scrolledPictures
    }

    /// Returns the profile for pictures that the outer terminal of a multiplexer draws.
    ///
    /// The result is this profile if the outer terminal does not draw pictures, or if the pane's
    /// position is needed but unknown.
    package func passing(to outside: OuterTerminal, overrides: Overrides) -> TerminalProfile {
        let known = outside.recognised
        let terminal = known?.value ?? .unknown
        let graphics = overrides.graphics ?? Self.graphics(outside).value
        let cell = ScreenLimits.cell(
            overrides.cell ?? Self.cell(outside, window).value, in: window.cells)
        let placeholders = PlaceholderMode(
            of: terminal, through: outside.multiplexer, cell: cell, pane: tmuxPane)
        // Text is positioned relative to the pane, so the pane's position is not needed.
        let isText = graphics == .kitty && placeholders != nil
        let pane = isText ? .home : outside.pane
        guard let pane, graphics != .blocks else { return self }
        var copy = self
        copy.terminal = terminal
        copy.graphics = graphics
        copy.scrolledPictures = nil
        copy.placeholders = isText ? placeholders : nil
        copy.passthrough = MultiplexerPassthrough(outside.multiplexer, pane: pane)
        copy.cell = cell
        copy.registers = Self.registers(of: terminal, outside.capabilities, isMultiplexed: true)
        copy.pictureLimit = terminal.pictureLimit(outside.capabilities)
        copy.background = overrides.background ?? outside.capabilities.background ?? background
        return copy
    }

    /// Creates the profile that follows from all replies; `outside` is the outer terminal of a
    /// multiplexer, or `nil` without a multiplexer.
    package init(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment,
        outside: OuterTerminal?, window: WindowSize, overrides: Overrides
    ) {
        self.init(capabilities, environment, window: window, overrides: overrides)
        if let outside { self = passing(to: outside, overrides: overrides) }
    }

    /// Returns the position of a cell on the screen of the terminal that draws the pictures.
    package func outside(_ cell: CellPosition) -> CellPosition {
        passthrough?.outside(cell) ?? cell
    }

    /// Returns picture commands wrapped for the terminal that draws the pictures.
    package func passed(_ pictures: [UInt8]) -> [UInt8] { passthrough?.wrap(pictures) ?? pictures }

    /// The query that the drawing terminal answers after a frame; empty if no reply would arrive.
    package var acknowledgement: [UInt8] {
        guard let passthrough else { return CapabilityQuery.acknowledgement }
        return passthrough.repliesReachUs
            ? passthrough.multiplexer.wrap(CapabilityQuery.acknowledgement) : []
    }

    /// The bytes before and after a synchronized update; empty if the terminal does not support
    /// such updates.
    package var updateMarks: (begin: [UInt8], end: [UInt8]) {
        guard hasSynchronizedUpdates else { return ([], []) }
        return (ControlSequence.bytes(.beginUpdate), ControlSequence.bytes(.endUpdate))
    }

    /// Returns a picture divided into parts whose strings are short enough to arrive completely.
    package func parts(of picture: [UInt8]) -> [SixelStrings.Part] {
        guard let stringLimitBytes else { return [SixelStrings.Part(row: 0, bytes: picture)] }
        return SixelStrings(limitBytes: stringLimitBytes, rows: cell.down).parts(of: picture)
    }

    /// The maximum size of a picture's string in tmux, in bytes; 64 bytes are reserved for
    /// positioning the picture.
    private static let tmuxStringBytes = Multiplexer.tmuxContentLimitBytes - 64

    /// Returns the number of sixel registers to use: as many as the terminal reports, up to the
    /// limits of the table and of `Palette`.
    ///
    /// Through a multiplexer, at most the usual 256 are used, because larger palettes take half as
    /// many bytes again. Konsole reports 256, mlterm and foot 1024, xterm its `numColorRegisters`.
    private static func registers(
        of terminal: KnownTerminal, _ capabilities: TerminalCapabilities, isMultiplexed: Bool
    ) -> Int {
        min(terminal.registers(capabilities), isMultiplexed ? Palette.usualLimit : Palette.limit)
    }
}

extension TerminalProfile {
    /// Returns the first of the terminal's protocols that can be used, or blocks, with the reason
    /// for the choice.
    ///
    /// With kitty's protocol, a pan takes only a few bytes. An iTerm2 picture is always sent
    /// completely, but has all colours.
    package static func graphics(
        _ capabilities: TerminalCapabilities, _ known: Decision<KnownTerminal>?
    ) -> Decision<GraphicsProtocol> {
        best(of: (known?.value ?? .unknown).protocols, capabilities, known)
    }

    /// Returns the best protocol through a multiplexer.
    ///
    /// iTerm2's protocol is the last choice, because each picture is one sequence, and tmux drops
    /// sequences of more than 1 MiB.
    package static func graphics(_ outside: OuterTerminal) -> Decision<GraphicsProtocol> {
        let known = outside.recognised
        let all = (known?.value ?? .unknown).protocols
        return best(
            of: all.filter { $0 != .iTerm2 } + all.filter { $0 == .iTerm2 }, outside.capabilities,
            known)
    }

    private static func best(
        of protocols: [GraphicsProtocol], _ capabilities: TerminalCapabilities,
        _ known: Decision<KnownTerminal>?
    ) -> Decision<GraphicsProtocol> {
        for graphics in protocols {
            if let reason = reason(for: graphics, capabilities, known) {
                return Decision(graphics, reason)
            }
        }
        return Decision(.blocks, .answer(.primaryAttributes))
    }

    /// Returns the reason why a protocol may be used; `nil` if it may not be used.
    private static func reason(
        for graphics: GraphicsProtocol, _ capabilities: TerminalCapabilities,
        _ known: Decision<KnownTerminal>?
    ) -> DecisionReason? {
        let terminal = known?.value ?? .unknown
        switch graphics {
        case .kitty:
            guard capabilities.hasKittyGraphics, terminal.crops(capabilities) else { return nil }
            return terminal.crop != .works && capabilities.cropsPictures == true
                ? .trial : .answer(.kittyGraphics)
        case .sixel: return capabilities.hasSixel ? .answer(.primaryAttributes) : nil
        case .iTerm2:
            let isSo = known?.hasITerm2Pictures(capabilities) == true
            return isSo ? .knownTerminal(terminal.name) : nil
        case .blocks: return .assumption
        }
    }

    /// Returns the cell of a terminal that draws pictures itself.
    ///
    /// If the terminal's cells have a fractional size, the result is the text area divided by the
    /// number of cells, provided that it is close to the reported cell.
    package static func cell(
        _ capabilities: TerminalCapabilities, _ environment: TerminalEnvironment,
        _ window: WindowSize
    ) -> Decision<CellMetrics> {
        let known = KnownTerminal.recognise(capabilities, environment) ?? .unknown
        let told = cell(capabilities, window, of: known)
        guard known.hasFractionalCells else { return told }
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

    /// Returns the cell of a multiplexer's outer terminal, whose window differs from the pane.
    package static func cell(
        _ outside: OuterTerminal, _ window: WindowSize
    ) -> Decision<CellMetrics> {
        cell(outside.capabilities, window, of: outside.recognised?.value ?? .unknown)
    }

    /// Returns a fractional cell; `nil` if a side is shorter than a pixel or, as during a resize,
    /// differs from `told` by a pixel or more.
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

    /// Returns the cell from the first source that is available.
    ///
    /// The sources are the table's fixed cell, the reported cell (such as the reply 16t), the
    /// reported text area (such as the reply 14t) divided by the number of cells, the kernel's
    /// pixels divided by the number of cells, and the assumption of 10x20.
    /// In xterm, the kernel's pixels include the window's border, which rounding down excludes.
    private static func cell(
        _ capabilities: TerminalCapabilities, _ window: WindowSize, of known: KnownTerminal
    ) -> Decision<CellMetrics> {
        if let size = known.virtualCell {
            let cell = CellMetrics(width: size.width, height: size.height)
            return Decision(cell, .knownTerminal(known.name))
        }
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

    /// Returns the number of colours, from the first source that determines it, or 256.
    ///
    /// The sources are, in this order: the table's slowness in true colour, the environment's
    /// promise of true colour, the table's support for it, and TERM.
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

/// A decided value with the reason for the decision.
package struct Decision<Value: Hashable & Sendable>: Hashable, Sendable {
    package let value: Value
    package let reason: DecisionReason

    package init(_ value: Value, _ reason: DecisionReason) {
        self.value = value
        self.reason = reason
    }
}

/// The reason for a decision.
package enum DecisionReason: Hashable, Sendable {
    /// The terminal's reply to a query.
    case answer(CapabilityQuery)
    /// The terminal did not reply to a query, or was not queried.
    case noAnswer(CapabilityQuery)
    /// The kernel's report of the window's size (TIOCGWINSZ).
    case kernel
    /// The table's row for a terminal of this name.
    case knownTerminal(String)
    /// The result of displaying a test picture (`KittyCropProbe`).
    case trial
    /// The value of an environment variable of this name.
    case environment(String)
    case assumption
}
