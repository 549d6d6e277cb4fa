import TestSupport

@testable import workbench

/// What an eye sees of a screen of characters: the same look may be written in several ways.
struct ScreenLook: Equatable {
    private let cells: [ScreenCell]

    init(_ model: TerminalModel) { cells = Array(model.grid.rows.joined()) }

    static func == (first: ScreenLook, second: ScreenLook) -> Bool {
        first.cells.count == second.cells.count
            && zip(first.cells, second.cells).allSatisfy {
                $0 == $1 || pixels(of: $0) == pixels(of: $1)
            }
    }

    /// In eighths of a code: sums in another order end in other last digits.
    private static func pixels(of cell: ScreenCell) -> [Float] {
        let foreground = cell.style.foreground.components.map(Float.init)
        let background = cell.style.background.components.map(Float.init)
        let character = cell.text.unicodeScalars.first ?? " "
        return GlyphInk.ink(of: character).flatMap { ink in
            zip(foreground, background).map { (($0 * ink + $1 * (1 - ink)) * 8).rounded() }
        }
    }
}
