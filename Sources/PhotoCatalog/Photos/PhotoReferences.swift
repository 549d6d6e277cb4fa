/// The web addresses of a photo for a browser or a player; this program never fetches these
/// addresses.
package struct PhotoReferences: Hashable, Sendable {
    /// The address of the photo's page from the service's reply; `nil` if `PhotoID.pageAddress`
    /// applies.
    package var page: WebAddress?
    /// The links in the description, in the order of the text; each address occurs once.
    package var links: [TextLink] = []
    /// The address of the video if the photo is a still of a video; otherwise `nil`.
    package var video: WebAddress?

    package init() {}

    /// The maximum number of links in one description; the highest observed number is fourteen.
    static let linkLimit = 100
}

/// A link in a description, and the link's words.
package struct TextLink: Hashable, Sendable {
    /// The words of the link in the cleaned description; the address if the link has no words.
    package let words: String
    package let address: WebAddress

    package init(words: String, address: WebAddress) {
        self.words = words
        self.address = address
    }
}

/// The conditions under which a photo may be used.
package struct Licence: Hashable, Sendable {
    /// The name, such as `CC BY-SA 4.0`.
    package let name: String
    package let page: WebAddress?

    package init(name: String, page: WebAddress? = nil) {
        self.name = name
        self.page = page
    }
}

/// An address that may be passed to a browser: https or http, in printable ASCII, without a user
/// name.
package struct WebAddress: Hashable, Sendable, CustomStringConvertible {
    package let text: String

    package var description: String { text }

    /// Creates an address and encodes characters that are not allowed in addresses.
    ///
    /// The result is `nil` if the address is malformed or too long, if the scheme is neither https
    /// nor http, or if the address hides its host.
    package init?(_ given: String) {
        guard let parts = try? AddressParts(given) else { return nil }
        let rest = parts.rest.isEmpty ? "/" : PercentEncoding.reference(parts.rest)
        let port = parts.port.isEmpty ? "" : ":" + parts.port
        text = "\(parts.scheme.rawValue)://\(parts.host)\(port)\(rest)"
        guard text.utf8.count <= Self.limitBytes else { return nil }
    }

    /// Creates an address from a link on a page; the link may be relative.
    ///
    /// The result is `nil` if the link is empty, only a fragment or malformed, or if the scheme is
    /// neither https nor http.
    init?(_ given: String, relativeTo page: WebAddress) {
        let given = given.trimmed
        if given.hasPrefix("//") {
            self.init("https:" + given)
        } else if let absolute = WebAddress(given) {
            self = absolute
        } else if !given.isEmpty, !given.hasPrefix("#"), !Self.hasScheme(given) {
            self.init(page.base(of: given) + given)
        } else {
            return nil
        }
    }

    /// Returns the prefix that completes a relative address: the page's origin if the address
    /// begins with a slash, otherwise the page's folder.
    private func base(of relative: String) -> Substring {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        guard relative.hasPrefix("/") else {
            return path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        }
        return path.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
            .last.map { path[..<$0.endIndex] } ?? path
    }

    private static func hasScheme(_ text: String) -> Bool {
        let name = text.prefix { $0 != ":" && $0 != "/" && $0 != "?" }
        return text[name.endIndex...].hasPrefix(":")
    }

    /// The maximum length in bytes, which is also the limit of hyperlinks in terminals (VTE,
    /// iTerm2).
    private static let limitBytes = 2083
}

extension String {
    /// The text without white space at both ends.
    var trimmed: String {
        let scalars = unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}
