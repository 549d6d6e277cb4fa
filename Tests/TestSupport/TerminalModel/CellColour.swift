/// The colour of a cell's letters or ground.
package enum CellColour: Hashable, Sendable {
    /// The terminal's own.
    case standard
    /// One of the 256 of xterm.
    case indexed(UInt8)
    case rgb(UInt8, UInt8, UInt8)

    /// Red, green and blue; the terminal's own colour is black, as on most dark screens.
    package var components: [UInt8] {
        switch self {
        case .standard: [0, 0, 0]
        case .rgb(let red, let green, let blue): [red, green, blue]
        case .indexed(let number): Self.components(of: Int(number))
        }
    }

    /// The table of xterm's 256colres.pl: 16 names, a cube of 6, 24 greys.
    private static func components(of number: Int) -> [UInt8] {
        switch number {
        case 0..<16: return named[number]
        case 16..<232:
            let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
            let place = number - 16
            return [steps[place / 36], steps[place / 6 % 6], steps[place % 6]]
        default:
            let grey = UInt8(8 + (number - 232) * 10)
            return [grey, grey, grey]
        }
    }

    private static let named: [[UInt8]] = [
        [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0],
        [0, 0, 238], [205, 0, 205], [0, 205, 205], [229, 229, 229],
        [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0],
        [92, 92, 255], [255, 0, 255], [0, 255, 255], [255, 255, 255],
    ]
}
