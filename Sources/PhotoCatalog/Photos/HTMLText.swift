/// The words of an HTML text, and the addresses of its links.
///
/// The result is still untrusted text, only easier to read.
struct HTMLText {
    let text: String
    /// The text; `nil` if it is empty.
    var words: String? { text.isEmpty ? nil : text }
    /// The links in their order, each address once.
    let links: [TextLink]

    /// Reads HTML; `page` is the address to which links may be relative.
    init(_ html: String, of page: WebAddress? = nil) {
        let html = Self.beginning(of: html).replacing("\u{A0}", with: " ")
        // Services write a blank between a link and the comma after it.
        text = HTMLStripper.cleaned(html).replacing(" ,", with: ",").replacing(" .", with: ".")
            .replacing(" ;", with: ";")
        var reader = LinkReader(page: page)
        HTMLStripper.forEachPiece(of: Array(html.utf8)) { reader.read($0) }
        links = reader.links
    }

    /// Returns the address of the first video in a page: that of its file, or of a page that shows
    /// it.
    static func video(in html: String, of page: WebAddress?) -> WebAddress? {
        var found: WebAddress?
        HTMLStripper.forEachPiece(of: Array(beginning(of: html).utf8)) { piece in
            guard case .tag(let name, let inside) = piece,
                ["source", "video", "iframe", "embed"].contains(name),
                let address = TagAttribute.value("src", in: inside)
            else { return true }
            found = LinkReader(page: page).address(address)
            return found == nil
        }
        return found
    }

    private static func beginning(of html: String) -> String {
        guard html.utf8.count > limitBytes else { return html }
        return String(decoding: html.utf8.prefix(limitBytes), as: UTF8.self)
    }

    /// The maximum number of bytes that are read; a picture's explanation has 3 kB, and a page of
    /// the old site 20 kB.
    private static let limitBytes = 64 << 10
}

/// A reader that collects the links of a text.
private struct LinkReader {
    let page: WebAddress?
    private(set) var links: [TextLink] = []
    private var known: Set<WebAddress> = []
    /// The link whose words are being read.
    private var open: (address: WebAddress, words: [UInt8])?

    init(page: WebAddress?) { self.page = page }

    /// Reads a piece; returns false once the maximum number of links is reached.
    mutating func read(_ piece: HTMLStripper.Piece) -> Bool {
        switch piece {
        case .text(let bytes):
            open?.words += bytes.prefix(Self.wordsLimitBytes)
        case .tag("a", let inside):
            close()
            let address = TagAttribute.value("href", in: inside).flatMap(address)
            open = address.map { ($0, []) }
        case .tag: break
        }
        return links.count < PhotoReferences.linkLimit
    }

    func address(_ text: String) -> WebAddress? {
        page.map { WebAddress(text, relativeTo: $0) } ?? WebAddress(text)
    }

    /// Adds the open link to the list, at `</a>` or at the start of the next link.
    private mutating func close() {
        guard let (address, words) = open else { return }
        open = nil
        let text = HTMLStripper.plain(Array(words.prefix(Self.wordsLimitBytes)))
        if known.insert(address).inserted {
            links.append(TextLink(words: text.isEmpty ? address.text : text, address: address))
        }
    }

    /// The maximum length of a link's words in bytes, to which they are cut; the longest observed
    /// has 60.
    private static let wordsLimitBytes = 500
}

private enum TagAttribute {
    /// Returns the value of an attribute with its entities replaced; `nil` if the tag does not have
    /// the attribute.
    static func value(_ name: String, in inside: ArraySlice<UInt8>) -> String? {
        let text = Array(inside)
        let lower = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        guard let found = lower.firstRange(of: Array((name + "=").utf8)),
            found.lowerBound > 0, blanks.contains(lower[found.lowerBound - 1])
        else { return nil }
        let rest = text[found.upperBound...]
        guard let quote = rest.first, quotes.contains(quote) else {
            return HTMLStripper.plain(Array(rest.prefix { !blanks.contains($0) }))
        }
        return HTMLStripper.plain(Array(rest.dropFirst().prefix { $0 != quote }))
    }

    private static let blanks = Array(" \t\r\n".utf8)
    private static let quotes = Array("\"'".utf8)
}
