internal import Imaging
internal import TerminalProtocols

/// The elements that pages share, such as a header and a footer with key hints.
enum PageChrome {
    /// Returns the lines above a line of keys; all lines with the keys take at most `rows` rows.
    ///
    /// If there are too few rows, blank lines are omitted first, then the title, then the end of
    /// the text.
    static func stack(
        title: [SafeText], text: [SafeText], rows: Int
    ) -> (title: [SafeText], text: [SafeText]) {
        let blank: [SafeText] = [""]
        if title.count + text.count + 3 <= rows {
            return (title + blank, text + blank)
        }
        let title = title.count + text.count + 1 <= rows ? title : []
        return (title, Array(text.prefix(max(0, rows - title.count - 1))))
    }

    /// Draws the last line of a page: key hints on the left, and a message on the right.
    static func putFoot(
        hints: [KeyHint], keepsLast: Bool, news: SafeText, on page: inout TextPage
    ) {
        let room = page.size.columns - 2 * PageMetrics.margin
        let news = news.width <= room ? news : ""
        let left = news.isEmpty ? room : room - news.width - hintGap
        let row = page.size.rows - 1
        hints.fitting(columns: left, keepsLast: keepsLast)
            .draw(row: row, column: PageMetrics.margin, on: &page)
        page.put(
            news, row: row, column: page.size.columns - news.width - PageMetrics.margin,
            style: .faint)
    }

    /// Draws a notice on as many of a page's last lines as the notice needs, up to `noticeRows`.
    ///
    /// - Returns: the cells of the notice.
    static func putNotice(
        _ text: SafeText, _ style: TextPage.Style, on page: inout TextPage
    ) -> CellRect {
        let room = CellSize(
            columns: max(1, page.size.columns - 2 * PageMetrics.margin),
            rows: max(1, min(noticeRows, page.size.rows - 1)))
        let lines = WordWrapper.wrap(text, in: room)
        let first = page.size.rows - lines.count
        let area = CellRect(
            row: first, column: 0, columns: page.size.columns, rows: lines.count)
        if lines.count > 1 { page.fill(area, with: .selection) }
        for (offset, line) in lines.enumerated() {
            page.put(
                line, row: first + offset, column: PageMetrics.margin, style: style,
                on: lines.count > 1 ? .selection : .plain)
        }
        return area
    }

    /// The maximum number of rows of a notice, enough for a path of 200 letters in 60 columns.
    private static let noticeRows = 4

    /// Draws a vertical line beside a scrolled page, heavy beside the visible share.
    ///
    /// `rows` are the rows of the page on the screen; nothing is drawn if all lines fit into them.
    static func putScrollMark(
        first: Int, of lines: Int, rows: Range<Int>, column: Int, on page: inout TextPage
    ) {
        guard lines > rows.count, !rows.isEmpty else { return }
        let length = max(1, rows.count * rows.count / lines)
        let top = (rows.count - length) * min(first, lines - rows.count) / (lines - rows.count)
        for (index, row) in rows.enumerated() {
            let isSeen = (top..<top + length).contains(index)
            page.put(
                isSeen ? "┃" : "│", row: row, column: column, style: isSeen ? .plain : .faint)
        }
    }

    private static let hintGap = 2

    /// Draws the first line of a page: its title, and the position if there is room.
    static func putHead(_ title: SafeText, position: SafeText, on page: inout TextPage) {
        let columns = page.size.columns
        let room = titleColumns(title, position: position, columns: columns)
        page.put(title.truncated(to: room), row: 0, column: PageMetrics.margin, style: .strong)
        guard room < columns - 2 * PageMetrics.margin else { return }
        page.put(
            position, row: 0, column: columns - position.width - PageMetrics.margin, style: .faint)
    }

    /// Returns the number of columns for a title in the header; the position is omitted if the
    /// title would get too few columns.
    static func titleColumns(_ title: SafeText, position: SafeText, columns: Int) -> Int {
        let all = columns - 2 * PageMetrics.margin
        let beside = all - position.width - 1
        return position.isEmpty || beside < min(title.width, leastTitle) ? all : beside
    }

    /// The minimum number of columns for a title; a shorter title would be meaningless.
    private static let leastTitle = 12
}

/// The breaking of a text into lines.
///
/// Lines end at spaces, between the characters of a script without spaces, and within a word that
/// is longer than a line.
enum WordWrapper {
    /// Returns the lines of a text that fit into the rows of `room`, with an ellipsis if truncated.
    static func wrap(_ text: SafeText, in room: CellSize) -> [SafeText] {
        guard room.rows > 0 else { return [] }
        let lines = wrap(text, columns: room.columns)
        guard lines.count > room.rows else { return lines }
        let last = lines[room.rows - 1]
        return lines.prefix(room.rows - 1) + [(last + " …").truncated(to: room.columns)]
    }

    static func wrap(_ text: SafeText, columns: Int) -> [SafeText] {
        let room = max(1, columns)
        var lines: [SafeText] = []
        for piece in text.pieces {
            let gap: SafeText = piece.isAfterSpace ? " " : ""
            if let last = lines.last, last.width + gap.width + piece.text.width <= room {
                lines[lines.count - 1] = last + gap + piece.text
            } else {
                lines += piece.text.broken(to: room)
            }
        }
        return lines
    }
}
