import Imaging
import Screens
import TerminalProtocols

extension TextPage {
    /// The page as a person sees it, without the blanks at the ends of its rows and of itself.
    var text: String {
        var lines = PaintedPage(self).lines
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines.joined(separator: "\n")
    }
}

/// The cells of a page, painted run by run as a terminal would.
struct PaintedPage {
    /// Empty where a wide character's second half is.
    private var cells: [[String]]
    private var markedRows: Set<Int> = []

    init(_ page: TextPage, pictures: [PagePicture] = []) {
        cells = Array(
            repeating: Array(repeating: " ", count: max(0, page.size.columns)),
            count: max(0, page.size.rows))
        for run in page.runs { paint(run) }
        for picture in pictures { paint(picture) }
    }

    /// Rows with a mark before those that hold reversed text.
    var markedLines: [String] {
        lines.enumerated().map { row, line in
            let text = (markedRows.contains(row) ? ">" : " ") + line
            return text.trimmedAtTheEnd
        }
    }

    var lines: [String] { cells.map { $0.joined().trimmedAtTheEnd } }

    private mutating func paint(_ run: TextPage.Run) {
        if run.style == .reversed { markedRows.insert(run.position.row) }
        var column = run.position.column
        for character in run.text.string {
            let width = SafeText(String(character)).width
            guard column + width <= cells[run.position.row].count else { return }
            cells[run.position.row][column] = String(character)
            if width == 2 { cells[run.position.row][column + 1] = "" }
            column += width
        }
    }

    private mutating func paint(_ picture: PagePicture) {
        for row in 0..<picture.size.rows {
            for column in 0..<picture.size.columns {
                cells[picture.origin.row + row][picture.origin.column + column] = "▒"
            }
        }
    }
}

extension String {
    fileprivate var trimmedAtTheEnd: String {
        lastIndex { $0 != " " }.map { String(self[...$0]) } ?? ""
    }
}
