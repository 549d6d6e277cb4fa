/// An item as some reply had it, and what searching it needs.
package struct ShelvedItem: Sendable {
    package let id: String
    package let mediaType: String
    /// The item's whole object, to be sent again.
    package let json: JSONValue
    private let data: JSONValue
    private let searched: String

    package init?(_ json: JSONValue) {
        guard let data = json["data"]?.elements.first, let id = data["nasa_id"]?.text else {
            return nil
        }
        self.id = id
        self.json = json
        self.data = data
        mediaType = data["media_type"]?.text ?? "image"
        let words = ["title", "description", "center", "location"].compactMap { data[$0]?.text }
        searched = ([id] + words + Self.texts(data["keywords"])).joined(separator: " ").lowercased()
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

    private static func texts(_ value: JSONValue?) -> [String] {
        value?.text.map { [$0] } ?? value?.elements.compactMap(\.text) ?? []
    }
}
