internal import Imaging
internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// A line of a photo's page, as a sequence of pieces.
struct DetailLine: Hashable, Sendable {
    struct Piece: Hashable, Sendable {
        let text: SafeText
        let style: TextPage.Style
        /// The target of a key or a click within the program; `nil` for other text.
        var link: DetailLink?
        /// The address that the terminal opens in a web browser; `nil` for other text.
        var address: Hyperlink?
        /// The number of blank columns before the text, also on a mirrored page.
        var indent = 0

        var width: Int { indent + text.width }
    }

    var pieces: [Piece]
    /// True if the line is read from the left even on a mirrored page.
    private var isOneText = false

    init(_ pieces: [Piece] = [], isOneText: Bool = false) {
        self.pieces = pieces
        self.isOneText = isOneText
    }

    init(_ text: SafeText, _ style: TextPage.Style = .plain) {
        pieces = [Piece(text: text, style: style)]
    }

    /// Creates a line of key hints.
    init(hints: [KeyHint]) {
        pieces = hints.pieces.map { Piece(text: $0.text, style: $0.style) }
        isOneText = true
    }

    /// Returns the link at a column of the line; `nil` if there is no link.
    func link(at column: Int) -> DetailLink? {
        var start = 0
        for piece in pieces {
            if (start..<start + piece.width).contains(column) { return piece.link }
            start += piece.width
        }
        return nil
    }

    var width: Int { pieces.reduce(0) { $0 + $1.width } }

    func draw(row: Int, column: Int, focus: DetailLink?, on page: inout TextPage) {
        let line = column..<column + width
        var column = column
        for piece in pieces {
            let isFocused = piece.link != nil && piece.link == focus
            if isFocused { page.putCursor(row: row, column: column + piece.indent) }
            page.put(
                piece.text, row: row, column: column + piece.indent,
                style: isFocused ? .plain : piece.style, on: isFocused ? .accent : .plain,
                of: isOneText ? line : column..<column + piece.width, link: piece.address)
            column += piece.width
        }
    }
}

/// The target of a link on a photo's page.
enum DetailLink: Hashable, Sendable {
    case album(String)
    case keyword(String)

    /// The maximum number of links of each kind; a reply could contain millions, more than a user
    /// reaches with Tab.
    private static let limit = 1000

    static func albums(of photo: Photo) -> [DetailLink] {
        photo.albums.prefix(limit).map { .album($0) }
    }

    static func keywords(of photo: Photo) -> [DetailLink] {
        photo.texts.keywords.prefix(limit).map { .keyword($0) }
    }
}

extension DetailLink {
    var text: SafeText {
        switch self {
        case .album(let name), .keyword(let name): .line(name)
        }
    }

    /// Returns the address of NASA's search for a keyword; `nil` for an album, which has no page,
    /// and for photos of other services.
    func address(of photo: Photo) -> Hyperlink? {
        guard case .keyword(let word) = self else { return nil }
        return photo.searchAddress(for: word).flatMap { Hyperlink($0) }
    }
}
