/// The files of one item: the reply of `/asset/{id}`, or the bare list in `collection.json`.
struct ManifestEntity: Decodable, Sendable {
    let hrefs: [String]

    init(from decoder: any Decoder) throws {
        if let list = Self.bareList(decoder) {
            hrefs = list.elements
            return
        }
        let collection = try decoder.container(keyedBy: Outer.self)
            .nestedContainer(keyedBy: Key.self, forKey: .collection)
        hrefs = try collection.decode(LenientList<LinkEntity>.self, forKey: .items)
            .elements.map(\.href)
    }

    private static func bareList(_ decoder: any Decoder) -> LenientList<String>? {
        do {
            return try LenientList<String>(from: decoder)
        } catch {
            return nil  // Not a list: the other shape is tried next.
        }
    }

    private enum Outer: CodingKey { case collection }
    private enum Key: CodingKey { case items }
}
