internal import Imaging
internal import TerminalProtocols

/// Parts of a line; where there is too little room, whole parts are left out.
enum PageParts {
    /// A part, and how soon it is left out: the highest rank first.
    struct Part {
        let text: SafeText
        let rank: Int

        init(_ text: SafeText, rank: Int = 0) {
            self.text = text
            self.rank = rank
        }
    }

    /// The parts that there is room for, in their order; each takes `gap` columns more than it has.
    static func fitting(_ parts: [Part], gap: Int, in room: inout Int) -> [SafeText] {
        var kept: Set<Int> = []
        let order = parts.indices.sorted { (parts[$0].rank, $0) < (parts[$1].rank, $1) }
        for index in order where !parts[index].text.isEmpty {
            let columns = parts[index].text.width + gap
            guard columns <= room else { continue }
            room -= columns
            kept.insert(index)
        }
        return parts.indices.filter(kept.contains).map { parts[$0].text }
    }

    /// As many key hints as fit, from a sentence that has two spaces between them.
    ///
    /// The first ones stay longest; before them the last, if that leads to all others.
    static func hints(_ sentence: SafeText, columns: Int, keepsLast: Bool = false) -> SafeText {
        let hints = sentence.string.split(separator: "  ").map { hint in
            SafeText(hint.drop { $0 == " " })
        }
        let last = keepsLast ? hints.suffix(1) : []
        let others = hints.dropLast(last.count)
        let counts = (0...others.count).reversed()
        let lines = counts.map { joined(Array(others.prefix($0) + last), by: "  ") }
        return lines.first { $0.width <= columns } ?? ""
    }

    /// Lines below each other in so many rows: where there are too few, the blank ones go first, then
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

    /// The last line of a page: key hints on the left, and what is to be told on the right.
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

    private static let hintGap = 2

    static func joined(_ parts: [SafeText], by separator: SafeText) -> SafeText {
        let parts = parts.filter { !$0.isEmpty }
        guard let first = parts.first else { return "" }
        return parts.dropFirst().reduce(first) { $0 + separator + $1 }
    }
}
