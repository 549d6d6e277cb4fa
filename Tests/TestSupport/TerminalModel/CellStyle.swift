/// How a cell is drawn: what SGR says.
package struct CellStyle: Hashable, Sendable {
    package private(set) var foreground = CellColour.standard
    package private(set) var background = CellColour.standard
    /// The numbers of the attributes in force: 1 bold, 2 faint, 7 reversed.
    package private(set) var attributes: Set<Int> = []

    package static let plain = CellStyle()

    package init() {}

    /// Applies an SGR; gives what of it is not known.
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

    /// Takes over the ground of another style: what is erased gets the ground in force (BCE).
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
