internal import TerminalProtocols

/// A line of a photo's page: pieces one after the other.
struct DetailLine: Hashable, Sendable {
    struct Piece: Hashable, Sendable {
        let text: SafeText
        let style: TextPage.Style
        var link: DetailLink?
    }

    var pieces: [Piece]

    init(_ pieces: [Piece] = []) { self.pieces = pieces }

    init(_ text: SafeText, _ style: TextPage.Style = .plain) {
        pieces = [Piece(text: text, style: style)]
    }

    /// A line that begins with the name of what it tells, unless even the name was cut.
    init(_ text: SafeText, named name: SafeText) {
        let isWhole = text.string.hasPrefix(name.string)
        let value = isWhole ? text.string.dropFirst(name.string.count) : text.string[...]
        self.init(
            (isWhole ? [Piece(text: name, style: .faint)] : [])
                + [Piece(text: SafeText(value), style: .plain)])
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
                piece.text, row: row, column: column, style: isFocused ? .reversed : piece.style)
            column += piece.text.width
        }
    }
}
