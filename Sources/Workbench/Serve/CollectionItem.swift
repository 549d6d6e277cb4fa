/// An item of the built-in collection, whose links name files beside it, as NASA would tell of it.
///
/// With whole addresses, and a preview for lists; any size of a picture is answered with the one there is.
struct CollectionItem {
    private let id: String
    private let links: [JSONValue]

    /// Nil for items that came from a server.
    init?(_ json: JSONValue, id: String) {
        links = json["links"]?.elements ?? []
        guard !links.isEmpty, links.allSatisfy({ $0["href"]?.text?.contains("/") == false }) else {
            return nil
        }
        self.id = id
    }

    /// What stands in the item for `href` and `links`.
    var members: [String: JSONValue] {
        [
            "href": .text("\(folder)collection.json"),
            "links": .list([preview] + links.compactMap(whole)),
        ]
    }

    private var folder: String { "https://images-assets.nasa.gov/image/\(id)/" }

    private var preview: JSONValue {
        .object([
            "href": .text("\(folder)\(id)~thumb.jpg"), "rel": .text("preview"),
            "render": .text("image"),
        ])
    }

    private func whole(_ link: JSONValue) -> JSONValue? {
        guard case .object(var members) = link, let name = members["href"]?.text else { return nil }
        members["href"] = .text(folder + name)
        return .object(members)
    }
}
