#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A photo as bytes to keep: an item in the shape of the API, read back like one of its replies.
///
/// So its addresses are checked again, and fields that a later version adds are ignored.
package enum PhotoSnapshot {
    package static func bytes(of photo: Photo) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(ItemEntity(photo)))
        } catch {
            preconditionFailure("texts and numbers can be written as JSON")
        }
    }

    /// The photo in a snapshot; `nil` if the bytes are none.
    package static func photo(in bytes: [UInt8], site: LibrarySite) -> Photo? {
        ReplyReader.attempt(ItemEntity.self, from: Data(bytes)).map { Photo($0, site: site) }
    }
}

/// A query as a text to keep: its parameters as in an address, with one pair for each keyword.
package enum QuerySnapshot {
    package static func text(of query: Query) -> String {
        let source = query.source == .nasa ? nil : query.source.rawValue
        let place = [("source", source), ("day", query.upTo?.description)]
            .compactMap { name, value in value.map { (name, $0) } }
        let single = query.parameters.filter { !["keywords", "media_type"].contains($0.0) }
        let listed =
            query.keywords.map { ("keywords", $0) } + query.mediaTypes.map { ("media_type", $0) }
        return (place + single + listed)
            .map { PercentEncoding.name($0) + "=" + PercentEncoding.name($1) }
            .joined(separator: "&")
    }

    /// The query in such a text; parameters that a later version adds are ignored.
    package static func query(in text: String) -> Query {
        var query = Query()
        query.mediaTypes = []
        for pair in text.split(separator: "&") {
            let name = pair.prefix { $0 != "=" }
            guard let value = PercentEncoding.decoded(pair[name.endIndex...].dropFirst()) else {
                continue
            }
            set(String(name), to: value, in: &query)
        }
        return query
    }

    private static func set(_ name: String, to value: String, in query: inout Query) {
        switch name {
        case "source": query.source = Service(rawValue: value) ?? query.source
        case "day": query.upTo = ServiceDay(value, of: query.source)
        case "q": query.text = value
        case "title": query.title = value
        case "description": query.description = value
        case "description_508": query.description508 = value
        case "location": query.location = value
        case "photographer": query.photographer = value
        case "secondary_creator": query.secondaryCreator = value
        case "center": query.center = value
        case "keywords": query.keywords.append(value)
        case "media_type": query.mediaTypes.append(value)
        case "nasa_id": query.id = PhotoID(value)
        case "year_start": query.firstYear = Int(value)
        case "year_end": query.lastYear = Int(value)
        case "page_size": query.pageSize = Int(value) ?? query.pageSize
        default: break
        }
    }
}
