/// The colours of a photo for a terminal with registers: each on the terminal's own grid of
/// whole percents, and as the terminal will show it.
package struct Palette: Hashable, Sendable {
    /// Red, green and blue in percent, one for each register from 0 on.
    package let percents: [PercentColour]
    /// What the terminal shows for `percents`, in the same order.
    package let colours: [RGBColour]
    /// Whether every colour of the photo has a register of its own: nothing to dither.
    package let isExact: Bool

    package init(_ percents: [PercentColour], isExact: Bool = false) {
        precondition(!percents.isEmpty, "a palette has a colour")
        self.percents = percents
        self.isExact = isExact
        colours = percents.map(\.shown)
    }
}
