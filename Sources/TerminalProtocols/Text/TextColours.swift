internal import Imaging

/// The colours that text stands out in, as numbers in xterm's table; nil is the terminal's own.
package struct TextColours: Hashable, Sendable {
    package let accent: Int?
    package let good: Int?
    package let bad: Int?

    package init(_ profile: TerminalProfile, isColourless: Bool) {
        let isLight =
            switch profile.theme {
            case .auto: Self.isLight(profile.background)
            case .light: true
            case .dark: false
            }
        switch profile.colours {
        case _ where isColourless, .monochrome: self.init(accent: nil, good: nil, bad: nil)
        // The first 16 are the theme's: readable on its ground, one hopes, where there are no others.
        case .palette16: self.init(accent: isLight ? 4 : 6, good: 2, bad: 1)
        case .palette256, .trueColour: self = isLight ? .onLight : .onDark
        }
    }

    private init(accent: Int?, good: Int?, bad: Int?) {
        self.accent = accent
        self.good = good
        self.bad = bad
    }

    // Contrast (WCAG) on black 9.1, 12.1, 7.1; on white 6.4, 4.7, 5.4: text wants 4.5.
    private static let onDark = TextColours(accent: 75, good: 114, bad: 203)
    private static let onLight = TextColours(accent: 25, good: 28, bad: 160)

    /// Whether black text is easier to read on it than white.
    private static func isLight(_ ground: RGBColour) -> Bool {
        let light = LinearLight.ofCode
        // 0.18: as far from black as from white by WCAG's contrast.
        return light[Int(ground.red)] * 0.2126 + light[Int(ground.green)] * 0.7152
            + light[Int(ground.blue)] * 0.0722 > 0.18
    }
}
