internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// The text of a photo's page, in lines.
struct DetailText: Sendable {
    private(set) var lines: [DetailLine] = []
    private let columns: Int

    /// The number of lines after which no metadata is added, more than a hundred screens.
    ///
    /// Without the limit, a thousand facts of four thousand letters each would delay keys.
    private static let factLines = 5000
    /// The minimum number of columns of a value beside its label; a narrower value is below the
    /// label.
    private static let leastValue = 14
    /// The gap between a label and its value, and between two links on a line.
    private static let gap: SafeText = "  "

    init(columns: Int) { self.columns = max(1, columns) }

    /// Adds a text on as many lines as needed; the whole text links to `address`.
    mutating func add(_ text: SafeText, _ style: TextPage.Style, to address: String? = nil) {
        let link = address.flatMap { Hyperlink($0) }
        lines += WordWrapper.wrap(text, columns: columns).map {
            DetailLine([DetailLine.Piece(text: $0, style: style, address: link)])
        }
    }

    /// Adds texts, each after a blank line; a number follows the words of each link.
    mutating func add(paragraphs: [String], linking links: [TextLink]) {
        var text = LinkedText(links)
        for paragraph in paragraphs {
            separate()
            if links.isEmpty {
                add(SafeText(paragraph), .plain)
            } else {
                lines += text.lines(of: paragraph, columns: columns)
            }
        }
    }

    /// Adds the addresses of links, each after its number.
    mutating func add(_ links: [TextLink], below heading: SafeText) {
        guard !links.isEmpty else { return }
        add(heading: heading)
        for (index, link) in links.enumerated() {
            let number = LinkedText.mark(of: index) + " "
            let address = Hyperlink(link.address.text)
            let parts = SafeText(link.address.text).broken(to: max(1, columns - number.width))
            for (index, text) in parts.enumerated() {
                let indent = index == 0 ? number : SafeText("").padded(to: number.width)
                lines.append(
                    DetailLine([
                        DetailLine.Piece(text: indent, style: .faint),
                        DetailLine.Piece(text: text, style: .link, address: address),
                    ]))
            }
        }
    }

    /// Adds metadata in groups.
    mutating func add(_ facts: [PhotoFact]) {
        for group in facts.chunked(by: \.group) {
            guard lines.count < Self.factLines else { return }
            add(heading: SafeText(group.first?.group ?? ""))
            add(facts: group.map { (SafeText($0.name), SafeText($0.value), nil) })
        }
    }

    /// Adds labels in a column, and values beside or below them; facts without a value are omitted.
    mutating func add(facts: [(name: SafeText, value: SafeText, address: String?)]) {
        let facts = facts.filter { !$0.value.isEmpty }
        let widest = min(facts.map(\.name.width).max() ?? 0, columns / 2)
        let start = widest + Self.gap.width
        let isBeside = columns - start >= Self.leastValue
        for fact in facts where lines.count < Self.factLines {
            let link = fact.address.flatMap { Hyperlink($0) }
            let indent = isBeside ? start : Self.gap.width
            let value = WordWrapper.wrap(fact.value, columns: columns - indent).map {
                DetailLine.Piece(text: $0, style: .plain, address: link)
            }
            let isBelow = !isBeside || fact.name.width > widest
            if isBelow { add(fact.name, .faint) }
            lines += value.enumerated().map { index, piece in
                let name = index == 0 && !isBelow ? fact.name : ""
                return DetailLine([
                    DetailLine.Piece(text: name.padded(to: indent), style: .faint), piece,
                ])
            }
        }
    }

    /// Adds an address below a heading, on as many lines as needed, because a truncated address is
    /// useless.
    mutating func add(address: String, below heading: SafeText) {
        add(heading: heading)
        let link = Hyperlink(address)
        lines += SafeText(address).broken(to: columns).map {
            DetailLine([DetailLine.Piece(text: $0, style: .link, address: link)])
        }
    }

    /// Adds a heading below a blank line.
    mutating func add(heading: SafeText) {
        separate()
        add(heading, .accent)
    }

    /// Adds a blank line, unless the text is empty.
    mutating func separate() { if !lines.isEmpty { lines.append(DetailLine()) } }

    /// Adds links below a heading, as many on a line as fit.
    mutating func add(_ links: [DetailLink], of photo: Photo, below heading: SafeText) {
        guard !links.isEmpty else { return }
        add(heading: heading)
        var line = DetailLine()
        for link in links {
            let texts = WordWrapper.wrap(link.text, columns: columns)
            if line.width + Self.gap.width + link.text.width > columns, line.width > 0 {
                lines.append(line)
                line = DetailLine()
            } else if line.width > 0 {
                line.pieces.append(DetailLine.Piece(text: Self.gap, style: .plain))
            }
            let pieces = texts.map {
                DetailLine.Piece(
                    text: $0, style: .link, link: link, address: link.address(of: photo))
            }
            lines += pieces.dropLast().map { DetailLine([$0]) }
            line.pieces += pieces.suffix(1)
        }
        lines.append(line)
    }

    /// Adds a table of a photo's files, the largest first; `shown` is the file on the page.
    mutating func add(_ sizes: PhotoAssets, shown: PhotoAsset?, _ strings: Strings) {
        guard !sizes.all.isEmpty else { return }
        add(heading: strings.detail.sizes)
        let assets = Array(sizes.all.reversed())
        let rows = assets.map { asset in
            let mark = asset == shown ? strings.detail.shownHere : ""
            return strings.size(of: asset) + [mark]
        }
        let table = DetailTable(rows, columns: columns)
        lines += zip(assets, rows).map { table.line($1, $0 == shown ? .plain : .faint) }
    }

    /// Adds camera data in plain words: a summary, and then details for photographers.
    mutating func add(_ camera: CameraData, _ strings: Strings) {
        add(strings.summary(of: camera), .strong)
        add(facts: strings.fields(of: camera).map { ($0.name, $0.value, nil) })
    }
}

/// The columns of a table: names are left-aligned, numbers right-aligned.
private struct DetailTable {
    private static let gap = 2

    private let columns: Int
    private let widths: [Int]
    /// The indices of the columns that fit.
    private let shown: [Int]

    /// Creates a table whose rows have a name, two numbers, a format and a mark.
    ///
    /// If not all columns fit, the format is omitted first, then the mark, then the numbers.
    init(_ rows: [[SafeText]], columns: Int) {
        let widths = (0..<5).map { column in rows.map { $0[column].width }.max() ?? 0 }
        var shown = widths.indices.filter { widths[$0] > 0 }
        for column in [3, 4, 2, 1] {
            let width = shown.reduce(-Self.gap) { $0 + widths[$1] + Self.gap }
            if width > columns { shown.removeAll { $0 == column } }
        }
        self.columns = columns
        self.widths = widths
        self.shown = shown
    }

    func line(_ row: [SafeText], _ style: TextPage.Style) -> DetailLine {
        var line = DetailLine()
        for column in shown {
            if !line.pieces.isEmpty {
                line.pieces.append(DetailLine.Piece(text: "  ", style: .plain))
            }
            let text = row[column].truncated(to: max(0, columns - line.width))
            let isNumber = column == 1 || column == 2
            let free = max(0, widths[column] - text.width)
            let cell = isNumber ? text : text.padded(to: text.width + free)
            line.pieces.append(
                DetailLine.Piece(text: cell, style: style, indent: isNumber ? free : 0))
        }
        return line
    }
}

extension Array {
    /// Returns runs of elements whose property is equal.
    fileprivate func chunked<Key: Equatable>(by key: KeyPath<Element, Key>) -> [ArraySlice<Element>]
    {
        var chunks: [ArraySlice<Element>] = []
        var start = startIndex
        for index in indices where self[index][keyPath: key] != self[start][keyPath: key] {
            chunks.append(self[start..<index])
            start = index
        }
        if start < endIndex { chunks.append(self[start...]) }
        return chunks
    }
}
