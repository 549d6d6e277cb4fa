import Imaging
import Testing

@testable import TerminalProtocols

/// Readable colours for text.
@Suite struct TextColoursTests {
    private static func profile(
        background: RGBColour?, _ overrides: TerminalProfile.Overrides = .init(),
        _ colours: ColourDepth = .trueColour
    ) -> TerminalProfile {
        var overrides = overrides
        overrides.colours = colours
        var capabilities = TerminalCapabilities()
        if let background { capabilities.receive(.background(background)) }
        return TerminalProfile(
            capabilities, TerminalEnvironment([:]),
            window: WindowSize(cells: CellSize(columns: 80, rows: 24), pixels: nil),
            overrides: overrides)
    }

    private static func colour(_ code: Int) -> RGBColour {
        RGBColour(red: UInt8(code >> 16), green: UInt8(code >> 8 & 255), blue: UInt8(code & 255))
    }

    /// Backgrounds of common themes: black, VS Code, Gruvbox, Solarized, Nord, Dracula; white,
    /// Solarized, One, Catppuccin.
    private static let grounds = [
        0x000000, 0x1E1E1E, 0x282828, 0x002B36, 0x2E3440, 0x282A36, 0xFFFFFF, 0xFDF6E3, 0xFAFAFA,
        0xEFF1F5,
    ]

    @Test(arguments: grounds) func ourOwnAreReadableOnEveryUsualGround(ground: Int) throws {
        let colours = TextColours(
            Self.profile(background: Self.colour(ground)), isColourless: false)
        for number in [colours.accent, colours.good, colours.bad] {
            let colour = RGBColour(numberInTable: try #require(number))
            #expect(colour.contrast(to: Self.colour(ground)) >= 4.5, "\(number ?? -1)")
        }
    }

    /// The quiet background differs slightly from the terminal's own; faint text is readable on
    /// both.
    @Test(arguments: grounds) func faintTextIsReadableOnTheSelectionToo(ground: Int) throws {
        let colours = TextColours(
            Self.profile(background: Self.colour(ground)), isColourless: false)
        let faint = RGBColour(numberInTable: try #require(colours.faint))
        let selection = RGBColour(numberInTable: try #require(colours.selection))
        for under in [Self.colour(ground), selection] {
            #expect(faint.contrast(to: under) >= 4.5)
        }
        let plain: RGBColour = ground < 0x800000 ? .white : .black
        #expect(faint.contrast(to: selection) < plain.contrast(to: selection), "less weight")
        #expect((1.05..<2).contains(selection.contrast(to: Self.colour(ground))), "quiet")
    }

    @Test(arguments: [
        // the colours ncurses knows, the background; accent, good, bad, and whether there is a
        // quiet background
        (256, 0x000000, [75, 114, 203], true), (8, 0x000000, [6, 2, 1], false),
        (8, 0xFFFFFF, [4, 2, 1], false), (16, 0x000000, [6, 2, 1], false),
    ])
    func fewColoursAreThoseOfTheTheme(count: Int, ground: Int, texts: [Int], hasGround: Bool) {
        let colours = TextColours(
            Self.profile(background: Self.colour(ground)), isColourless: false
        ).limited(to: count)
        #expect([colours.accent, colours.good, colours.bad] == texts)
        #expect((colours.selection != nil) == hasGround && (colours.faint != nil) == hasGround)
    }

    @Test func aThemeIsAWordForTheGround() {
        for (theme, ground) in [(Theme.light, RGBColour.white), (.dark, .black)] {
            var overrides = TerminalProfile.Overrides()
            overrides.theme = theme
            #expect(
                TextColours(Self.profile(background: nil, overrides), isColourless: false)
                    == TextColours(Self.profile(background: ground), isColourless: false))
        }
    }

    @Test func onAGroundWhereNoneIsReadableTextKeepsTheTerminalsOwn() {
        let colours = TextColours(
            Self.profile(background: Self.colour(0x777777)), isColourless: false)
        #expect([colours.accent, colours.good, colours.bad] == [nil, nil, nil])
    }

    @Test func thePersonsOwnGoBeforeOurs() {
        var overrides = TerminalProfile.Overrides()
        overrides.textColours = TextColourOverrides(accent: 208, bad: 5)
        let profile = Self.profile(background: .black, overrides)
        let colours = TextColours(profile, isColourless: false)
        #expect(colours.accent == 208 && colours.good == 114 && colours.bad == 5)
        let none = TextColours(profile, isColourless: true)
        #expect([none.accent, none.good, none.bad] == [nil, nil, nil], "NO_COLOR goes before all")
    }

    @Test(arguments: [(0x5FAFFF, 75), (0x000000, 16), (0xFFFFFF, 231), (0x808080, 244)])
    func theNearestInTheTableStandsForAColour(code: Int, number: Int) {
        #expect(Self.colour(code).numberInTable == number)
    }

    @Test(arguments: [
        (0x000000, 0xFFFFFF, 21.0), (0xFFFFFF, 0xFFFFFF, 1), (0x777777, 0xFFFFFF, 4.48),
        (0x0000FF, 0xFFFFFF, 8.59),
    ])
    func contrastIsThatOfWCAG(first: Int, second: Int, ratio: Double) {
        #expect(abs(Self.colour(first).contrast(to: Self.colour(second)) - ratio) < 0.01)
    }

    @Test(arguments: grounds) func marksAreSeenOnTheSelectionAndTextIsReadOnTheAccent(ground: Int)
        throws
    {
        let colours = TextColours(
            Self.profile(background: Self.colour(ground)), isColourless: false)
        let accent = RGBColour(numberInTable: try #require(colours.accent))
        let selection = RGBColour(numberInTable: try #require(colours.selection))
        // WCAG 1.4.11: marks, and the letters of keys, whose meaning is beside them.
        #expect(accent.contrast(to: selection) >= 3)
        let text = RGBColour(numberInTable: try #require(colours.onAccent))
        #expect(text.contrast(to: accent) >= 4.5)
    }

    /// Each style on each background, for any theme's setting of the terminal's background, and in
    /// each depth.
    @Test(
        arguments: Theme.allCases, [ColourDepth.trueColour, .palette256, .palette16, .monochrome])
    func whereAGroundIsSetSoIsTheTextAndItIsReadable(theme: Theme, depth: ColourDepth) {
        for ground in Self.grounds + [0x777777] {
            var overrides = TerminalProfile.Overrides()
            overrides.theme = theme
            let profile = Self.profile(background: Self.colour(ground), overrides, depth)
            let all = TextColours(profile, isColourless: false)
            for colours in [all, all.limited(to: 8)] {
                for style in TextPage.Style.allCases {
                    for under in TextPage.Background.allCases {
                        let pair = colours.pair(style, on: under)
                        guard let ground = pair.ground else { continue }
                        let text = pair.text.map { RGBColour(numberInTable: $0) }
                        let contrast = text?.contrast(to: RGBColour(numberInTable: ground)) ?? 0
                        // As in the test of marks above; colours of the theme are unknown.
                        #expect(contrast >= (ground < 16 ? 1 : 2.5), "\(style) on \(under)")
                    }
                }
            }
        }
    }
}
