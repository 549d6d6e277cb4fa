import Imaging
import TerminalProtocols
import TestSupport
import Testing

extension Drawing {
    /// The look of a selection, with many colours, with few and without colours.
    @Suite struct Selections {
        private static func page() -> TextPage {
            var page = TextPage(size: CellSize(columns: 40, rows: 4))
            let area = CellRect(
                origin: CellPosition(row: 1, column: 1), size: CellSize(columns: 20, rows: 2))
            page.fill(area, with: .selection)
            page.put("▌", row: 1, column: 0, style: .accent)
            page.put("Title", row: 1, column: 2, style: .strong, on: .selection)
            page.put("Words", row: 2, column: 2, on: .selection)
            page.put("Other", row: 3, column: 2, style: .strong)
            return page
        }

        @Test(arguments: [
            // the terminal's colours; whether there is a quiet background, and whether titles are
            // reversed
            (ColourDepth.trueColour, false, true, false), (.palette256, false, true, false),
            (.palette16, false, false, true), (.trueColour, true, false, true),
        ])
        func theTitleIsReversedWhereThereIsNoQuietGround(
            depth: ColourDepth, isColourless: Bool, hasGround: Bool, isReversed: Bool
        ) throws {
            var stage = try Stage(.blocks, CellSize(columns: 40, rows: 4)) {
                ($0.colours, $0.isColourless) = (depth, isColourless)
            }
            stage.show(Self.page(), [])
            let rows = stage.terminal.grid.rows
            let (bar, title, words, other) = (rows[1][0], rows[1][2], rows[2][2], rows[3][2])
            #expect(bar.text == "▌" && title.text == "T")
            #expect(title.style.attributes == (isReversed ? [1, 7] : [1]))
            #expect(words.style.attributes.isEmpty && other.style.attributes == [1])
            for cell in [title, words] {
                #expect((cell.style.background != .standard) == hasGround)
            }
            #expect((bar.style.foreground != .standard) == !isColourless)
        }
    }
}
