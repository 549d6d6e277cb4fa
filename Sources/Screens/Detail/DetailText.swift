internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// The text of a photo's page, in lines.
struct DetailText: Sendable {
    private(set) var lines: [DetailLine] = []
    private let columns: Int

    /// Some hundred screens: metadata of a thousand facts with four thousand letters each would
    /// delay keys.
    private static let factLines = 5000

    /// A description; `title` is empty if it is in the head already.
    init(_ photo: Photo, sizes: PhotoAssets?, title: SafeText, _ strings: Strings, columns: Int) {
        self.columns = max(1, columns)
        wrap(title, .strong)
        wrap(strings.subtitle(of: photo), .plain, to: photo.pageAddress)
        let paragraphs = PhotoText.paragraphs(of: photo)
        if !paragraphs.isEmpty { lines.append(DetailLine()) }
        for paragraph in paragraphs { wrap(SafeText(paragraph), .plain) }
        lines.append(DetailLine())
        name(strings.credits(of: photo))
        links(strings.detail.albums, DetailLink.albums(of: photo), of: photo)
        links(strings.detail.keywords, DetailLink.keywords(of: photo), of: photo)
        if let sizes { list(sizes.all.map { strings.size(of: $0) }) }
    }

    /// Metadata, by groups.
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
            name([(SafeText(fact.name), SafeText(fact.value), nil)])
        }
    }

    /// A text over as many lines as it needs; all of it leads to `address`.
    private mutating func wrap(
        _ text: SafeText, _ style: TextPage.Style, to address: String? = nil
    ) {
        let link = address.flatMap { Hyperlink($0) }
        lines += WordWrapper.wrap(text, columns: columns).map {
            DetailLine([DetailLine.Piece(text: $0, style: style, address: link)])
        }
    }

    private mutating func name(_ facts: [(name: SafeText, value: SafeText, address: String?)]) {
        for fact in facts where !fact.value.isEmpty {
            let name = fact.name + ": "
            let link = fact.address.flatMap { Hyperlink($0) }
            let words = WordWrapper.wrap(name + fact.value, columns: columns)
            lines += words.enumerated().map { index, line in
                DetailLine(line, named: index == 0 ? name : "", address: link)
            }
        }
    }

    /// Links, as many on a line as fit.
    private mutating func links(_ name: SafeText, _ links: [DetailLink], of photo: Photo) {
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
            line.pieces.append(
                DetailLine.Piece(
                    text: text, style: .plain, link: link, address: link.address(of: photo)))
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

    /// NASA's page for it; `nil` for an album, which has none.
    fileprivate func address(of photo: Photo) -> Hyperlink? {
        guard case .keyword(let word) = self else { return nil }
        return photo.searchAddress(for: word).flatMap { Hyperlink($0) }
    }
}

/// A line of a photo's page: pieces one after the other.
struct DetailLine: Hashable, Sendable {
    struct Piece: Hashable, Sendable {
        let text: SafeText
        let style: TextPage.Style
        /// Where a key or a click leads within the program.
        var link: DetailLink?
        /// Where the terminal leads in a web browser.
        var address: Hyperlink?
    }

    var pieces: [Piece]

    init(_ pieces: [Piece] = []) { self.pieces = pieces }

    init(_ text: SafeText, _ style: TextPage.Style = .plain) {
        pieces = [Piece(text: text, style: style)]
    }

    /// A line that begins with the name of its value, unless even the name was cut.
    init(_ text: SafeText, named name: SafeText, address: Hyperlink?) {
        let hasName = !name.isEmpty && text.string.hasPrefix(name.string)
        let value = hasName ? text.string.dropFirst(name.string.count) : text.string[...]
        self.init(
            (hasName ? [Piece(text: name, style: .faint)] : [])
                + [Piece(text: SafeText(value), style: .plain, address: address)])
    }

    /// The link under a column, if the line begins at column 0.
    func link(at column: Int) -> DetailLink? {
        var start = 0
        for piece in pieces {
            if (start..<start + piece.text.width).contains(column) { return piece.link }
            start += piece.text.width
        }
        return nil
    }

    var width: Int { pieces.reduce(0) { $0 + $1.text.width } }

    func draw(row: Int, column: Int, focus: DetailLink?, on page: inout TextPage) {
        var column = column
        for piece in pieces {
            let isFocused = piece.link != nil && piece.link == focus
            page.put(
                piece.text, row: row, column: column, style: isFocused ? .reversed : piece.style,
                link: piece.address)
            column += piece.text.width
        }
    }
}

/// What a word on a photo's page leads to.
enum DetailLink: Hashable, Sendable {
    case album(String)
    case keyword(String)

    /// More cannot be reached by Tab in practice; a reply has room for millions.
    private static let limit = 1000

    static func albums(of photo: Photo) -> [DetailLink] {
        photo.albums.prefix(limit).map { .album($0) }
    }

    static func keywords(of photo: Photo) -> [DetailLink] {
        photo.texts.keywords.prefix(limit).map { .keyword($0) }
    }
}
