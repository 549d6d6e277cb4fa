internal import TerminalProtocols

/// Parts of a line; where there is too little room, whole parts are left out.
enum LineParts {
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
    /// The last one, which leads to all the others, goes last.
    static func hints(_ sentence: SafeText, columns: Int) -> SafeText {
        let hints = sentence.string.split(separator: "  ").map { SafeText($0) }
        let parts = hints.enumerated().map { index, hint in
            Part(hint, rank: index == hints.count - 1 ? 0 : index + 1)
        }
        var room = columns + hintGap
        return joined(fitting(parts, gap: hintGap, in: &room), by: "  ")
    }

    private static let hintGap = 2

    static func joined(_ parts: [SafeText], by separator: SafeText) -> SafeText {
        let parts = parts.filter { !$0.isEmpty }
        guard let first = parts.first else { return "" }
        return parts.dropFirst().reduce(first) { $0 + separator + $1 }
    }
}
