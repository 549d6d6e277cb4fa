internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// The search form, which replaces the header.
///
/// Below the line for the words are lines for filters, or earlier searches on top of the list.
struct SearchLayout {
    /// The maximum number of visible earlier searches; more would hide the list.
    private static let historyRows = 6
    private static let gap = 2
    /// The maximum width of a field, in columns, if two fields are side by side.
    private static let fieldColumns = 50

    private let form: SearchForm
    private let found: SafeText
    private let strings: Strings
    private let size: CellSize

    init(_ form: SearchForm, _ page: LibraryPage, _ strings: Strings) {
        self.form = form
        self.strings = strings
        size = page.shape.cells
        found = strings.found(page, form.query)
    }

    func draw(on page: inout TextPage) {
        drawWords(on: &page)
        for (offset, fields) in Self.lines(of: form, in: size).enumerated() {
            for (index, field) in fields.enumerated() {
                draw(field, row: 1 + offset, index: index, on: &page)
            }
        }
        drawHistory(on: &page)
    }
}

// The line for the words.
extension SearchLayout {
    private var label: SafeText { strings.search.name(.text) + ": " }
    private var wordsColumn: Int { PageMetrics.margin + label.width }

    /// Draws the typed words, the filters and the number of results.
    private func drawWords(on page: inout TextPage) {
        page.put(
            label, row: 0, column: PageMetrics.margin, style: form.field == .text ? .accent : .faint
        )
        let end = size.columns - PageMetrics.margin
        let found = found.width <= (end - wordsColumn) / 2 ? found : ""
        page.put(found, row: 0, column: end - found.width, style: .faint)
        let room = end - wordsColumn - (found.isEmpty ? 0 : found.width + Self.gap)
        let field = wordsColumn..<max(wordsColumn, wordsColumn + min(PageMetrics.textColumns, room))
        draw(.text, row: 0, in: field, on: &page)
        drawFilters(in: field, on: &page)
    }

    /// Draws the filters at the right end of the line for the words, if there is room.
    private func drawFilters(in field: Range<Int>, on page: inout TextPage) {
        guard !form.showsFilters else { return }
        let texts = strings.filterTexts(of: form.whole)
        let text = StatusLine.joined(texts, by: " · ") + " "
        let words = SafeText(form[.text].text + (form.completion ?? "")).width
        guard !texts.isEmpty, words + 1 + text.width <= field.count else { return }
        page.put(
            text, row: 0, column: field.upperBound - text.width, style: .faint, on: .selection)
    }
}

// The fields of filters.
extension SearchLayout {
    /// Returns the fields of each line below the words, always including the active field.
    ///
    /// Lines that would leave fewer than two rows for results are omitted.
    static func lines(of form: SearchForm, in size: CellSize) -> [[SearchField]] {
        guard form.showsFilters else { return [] }
        let wide: [[SearchField]] = [
            [.firstYear, .lastYear], [.center, .keywords], [.photographer, .location],
            [.media, .source], [.day],
        ]
        let all = size.columns < PageMetrics.wideColumns ? wide.joined().map { [$0] } : wide
        let count = max(1, min(all.count, size.rows - 4))
        let active = all.firstIndex { $0.contains(form.field) } ?? 0
        let first = max(0, active - count + 1)
        return Array(all[first..<first + count])
    }

    /// Draws a field with its label; `index` is 0 for the first field of its line, 1 for the
    /// second.
    private func draw(_ field: SearchField, row: Int, index: Int, on page: inout TextPage) {
        let across = size.columns < PageMetrics.wideColumns ? 1 : 2
        let room = (size.columns - 2 * PageMetrics.margin - (across - 1) * Self.gap) / across
        let width = across == 1 ? room : min(room, Self.fieldColumns)
        let start = PageMetrics.margin + index * (width + Self.gap)
        let isActive = form.field == field
        page.put(
            strings.search.name(field), row: row, column: start,
            style: isActive ? .accent : .plain)
        let column = start + labelColumns(index) + Self.gap
        draw(field, row: row, in: column..<max(column, start + width), on: &page)
    }

    /// Returns the width of the widest label in a column of fields.
    private func labelColumns(_ index: Int) -> Int {
        let isWide = size.columns >= PageMetrics.wideColumns
        let fields = SearchField.allCases.dropFirst().enumerated().filter {
            !isWide || $0.offset % 2 == index
        }
        return fields.map { strings.search.name($0.element).width }.max() ?? 0
    }

    /// Draws a field's text or an example, the completion and the cursor.
    private func draw(
        _ field: SearchField, row: Int, in columns: Range<Int>, on page: inout TextPage
    ) {
        guard columns.count > 1 else { return }
        let start = columns.lowerBound
        let cell = CellPosition(row: row, column: start)
        page.fill(
            CellRect(origin: cell, size: CellSize(columns: columns.count, rows: 1)),
            with: .selection)
        let isActive = form.field == field
        let editor = form[field]
        let shown = Self.visible(editor, columns: columns.count - 1)
        let end = start + shown.text.width
        let completion = SafeText(isActive ? form.completion ?? "" : "")
            .truncated(to: columns.upperBound - end)
        // The columns that are mirrored together on a mirrored page.
        let line = start..<max(end + completion.width, start + shown.cursor + 1)
        page.put(
            shown.text, row: row, column: start,
            style: isActive && form.isSelected ? .reversed : .plain, on: .selection, of: line)
        if editor.text.isEmpty {
            page.put(
                (form.isOfNames ? strings.search.nameExample : strings.search.example(field))
                    .truncated(to: columns.count - 1), row: row,
                column: start + (isActive ? 1 : 0), style: .faint, on: .selection)
        }
        guard isActive else { return }
        page.putCursor(row: row, column: start + shown.cursor)
        page.put(completion, row: row, column: end, style: .faint, on: .selection, of: line)
        let under = form.completion.map { SafeText($0.prefix(1)) } ?? shown.underCursor
        page.put(under, row: row, column: start + shown.cursor, style: .reversed, of: line)
    }

    /// Returns the part of a line that is visible in `columns` columns, the column of the cursor
    /// and the character under the cursor.
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

// The earlier searches.
extension SearchLayout {
    /// The cells of the earlier searches, which cover the top of the list; `nil` if they are not
    /// shown.
    var history: CellRect? {
        guard form.showsHistory else { return nil }
        let rows = min(form.history.count, Self.historyRows, size.rows - 3)
        guard rows > 0, textColumns > 1 else { return nil }
        // The cells span the whole width; beside a narrower area, parts of tiles would be visible.
        return CellRect(row: 1, column: 0, columns: size.columns, rows: rows)
    }

    private var textColumns: Int {
        min(PageMetrics.textColumns, size.columns - PageMetrics.margin - wordsColumn)
    }

    private func drawHistory(on page: inout TextPage) {
        guard let area = history else { return }
        page.fill(area, with: .selection)
        let first = max(0, (form.recalled ?? 0) - area.size.rows + 1)
        let queries = form.history.enumerated().dropFirst(first).prefix(area.size.rows)
        for (row, (index, query)) in queries.enumerated() {
            let isChosen = index == form.recalled
            let text = SafeText(strings.library.text(of: query))
            if isChosen {
                page.put(
                    PageMetrics.selectionBar, row: area.origin.row + row, column: wordsColumn - 1,
                    style: .accent, on: .selection)
            }
            page.put(
                text.truncated(to: textColumns - 1), row: area.origin.row + row,
                column: wordsColumn, style: isChosen ? .strong : .plain, on: .selection)
        }
    }
}

extension Strings {
    /// Returns the number of photos that a search has found; empty until the number is known.
    fileprivate func found(_ page: LibraryPage, _ query: Query?) -> SafeText {
        guard let query, let results = page.results, page.awaited == nil,
            results.wanted == .search(query) || results.named != nil, results.failure == nil,
            !results.hasNothingToShow
        else { return "" }
        let count = search.found(
            count(of: results), results.total.map { language.plural(of: $0) } ?? .other)
        return StatusLine.joined([results.isOffline ? library.offline : "", count], by: "  ")
    }
}
