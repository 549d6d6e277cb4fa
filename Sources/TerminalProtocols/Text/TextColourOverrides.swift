/// The person's own colours for text that stands out, as numbers in xterm's table; nil is ours.
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
