/// The reply of `/search`, `/album` and the static lists: versions 1.0 and 1.1 alike.
struct CollectionEntity: Decodable, Sendable {
    let items: LenientList<ItemEntity>
    let totalHits: Int?
    let links: [LinkEntity]

    init(from decoder: any Decoder) throws {
        let collection = try decoder.container(keyedBy: Outer.self)
            .nestedContainer(keyedBy: Key.self, forKey: .collection)
        items = try collection.decode(LenientList<ItemEntity>.self, forKey: .items)
        totalHits = collection.lenient(Metadata.self, at: .metadata)?.totalHits
        links = collection.lenient(LenientList<LinkEntity>.self, at: .links)?.elements ?? []
    }

    private enum Outer: CodingKey { case collection }
    private enum Key: CodingKey { case items, metadata, links }

    private struct Metadata: Decodable {
        let totalHits: Int?

        init(from decoder: any Decoder) throws {
            totalHits = try decoder.container(keyedBy: Key.self).count(at: .totalHits)
        }

        private enum Key: String, CodingKey { case totalHits = "total_hits" }
    }
}
