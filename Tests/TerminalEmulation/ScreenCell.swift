/// One cell of the screen.
package struct ScreenCell: Hashable, Sendable {
    /// The character with its combining marks; empty in the second half of a wide one.
    package var text: String
    package var style: CellStyle
    /// The target of a click (OSC 8).
    package var link: String?

    package static let blank = ScreenCell(text: " ", style: .plain)

    /// The colours of both halves; `nil` if the cell shows neither a block nor a blank.
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

/// The style of a cell, as set by SGR.
package struct CellStyle: Hashable, Sendable {
    package private(set) var foreground = CellColour.standard
    package private(set) var background = CellColour.standard
    /// The numbers of the active attributes: 1 bold, 2 faint, 7 reversed.
    package private(set) var attributes: Set<Int> = []

    package static let plain = CellStyle()

    package init() {}

    /// Applies an SGR; returns its unknown part.
    mutating func apply(_ function: ControlFunction) -> String? {
        var rest = function.parameters[...]
        if rest.isEmpty { self = .plain }
        while let group = rest.popFirst() {
            let number = (group.first ?? nil) ?? 0
            if number == 38 || number == 48 {
                guard let colour = Self.colour(group, &rest) else { return "SGR \(number)" }
                set(colour, ground: number == 48)
            } else if !apply(number) {
                return "SGR \(number)"
            }
        }
        return nil
    }

    /// Adopts another style's background: erased cells get the current one (BCE).
    mutating func setBackground(of other: CellStyle) { background = other.background }

    private mutating func set(_ colour: CellColour, ground: Bool) {
        if ground { background = colour } else { foreground = colour }
    }

    private mutating func apply(_ number: Int) -> Bool {
        switch number {
        case 0: self = .plain
        case 1...9: attributes.insert(number)
        case 22: attributes.subtract([1, 2])
        case 23...29: attributes.remove(number - 20)
        case 30...37: foreground = .indexed(UInt8(number - 30))
        case 39: foreground = .standard
        case 40...47: background = .indexed(UInt8(number - 40))
        case 49: background = .standard
        case 90...97: foreground = .indexed(UInt8(number - 82))
        case 100...107: background = .indexed(UInt8(number - 92))
        default: return false
        }
        return true
    }

    /// Reads `38;5;n`, `38;2;r;g;b`, `38:5:n`, `38:2::r:g:b` and `38:2:r:g:b`.
    private static func colour(_ group: [Int?], _ rest: inout ArraySlice<[Int?]>) -> CellColour? {
        var values = group.dropFirst().map { $0 ?? 0 }
        if values.isEmpty {
            let count = rest.first?.first == 5 ? 2 : 4
            values = rest.prefix(count).map { ($0.first ?? nil) ?? 0 }
            rest = rest.dropFirst(count)
        }
        let bytes = values.dropFirst().compactMap { UInt8(exactly: $0) }
        guard bytes.count == values.count - 1 else { return nil }
        switch values.first {
        case 5 where bytes.count == 1: return .indexed(bytes[0])
        case 2 where bytes.count >= 3:
            let three = Array(bytes.suffix(3))
            return .rgb(three[0], three[1], three[2])
        default: return nil
        }
    }
}

/// The colour of a cell's letters or background.
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
