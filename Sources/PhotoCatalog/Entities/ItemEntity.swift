/// One item of a collection: the address of its manifest, its details, its links.
struct ItemEntity: Decodable, Sendable {
    let href: String?
    let details: ItemDetailEntity
    let links: [LinkEntity]

    /// Throws where `data` holds no object with an id: such an item cannot be asked for.
    init(from decoder: any Decoder) throws {
        let item = try decoder.container(keyedBy: Key.self)
        href = item.text(at: .href)
        let data = try item.decode(LenientList<ItemDetailEntity>.self, forKey: .data)
        guard let first = data.elements.first else {
            throw DecodingError.dataCorruptedError(
                forKey: .data, in: item, debugDescription: "an item without data")
        }
        details = first
        links = item.lenient(LenientList<LinkEntity>.self, at: .links)?.elements ?? []
    }

    private enum Key: CodingKey { case href, data, links }
}
