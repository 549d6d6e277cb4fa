/// `metadata.json` of an item: a flat object with the library's own fields under `AVAIL:`.
struct ExifToolMetadata {
    private let item: StoredItem

    init(_ item: StoredItem) { self.item = item }

    var json: JSONValue {
        var members: [String: JSONValue] = [
            "AVAIL:NASAID": .text(item.id), "AVAIL:MediaType": .text(item.mediaType),
            "AVAIL:Album": .list(item.albums.map { .text($0) }),
            "AVAIL:Keywords": .list(item.keywords.map { .text($0) }),
        ]
        for (key, field) in Self.fields {
            members[key] = .text(item[field] ?? "")
        }
        return .object(members)
    }

    private static let fields = [
        "AVAIL:Title": "title", "AVAIL:Description": "description", "AVAIL:Center": "center",
        "AVAIL:DateCreated": "date_created", "AVAIL:Location": "location",
        "AVAIL:Photographer": "photographer", "AVAIL:SecondaryCreator": "secondary_creator",
    ]
}
