/// What stands in one cell of the screen.
package struct ScreenCell: Hashable, Sendable {
    /// The character with its combining marks; empty in the second half of a wide one.
    package var text: String
    package var style: CellStyle

    package static let blank = ScreenCell(text: " ", style: .plain)

    /// The upper and the lower half as colours, where the cell shows a block or a blank.
    package var halves: (upper: [UInt8], lower: [UInt8])? {
        let isReversed = style.attributes.contains(7)
        let ink = (isReversed ? style.background : style.foreground).components
        let ground = (isReversed ? style.foreground : style.background).components
        return switch text {
        case "▀": (ink, ground)
        case "▄": (ground, ink)
        case "█": (ink, ink)
        case " ", "\u{A0}": (ground, ground)
        default: nil
        }
    }
}
