internal import Imaging

/// The colours that text stands out in, as numbers in xterm's table; nil is the terminal's own.
package struct TextColours: Hashable, Sendable {
    package let accent: Int?
    package let good: Int?
    package let bad: Int?

    package init(_ profile: TerminalProfile, isColourless: Bool) {
        let ground =
            switch profile.theme {
            case .auto: profile.background
            case .light: RGBColour.white
            case .dark: RGBColour.black
            }
        let wishes = profile.textColours
        switch profile.colours {
        case _ where isColourless, .monochrome: self.init(accent: nil, good: nil, bad: nil)
        // The first 16 are the theme's: readable on its ground, one hopes, where there are no others.
        case .palette16:
            let isLight = ground.contrast(to: .black) > ground.contrast(to: .white)
            self.init(
                accent: wishes.accent ?? (isLight ? 4 : 6), good: wishes.good ?? 2,
                bad: wishes.bad ?? 1)
        case .palette256, .trueColour:
            self.init(
                accent: wishes.accent ?? Self.readable(Self.accents, on: ground),
                good: wishes.good ?? Self.readable(Self.goods, on: ground),
                bad: wishes.bad ?? Self.readable(Self.bads, on: ground))
        }
    }

    private init(accent: Int?, good: Int?, bad: Int?) {
        self.accent = accent
        self.good = good
        self.bad = bad
    }

    /// WCAG 2.1, success criterion 1.4.3: what text wants.
    package static let leastContrast = 4.5

    // From the most colourful on black to the darkest for light grounds.
    private static let accents = [75, 117, 153, 25, 24, 18]
    private static let goods = [114, 157, 28, 22]
    private static let bads = [203, 210, 217, 160, 124, 88]

    private static func readable(_ numbers: [Int], on ground: RGBColour) -> Int? {
        numbers.first { RGBColour(numberInTable: $0).contrast(to: ground) >= leastContrast }
    }
}
