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
