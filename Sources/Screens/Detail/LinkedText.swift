internal import Localization
internal import PhotoCatalog
internal import TerminalProtocols

/// A description whose links have numbers: `Shrimp Nebula[1]`.
///
/// The words of links are searched in order, each after those of the previous link.
struct LinkedText {
    /// A word of the text, with an address if the word belongs to a link; or the number of a link,
    /// without an address.
    fileprivate struct Word {
        var text: SafeText
        var address: Hyperlink?
        /// True if no blank precedes the word.
        var isJoined = false
    }

    private let links: [TextLink]
    private var next = 0

    init(_ links: [TextLink]) { self.links = links }

    /// Returns the mark that follows the words of a link, such as `[1]`.
    static func mark(of index: Int) -> SafeText { SafeText("[\(index + 1)]") }

    /// Returns the lines of a paragraph.
    mutating func lines(of paragraph: String, columns: Int) -> [DetailLine] {
        var lines: [DetailLine] = []
        for word in words(of: paragraph) {
            if var last = lines.last, last.append(word.pieces(after: last), within: columns) {
                lines[lines.count - 1] = last
            } else {
                lines += word.text.broken(to: max(1, columns)).map {
                    DetailLine([Word(text: $0, address: word.address).piece], isOneText: true)
                }
            }
        }
        return lines
    }

    private mutating func words(of paragraph: String) -> [Word] {
        let text = Array(paragraph.utf8)
        var words: [Word] = []
        var offset = 0
        skipWordless()
        while next < links.count,
            let found = Self.range(of: Array(links[next].words.utf8), in: text, from: offset)
        {
            words += Self.words(in: offset..<found.lowerBound, of: text, nil)
            words += Self.words(in: found, of: text, Hyperlink(links[next].address.text))
            words.append(Word(text: Self.mark(of: next), isJoined: true))
            offset = found.upperBound
            next += 1
            skipWordless()
        }
        return words + Self.words(in: offset..<text.count, of: text, nil)
    }

    /// Skips the links of pictures, which are listed with the addresses but have no words in the
    /// text.
    private mutating func skipWordless() {
        while next < links.count, links[next].words == links[next].address.text { next += 1 }
    }

    private static let blank = UInt8(ascii: " ")

    /// Returns the words of a range; the first word is joined to the text before the range if no
    /// blank separates them.
    private static func words(
        in range: Range<Int>, of text: [UInt8], _ address: Hyperlink?
    ) -> [Word] {
        var words = text[range].split(separator: blank).map {
            Word(text: SafeText(String(decoding: $0, as: UTF8.self)), address: address)
        }
        let start = range.lowerBound
        if start > 0, text[start - 1] != blank, !range.isEmpty, text[start] != blank {
            words[0].isJoined = true
        }
        return words
    }

    /// Finds the first occurrence of some bytes in a text, from `offset` on; `nil` without one.
    ///
    /// - Complexity: O(bytes of the text) for ordinary words; a text has at most a hundred links.
    private static func range(
        of words: [UInt8], in text: [UInt8], from offset: Int
    ) -> Range<Int>? {
        guard let first = words.first, text.count - offset >= words.count else { return nil }
        for start in offset...text.count - words.count where text[start] == first {
            let end = start + words.count
            if text[start..<end].elementsEqual(words) { return start..<end }
        }
        return nil
    }
}

extension LinkedText.Word {
    fileprivate var piece: DetailLine.Piece {
        DetailLine.Piece(text: text, style: address == nil ? .plain : .link, address: address)
    }

    /// Returns the word, after a blank unless the word is joined.
    ///
    /// The blank belongs to a link if both adjacent words do.
    fileprivate func pieces(after line: DetailLine) -> [DetailLine.Piece] {
        guard !isJoined else { return [piece] }
        let isInside = address != nil && line.pieces.last?.address == address
        let blank = DetailLine.Piece(
            text: " ", style: isInside ? .link : .plain, address: isInside ? address : nil)
        return [blank, piece]
    }
}

extension DetailLine {
    /// Adds pieces, if there is room; a piece with the same style and address as the last piece is
    /// merged with the last piece.
    ///
    /// - Returns: true if there was room.
    fileprivate mutating func append(_ new: [Piece], within columns: Int) -> Bool {
        guard width + new.reduce(0, { $0 + $1.width }) <= columns else { return false }
        for piece in new {
            if let last = pieces.last, last.style == piece.style, last.address == piece.address {
                pieces[pieces.count - 1] = Piece(
                    text: last.text + piece.text, style: piece.style, address: piece.address)
            } else {
                pieces.append(piece)
            }
        }
        return true
    }
}
