internal import Bounds

/// An element of a short XML text, and its attributes: enough for descriptions of tiles.
///
/// Entities are neither expanded nor fetched.
struct XMLElement {
    private let attributes: [String: String]

    /// Finds the first element with a name; `nil` if the text has no such element.
    init?(_ name: String, in text: String) {
        var rest = Substring(text)
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            if rest.hasPrefix("!--") {
                guard let end = rest.firstRange(of: "-->") else { return nil }
                rest = rest[end.upperBound...]
                continue
            }
            let word = rest.prefix { $0.isLetter || $0 == "_" }
            guard word == name else { continue }
            attributes = Self.attributes(rest[word.endIndex...])
            return
        }
        return nil
    }

    /// Returns the value of an attribute; `nil` if the element does not have the attribute.
    subscript(_ name: String) -> String? { attributes[name] }

    /// Returns the number in an attribute; `nil` if the attribute is missing, is too large, or has
    /// characters other than digits.
    func number(_ name: String) -> ClaimedNumber? {
        guard let text = self[name], text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int(text).map { ClaimedNumber($0) }  // Bounded: a claim.
    }

    /// Returns the attributes between an element's name and its end.
    ///
    /// An attribute has the form `NAME="TEXT"`, or has single quotation marks.
    private static func attributes(_ text: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = text.drop { $0.isWhitespace }
        while let first = rest.first, first != ">", first != "/", attributes.count < mostAttributes
        {
            let name = rest.prefix { $0 != "=" && $0 != ">" && !$0.isWhitespace }
            rest = rest[name.endIndex...].drop { $0.isWhitespace }
            guard rest.first == "=" else { break }
            rest = rest.dropFirst().drop { $0.isWhitespace }
            guard let quote = rest.first, quote == "\"" || quote == "'" else { break }
            let value = rest.dropFirst().prefix { $0 != quote }
            guard value.endIndex < rest.endIndex else { break }
            attributes[String(name)] = String(value)
            rest = rest[value.endIndex...].dropFirst().drop { $0.isWhitespace }
        }
        return attributes
    }

    /// The maximum number of attributes; known formats have at most seven.
    private static let mostAttributes = 32
}
