internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// What a photo's page tells, line by line, in so many columns.
struct DetailText: Sendable {
    private(set) var lines: [DetailLine] = []
    private let columns: Int

    /// What a file says of itself goes on for no more than some hundred screens: a thousand facts of
    /// four thousand letters would keep the keys waiting.
    private static let factLines = 5000

    /// All there is to know of a photo; its title, unless that stands above already.
    init(
        _ photo: Photo, sizes: PhotoAssets?, title: SafeText, _ strings: Strings, columns: Int
    ) {
        self.columns = max(1, columns)
        wrap(title, .strong)
        wrap(strings.subtitle(of: photo), .plain)
        let paragraphs = PhotoText.paragraphs(of: photo)
        if !paragraphs.isEmpty { lines.append(DetailLine()) }
        for paragraph in paragraphs { wrap(SafeText(paragraph), .plain) }
        lines.append(DetailLine())
        name(strings.credits(of: photo))
        links(strings.detail.albums, DetailLink.albums(of: photo))
        links(strings.detail.keywords, DetailLink.keywords(of: photo))
        if let sizes { list(sizes.all.map { strings.size(of: $0) }) }
    }

    /// What its file says of itself.
    init(_ facts: [PhotoFact], columns: Int) {
        self.columns = max(1, columns)
        var group = ""
        for fact in facts {
            guard lines.count < Self.factLines else { break }
            if fact.group != group {
                if !group.isEmpty { lines.append(DetailLine()) }
                wrap(SafeText(fact.group), .strong)
                group = fact.group
            }
            name([(SafeText(fact.name), SafeText(fact.value))])
        }
    }

    private mutating func wrap(_ text: SafeText, _ style: TextPage.Style) {
        lines += WordWrapper.wrap(text, columns: columns).map { DetailLine($0, style) }
    }

    private mutating func name(_ facts: [(name: SafeText, value: SafeText)]) {
        for fact in facts where !fact.value.isEmpty {
            let name = fact.name + ": "
            let words = WordWrapper.wrap(name + fact.value, columns: columns)
            lines += words.enumerated().map { index, line in
                index == 0 ? DetailLine(line, named: name) : DetailLine(line)
            }
        }
    }

    /// Words that lead somewhere, as many on a line as fit.
    private mutating func links(_ name: SafeText, _ links: [DetailLink]) {
        guard !links.isEmpty else { return }
        var line = DetailLine(name + ": ", .faint)
        for link in links {
            let text = link.text.truncated(to: columns)
            let isBehindOther = line.pieces.last?.link != nil
            let gap: SafeText = isBehindOther ? "  " : ""
            if line.width + gap.width + text.width > columns, line.width > 0 {
                lines.append(line)
                line = DetailLine()
            } else if isBehindOther {
                line.pieces.append(DetailLine.Piece(text: gap, style: .plain))
            }
            line.pieces.append(DetailLine.Piece(text: text, style: .plain, link: link))
        }
        lines.append(line)
    }

    private mutating func list(_ sizes: [SafeText]) {
        lines.append(DetailLine())
        lines += sizes.reversed().map { DetailLine($0.truncated(to: columns), .faint) }
    }
}

extension DetailLink {
    fileprivate var text: SafeText {
        switch self {
        case .album(let name), .keyword(let name): .line(name)
        }
    }
}
