package import Imaging

/// The colours of emphasised text, as indices in xterm's table; `nil` is the terminal's own colour.
///
/// The documentation page `Design` describes the purpose of each colour.
package struct TextColours: Hashable, Sendable {
    package let accent: Int?
    package let good: Int?
    package let bad: Int?
    /// The colour of less important text; `nil` to use the faint attribute, which not all terminals
    /// support.
    package let faint: Int?
    /// The background of the selection, slightly different from the terminal's background; `nil` if
    /// the palette does not have such a colour.
    package let selection: Int?
    /// The colour of text on a background in the accent colour.
    package let onAccent: Int?
    /// The colour of plain text on the selection's background, on which the terminal's own text
    /// colour may be unreadable.
    let onSelection: Int?
    /// The colours of text that fades in, from the faintest to the strongest; empty if text does
    /// not fade.
    package let fade: [Int]

    package init(_ profile: TerminalProfile, isColourless: Bool) {
        let ground =
            switch profile.theme {
            case .auto: profile.background
            case .light: RGBColour.white
            case .dark: RGBColour.black
            }
        let overrides = profile.textColours
        switch profile.colours {
        case _ where isColourless, .monochrome:
            self.init(accent: nil, good: nil, bad: nil, selection: nil)
        // The first 16 colours belong to the terminal's theme and are presumably readable on its
        // background.
        case .palette16:
            self.init(
                accent: overrides.accent ?? (ground.isLight ? 4 : 6), good: overrides.good ?? 2,
                bad: overrides.bad ?? 1, selection: nil)
        case .palette256, .trueColour:
            let selection = Self.selection(on: ground)
            self.init(
                accent: overrides.accent ?? Self.readable(Self.accents, on: ground),
                good: overrides.good ?? Self.readable(Self.goods, on: ground),
                bad: overrides.bad ?? Self.readable(Self.bads, on: ground),
                faint: Self.faint(on: [ground, RGBColour(numberInTable: selection)]),
                selection: selection, fade: ground.isLight ? Self.fadeOnLight : Self.fadeOnDark)
        }
    }

    private init(
        accent: Int?, good: Int?, bad: Int?, faint: Int? = nil, selection: Int?, fade: [Int] = []
    ) {
        self.accent = accent
        self.good = good
        self.bad = bad
        self.faint = faint
        self.selection = selection
        self.fade = fade
        onAccent = accent.map { Self.readable([231, 16], on: RGBColour(numberInTable: $0)) ?? 16 }
        onSelection = selection.map {
            Self.readable(Self.plainTexts, on: RGBColour(numberInTable: $0)) ?? 16
        }
    }

    /// Returns the colours of text and its background; a set background implies a set text colour.
    ///
    /// If the theme does not suit the terminal, the terminal's own text colour could be invisible
    /// on the background.
    package func pair(
        _ style: TextPage.Style, on ground: TextPage.Background
    ) -> (text: Int?, ground: Int?) {
        switch ground {
        case .plain: (emphasis(style), nil)
        case .selection:
            (emphasis(style) ?? onSelection, selection)
        case .accent: (onAccent, accent)
        }
    }

    private func emphasis(_ style: TextPage.Style) -> Int? {
        switch style {
        case .plain, .strong, .reversed, .link: nil
        case .accent: accent
        case .good: good
        case .bad: bad
        case .faint: faint
        }
    }

    // The colours of text on the selection: grays that are as light or dark as terminals' own text
    // usually is, followed by white and black.
    private static let plainTexts = [254, 235, 231, 16]

    /// Returns a gray slightly lighter than a dark background, or slightly darker than a light
    /// background.
    private static func selection(on ground: RGBColour) -> Int {
        let mean = (Int(ground.red) + Int(ground.green) + Int(ground.blue)) / 3
        let gray = UInt8(clamping: ground.isLight ? mean - groundStep : mean + groundStep)
        return RGBColour(red: gray, green: gray, blue: gray).numberInTable
    }

    /// Returns the gray with the least contrast that is still readable on all backgrounds; `nil` if
    /// no gray is.
    ///
    /// The faint attribute is not used, because kitty's entry in terminfo (0.26) has no parameter
    /// for dim text in `sgr`, so that ncurses drops it.
    private static func faint(on grounds: [RGBColour]) -> Int? {
        let contrast = { (number: Int) in
            grounds.map { RGBColour(numberInTable: number).contrast(to: $0) }.min() ?? 0
        }
        return grays.filter { contrast($0) >= leastContrast }.min { contrast($0) < contrast($1) }
    }

    private static let grays = Array(232...255)

    /// Returns colours for a library that supports only the first `count` colours, like ncurses
    /// with TERM=xterm.
    ///
    /// If a colour exceeds the limit, such colours are replaced by colours of the terminal's theme,
    /// text is not faint and does not fade, and the selection has no background.
    package func limited(to count: Int) -> TextColours {
        let largest = [accent, good, bad, faint, selection].compactMap(\.self).max() ?? 0
        guard largest >= count else { return self }
        let ground = selection.map { RGBColour(numberInTable: $0) } ?? .black
        let own = { (colour: Int?, other: Int) in colour.map { $0 < count ? $0 : other } }
        return TextColours(
            accent: own(accent, ground.isLight ? 4 : 6), good: own(good, 2), bad: own(bad, 1),
            selection: nil)
    }

    /// The difference between the selection's background and the terminal's background, out of 255.
    ///
    /// This is nearly three steps of the 24 grays in xterm's table: small enough for text to keep
    /// its contrast.
    private static let groundStep = 28

    // The grays of fading text, as indices in xterm's table; the last one is the most readable.
    private static let fadeOnDark = [237, 241, 247, 254]
    private static let fadeOnLight = [251, 246, 241, 235]

    /// The minimum contrast ratio according to WCAG 2.1, success criterion 1.4.3.
    static let leastContrast = 4.5

    // The candidates for each colour, from the most colourful on black to the darkest for light
    // backgrounds.
    private static let accents = [75, 117, 153, 25, 24, 18]
    private static let goods = [114, 157, 28, 22]
    private static let bads = [203, 210, 217, 160, 124, 88]

    private static func readable(_ numbers: [Int], on ground: RGBColour) -> Int? {
        numbers.first { RGBColour(numberInTable: $0).contrast(to: ground) >= leastContrast }
    }
}

/// The user's colours for emphasis, as indices in xterm's table; `nil` keeps the default colour.
package struct TextColourOverrides: Hashable, Sendable {
    package let accent: Int?
    package let good: Int?
    package let bad: Int?

    package init(accent: Int? = nil, good: Int? = nil, bad: Int? = nil) {
        self.accent = accent
        self.good = good
        self.bad = bad
    }
}

/// The background on which text must be readable.
package enum Theme: String, CaseIterable, Hashable, Sendable {
    /// The background that the terminal reports.
    case auto
    case light, dark
}

extension RGBColour {
    /// Creates the default colour of an index in xterm's table, from 0 to 255.
    package init(numberInTable number: Int) { self.init(code: TerminalColours.table[number]) }

    /// The index of the nearest colour that themes do not change: 16 to 255.
    package var numberInTable: Int {
        Int(TerminalColours.nearestOf240(SIMD4(UInt32(red), UInt32(green), UInt32(blue), 0)))
    }

    /// True if black text on this background is more readable than white text.
    fileprivate var isLight: Bool { contrast(to: .black) > contrast(to: .white) }

    /// Returns the contrast ratio to another colour, from 1 to 21 (WCAG 2.1).
    package func contrast(to other: RGBColour) -> Double {
        let lights = [luminance, other.luminance].sorted()
        return (lights[1] + 0.05) / (lights[0] + 0.05)
    }

    private var luminance: Double {
        let light = LinearLight.ofCode
        return Double(
            light[Int(red)] * 0.2126 + light[Int(green)] * 0.7152 + light[Int(blue)] * 0.0722)
    }
}
