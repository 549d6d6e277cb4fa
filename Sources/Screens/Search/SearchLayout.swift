internal import Imaging
internal import Localization
internal import TerminalProtocols

/// The search form: a line for the words, and lines for what narrows it.
enum SearchLayout {
    /// Two fields beside each other need as many columns.
    private static let wideColumns = 40

    /// Below the first line of the page.
    static func draw(_ form: SearchForm, _ words: SearchStrings, on page: inout TextPage) {
        for (offset, fields) in lines(of: form, in: page.size).enumerated() {
            let room = page.size.columns / fields.count
            for (place, field) in fields.enumerated() {
                draw(
                    field, of: form, words,
                    at: CellPosition(row: 1 + offset, column: place * room), columns: room,
                    on: &page)
            }
        }
    }

    /// The fields of each line: as many lines as leave two rows to the results, with the field that
    /// is typed in among them.
    static func lines(of form: SearchForm, in size: CellSize) -> [[SearchField]] {
        guard form.showsFilters else { return [[.text]] }
        let wide: [[SearchField]] = [
            [.text], [.firstYear, .lastYear], [.center, .location], [.keywords], [.photographer],
        ]
        let all = size.columns < wideColumns ? SearchField.allCases.map { [$0] } : wide
        let count = max(1, min(all.count, size.rows - 4))
        let active = all.firstIndex { $0.contains(form.field) } ?? 0
        let first = max(0, active - count + 1)
        return Array(all[first..<first + count])
    }

    private static func draw(
        _ field: SearchField, of form: SearchForm, _ words: SearchStrings,
        at place: CellPosition, columns: Int, on page: inout TextPage
    ) {
        let isActive = form.field == field
        let name = words.name(field) + ": "
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
        let isSelected = isActive && form.isSelected
        page.put(
            shown.text, row: place.row, column: start, style: isSelected ? .reversed : .plain,
            of: line)
        if editor.text.isEmpty {
            let example = words.example(field)
            page.put(
                example.width < room ? example : "", row: place.row, column: start + 1,
                style: .faint)
        }
        guard isActive else { return }
        page.put(
            completion, row: place.row, column: start + shown.text.width, style: .faint, of: line)
        let under = form.completion.map { SafeText($0.prefix(1)) } ?? shown.underCursor
        page.put(under, row: place.row, column: start + shown.cursor, style: .reversed, of: line)
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
