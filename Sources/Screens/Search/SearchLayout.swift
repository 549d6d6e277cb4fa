internal import Imaging
internal import TerminalProtocols

/// The search form: a line for the words, and lines for what narrows it.
enum SearchLayout {
    static func draw(_ form: SearchForm, row: Int, on page: inout TextPage) {
        for (offset, fields) in form.lines.enumerated() {
            let room = page.size.columns / fields.count
            for (place, field) in fields.enumerated() {
                draw(
                    field, of: form, at: CellPosition(row: row + offset, column: place * room),
                    columns: room, on: &page)
            }
        }
    }

    private static func draw(
        _ field: SearchField, of form: SearchForm, at place: CellPosition, columns: Int,
        on page: inout TextPage
    ) {
        let isActive = form.field == field
        let name = SearchWording.name(of: field) + ": "
        page.put(name, row: place.row, column: place.column + 1, style: isActive ? .strong : .faint)
        let start = place.column + 1 + name.width
        let room = place.column + columns - start - 2
        guard room > 0 else { return }
        let editor = form[field]
        let shown = visible(editor, columns: room)
        let completion = SafeText(isActive ? form.completion ?? "" : "")
            .truncated(to: room - shown.text.width)
        let end = max(shown.text.width + completion.width, shown.cursor + 1)
        let line = start..<start + end
        page.put(shown.text, row: place.row, column: start, of: line)
        guard isActive else { return }
        page.put(
            completion, row: place.row, column: start + shown.text.width, style: .faint, of: line)
        let under = form.completion.map { SafeText($0.prefix(1)) } ?? shown.underCursor
        page.put(
            under, row: place.row, column: start + shown.cursor, style: .reversed, of: line)
    }

    /// The part of a line that fits, with the cursor in it.
    private static func visible(
        _ editor: LineEditor, columns: Int
    ) -> (text: SafeText, cursor: Int, underCursor: SafeText) {
        let characters = Array(editor.text)
        let widths = characters.map { SafeText(String($0)).width }
        var (first, width) = (editor.cursor, 0)
        while first > 0, width + widths[first - 1] < columns {
            first -= 1
            width += widths[first]
        }
        let before = SafeText(String(characters[first..<editor.cursor]))
        let under = editor.isAtEnd ? " " : SafeText(String(characters[editor.cursor]))
        let text = SafeText(String(characters[first...]))
        return (text.width > columns ? text.truncated(to: columns) : text, before.width, under)
    }
}

extension SearchForm {
    /// The fields of each line.
    var lines: [[SearchField]] {
        guard showsFilters else { return [[.text]] }
        return [
            [.text], [.firstYear, .lastYear], [.center, .location], [.keywords], [.photographer],
        ]
    }

    /// The lines the form takes.
    var rows: Int { lines.count }
}
