/// An item as some reply had it, and what searching it needs.
package struct StoredItem: Sendable {
    package let id: String
    package let mediaType: String
    /// The item's whole object, to be sent again.
    package let json: JSONValue
    private let data: JSONValue
    private let searched: String
    /// The letters and digits of the id: what the search compares.
    package let idLetters: String

    package init?(_ json: JSONValue) {
        guard let data = json["data"]?.elements.first, let id = data["nasa_id"]?.text else {
            return nil
        }
        self.id = id
        idLetters = Self.letters(of: id)
        self.json = Self.whole(json, id: id)
        self.data = data
        mediaType = data["media_type"]?.text ?? "image"
        let words = ["title", "description", "center", "location"].compactMap { data[$0]?.text }
        searched = ([id] + words + Self.texts(data["keywords"])).joined(separator: " ").lowercased()
    }

    /// With whole addresses, as NASA's are.
    private static func whole(_ json: JSONValue, id: String) -> JSONValue {
        guard case .object(let members) = json, let item = CollectionItem(json, id: id) else {
            return json
        }
        return .object(members.merging(item.members) { $1 })
    }

    package var hrefs: [String] { (json["links"]?.elements ?? []).compactMap { $0["href"]?.text } }
    package var albums: [String] { Self.texts(data["album"]) }
    package var keywords: [String] { Self.texts(data["keywords"]) }
    package var dateCreated: String { self["date_created"] ?? "" }
    package var year: Int? { Int(dateCreated.prefix(4)) }

    package subscript(field: String) -> String? { data[field]?.text }

    package func hasWords(_ words: [Substring]) -> Bool {
        words.allSatisfy { searched.contains($0) }
    }

    package static func letters(of id: String) -> String {
        String(decoding: id.lowercased().utf8.filter { isLetterOrDigit($0) }, as: UTF8.self)
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
    }

    private static func texts(_ value: JSONValue?) -> [String] {
        value?.text.map { [$0] } ?? value?.elements.compactMap(\.text) ?? []
    }
}
