package import TerminalProtocols

/// tmux as far as it affects pictures: it has a separate grid and writes only changed cells to the
/// terminal outside, but passes passthrough strings on unchanged.
///
/// Stricter than tmux 3.3a, which skips only some writes without changes (`screen_write_cell`,
/// `screen_write_clearendofline`).
package struct SimulatedTmux: Sendable {
    /// The terminal that answers the program in the pane: the pane's content according to tmux.
    package private(set) var inside: TerminalModel
    /// The visible terminal.
    package private(set) var outside: TerminalModel
    /// The lengths of the passthrough strings, as counted by tmux.
    package private(set) var stringLengths: [Int] = []
    private let pane: CellPosition

    package init(inside: TerminalModel, outside: TerminalModel, pane: CellPosition) {
        self.inside = inside
        self.outside = outside
        self.pane = pane
    }

    package mutating func feed(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let start = rest.firstRange(of: Self.introducer) {
            write(rest[..<start.lowerBound])
            rest = rest[start.upperBound...]
            pass(&rest)
        }
        write(rest)
    }

    private static let introducer = Array("\u{1B}Ptmux;".utf8)

    /// Undoes the doubling of ESC, up to the following ST.
    private mutating func pass(_ rest: inout ArraySlice<UInt8>) {
        var string: [UInt8] = []
        let count = rest.count
        while let byte = rest.popFirst() {
            if byte == 0x1B, rest.popFirst() == 0x5C { break }
            string.append(byte)
        }
        stringLengths.append(Self.introducer.count + count - rest.count)
        _ = outside.feed(string)
    }

    private mutating func write(_ bytes: ArraySlice<UInt8>) {
        let before = inside.grid.rows
        _ = inside.feed(Array(bytes))
        for (row, cells) in inside.grid.rows.enumerated() {
            for (column, cell) in cells.enumerated() where cell != before[row][column] {
                let place = "\u{1B}[\(row + pane.row + 1);\(column + pane.column + 1)H"
                let text = cell.text.isEmpty ? " " : cell.text
                _ = outside.feed(Array((place + Self.coloured(text, cell.style)).utf8))
            }
        }
    }

    private static func coloured(_ text: String, _ style: CellStyle) -> String {
        let codes = style.attributes.sorted().map(String.init) + colour(style.foreground)
        return codes.isEmpty
            ? text : "\u{1B}[\(codes.joined(separator: ";"))m\(text)\u{1B}[m"
    }

    private static func colour(_ colour: CellColour) -> [String] {
        switch colour {
        case .standard: []
        case .indexed(let number): ["38;5;\(number)"]
        case .rgb(let red, let green, let blue): ["38;2;\(red);\(green);\(blue)"]
        }
    }
}
