/// The words of an HTML text, and the addresses of its links.
///
/// The result is more readable, but still untrusted.
struct HTMLText {
    let text: String
    /// The text; `nil` if it is empty.
    var words: String? { text.isEmpty ? nil : text }
    /// The links in the order of the text; each address occurs once.
    let links: [TextLink]

    /// Reads HTML; `page` is the address that relative links refer to.
    init(_ html: String, of page: WebAddress? = nil) {
        let html = Self.beginning(of: html).replacing("\u{A0}", with: " ")
        // Services write a blank between a link and a following comma or full stop.
        text = HTMLStripper.cleaned(html).replacing(" ,", with: ",").replacing(" .", with: ".")
            .replacing(" ;", with: ";")
        var reader = LinkReader(page: page)
        HTMLStripper.forEachPiece(of: Array(html.utf8)) { reader.read($0) }
        links = reader.links
    }

    /// Returns the address of the first video in a page: that of a video file, or of a page that
    /// shows the video.
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

    /// The maximum number of bytes to read; a picture's explanation has 3 kB, and a page of the old
    /// site 20 kB.
    private static let limitBytes = 64 << 10
}

/// A reader that collects the links of a text.
private struct LinkReader {
    let page: WebAddress?
    private(set) var links: [TextLink] = []
    private var known: Set<WebAddress> = []
    /// The link whose words the reader is collecting.
    private var open: (address: WebAddress, words: [UInt8])?

    init(page: WebAddress?) { self.page = page }

    /// Reads a piece; returns false when the maximum number of links is reached.
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

    /// The maximum length of a link's words in bytes; longer words are truncated.
    ///
    /// The longest observed words have 60 bytes.
    private static let wordsLimitBytes = 500
}

private enum TagAttribute {
    /// Returns the value of a tag's attribute, with characters instead of entities; `nil` if the
    /// attribute is missing.
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
