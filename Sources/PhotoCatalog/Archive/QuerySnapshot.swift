/// A query as a text to keep: its parameters as in an address, each keyword by itself.
package enum QuerySnapshot {
    package static func text(of query: Query) -> String {
        let alone = query.parameters.filter { !listNames.contains($0.0) }
        let listed =
            query.keywords.map { ("keywords", $0) } + query.mediaTypes.map { ("media_type", $0) }
        let pairs = alone + listed
        return pairs.map { PercentEncoding.name($0) + "=" + PercentEncoding.name($1) }
            .joined(separator: "&")
    }

    /// The query in such a text; what a later version adds is passed over.
    package static func query(in text: String) -> Query {
        var query = Query()
        query.mediaTypes = []
        for pair in text.split(separator: "&") {
            let name = pair.prefix { $0 != "=" }
            guard let value = PercentEncoding.decoded(pair[name.endIndex...].dropFirst()) else {
                continue
            }
            take(value, as: String(name), &query)
        }
        return query
    }

    private static let listNames: Set<String> = ["keywords", "media_type"]

    private static func take(_ value: String, as name: String, _ query: inout Query) {
        switch name {
        case "keywords": query.keywords.append(value)
        case "media_type": query.mediaTypes.append(value)
        case "nasa_id": query.id = PhotoID(value)
        case "year_start": query.firstYear = Int(value)
        case "year_end": query.lastYear = Int(value)
        case "page_size": query.pageSize = Int(value) ?? query.pageSize
        default:
            guard let field = fields[name] else { return }
            query[keyPath: field] = value
        }
    }

    private static var fields: [String: WritableKeyPath<Query, String?>] {
        [
            "q": \.text, "title": \.title, "description": \.description,
            "description_508": \.description508, "location": \.location,
            "photographer": \.photographer, "secondary_creator": \.secondaryCreator,
            "center": \.center,
        ]
    }
}
