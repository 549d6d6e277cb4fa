/// The colours of a photo for a terminal with registers: each on the terminal's own grid of
/// whole percents, and as the terminal will show it.
package struct Palette: Hashable, Sendable {
    /// Red, green and blue in percent, one for each register from 0 on.
    package let percents: [PercentColour]
    /// What the terminal shows for `percents`, in the same order.
    package let colours: [RGBColour]
    /// Whether every colour of the photo has a register of its own: nothing to dither.
    package let isExact: Bool
    /// A register that frames of few colours keep too: that of the area beside the photo.
    package let reserved: Int?

    package init(
        _ percents: [PercentColour], isExact: Bool = false, reserving colour: PercentColour? = nil
    ) {
        precondition(!percents.isEmpty, "a palette has a colour")
        reserved = colour.flatMap { percents.firstIndex(of: $0) }
        self.percents = percents
        self.isExact = isExact
        colours = percents.map(\.shown)
    }
}
