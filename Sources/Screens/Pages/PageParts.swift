internal import Imaging
internal import TerminalProtocols

/// What all pages have: a head, a foot with key hints, and a stack of lines.
enum PageParts {
    /// As many key hints as fit, from a sentence with two spaces between them.
    ///
    /// The first ones stay longest; before them the last, if that leads to all others.
    static func hints(_ sentence: SafeText, columns: Int, keepsLast: Bool = false) -> SafeText {
        let hints = sentence.string.split(separator: "  ").map { hint in
            SafeText(hint.drop { $0 == " " })
        }
        let last = keepsLast ? hints.suffix(1) : []
        let others = hints.dropLast(last.count)
        let counts = (0...others.count).reversed()
        let lines = counts.map { StatusLine.joined(Array(others.prefix($0) + last), by: "  ") }
        return lines.first { $0.width <= columns } ?? ""
    }

    /// Lines below each other in at most `rows`: if there are too few, the blank ones go first, then
    /// the title, then the end of the text, and never the keys.
    static func stack(
        title: [SafeText], text: [SafeText], keys: SafeText, rows: Int
    ) -> (title: [SafeText], text: [SafeText], keys: [SafeText]) {
        let blank: [SafeText] = [""]
        if title.count + text.count + 3 <= rows {
            return (title + blank, text + blank, [keys])
        }
        let title = title.count + text.count + 1 <= rows ? title : []
        return (title, Array(text.prefix(max(0, rows - title.count - 1))), [keys])
    }

    /// The last line of a page: key hints on the left, and news on the right.
    static func putFoot(
        hints sentence: SafeText, keepsLast: Bool, news: SafeText, on page: inout TextPage
    ) {
        let room = page.size.columns - 2
        let news = news.width <= room ? news : ""
        let left = news.isEmpty ? room : room - news.width - hintGap
        let hints = hints(sentence, columns: left, keepsLast: keepsLast)
        let row = page.size.rows - 1
        page.put(hints, row: row, column: 1, style: .faint)
        page.put(news, row: row, column: page.size.columns - news.width - 1, style: .faint)
    }

    private static let hintGap = 2

    /// The first line of a page: its title, and which photo of how many if that leaves room for it.
    static func putHead(_ title: SafeText, place: SafeText, on page: inout TextPage) {
        let columns = page.size.columns
        let isWide = columns - place.width - 3 >= min(title.width, leastTitle)
        let place = isWide ? place : ""
        let room = columns - (place.isEmpty ? 2 : place.width + 3)
        page.put(title.truncated(to: room), row: 0, column: 1, style: .strong)
        page.put(place, row: 0, column: columns - place.width - 1, style: .faint)
    }

    /// A few letters of a title say nothing.
    private static let leastTitle = 12
}

/// Breaks a text into lines at its spaces.
enum WordWrapper {
    static func wrap(_ text: SafeText, columns: Int) -> [SafeText] {
        let room = max(1, columns)
        var lines: [SafeText] = []
        for word in text.string.split(separator: " ").map({ SafeText($0) }) {
            if let last = lines.last, last.width + 1 + word.width <= room {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(word.truncated(to: room))
            }
        }
        return lines
    }
}
