/// A link of an item or of a collection; sizes are in version 1.1 only, and not in every link.
struct LinkEntity: Decodable, Sendable {
    let href: String
    let relation: String?
    let width: Int?
    let height: Int?
    let bytes: Int?

    init(from decoder: any Decoder) throws {
        let link = try decoder.container(keyedBy: Key.self)
        href = try link.decode(String.self, forKey: .href)
        relation = link.text(at: .rel)
        width = link.count(at: .width)
        height = link.count(at: .height)
        bytes = link.count(at: .size)
    }

    private enum Key: CodingKey { case href, rel, width, height, size }
}
