internal import Bounds

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The conversion between a photo and bytes for storage, in the form of an item of the API.
///
/// A snapshot is read like a reply: addresses are checked again, and unknown fields, which a later
/// version may add, are ignored.
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

    /// Returns the photo in a snapshot; `nil` if the bytes are not a snapshot.
    package static func photo(in bytes: [UInt8], site: LibrarySite) -> Photo? {
        ReplyReader.attempt(ItemEntity.self, from: Data(bytes)).map { Photo($0, site: site) }
    }
}

/// The conversion between a query and text for storage: the parameters of an address, with one pair
/// for each keyword and each media type.
package enum QuerySnapshot {
    package static func text(of query: Query) -> String {
        let source = query.source == .nasa ? nil : query.source.rawValue
        let origin = [("source", source), ("day", query.upTo?.description)]
            .compactMap { name, value in value.map { (name, $0) } }
        let single = query.parameters.filter { !["keywords", "media_type"].contains($0.0) }
        let listed =
            query.keywords.map { ("keywords", $0) } + query.mediaTypes.map { ("media_type", $0) }
        return (origin + single + listed)
            .map { PercentEncoding.name($0) + "=" + PercentEncoding.name($1) }
            .joined(separator: "&")
    }

    /// Returns the query in a stored text.
    ///
    /// Unknown parameters, which a later version may add, are ignored.
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
        case "description_508": query.altText = value
        case "location": query.location = value
        case "photographer": query.photographer = value
        case "secondary_creator": query.secondaryCreator = value
        case "center": query.center = value
        case "keywords": query.keywords.append(value)
        case "media_type": query.mediaTypes.append(value)
        case "nasa_id": query.id = PhotoID(value)
        case "year_start": query.firstYear = ReplyLimits.Year.range.number(in: value)
        case "year_end": query.lastYear = ReplyLimits.Year.range.number(in: value)
        case "page_size":
            query.pageSize = ReplyLimits.PageSize.range.number(in: value) ?? query.pageSize
        default: break
        }
    }
}

/// The fields of a stored photo that are missing from an item of NASA's API.
struct PhotoExtrasEntity: Codable, Sendable {
    private struct Link: Codable, Sendable {
        let words: String
        let href: String
    }

    private struct Fact: Codable, Sendable {
        let group: String
        let name: String
        let value: String
    }

    private let page: String?
    private let video: String?
    private let links: [Link]?
    private let licence: Link?
    private let facts: [Fact]?

    /// Creates the fields of a photo; `nil` if all fields would be empty.
    init?(_ photo: Photo) {
        let references = photo.references
        guard references != PhotoReferences() || photo.licence != nil || !photo.facts.isEmpty else {
            return nil
        }
        page = references.page?.text
        video = references.video?.text
        links = references.links.map { Link(words: $0.words, href: $0.address.text) }
        licence = photo.licence.map { Link(words: $0.name, href: $0.page?.text ?? "") }
        facts = photo.facts.map { Fact(group: $0.group, name: $0.name, value: $0.value) }
    }

    /// Adds these fields to a photo; the addresses among them are checked again.
    func complete(_ photo: inout Photo) {
        photo.references.page = photo.id.service.page(page)
        photo.references.video = video.flatMap { WebAddress($0) }
        photo.references.links = (links ?? []).prefix(PhotoReferences.linkLimit).compactMap {
            link in
            WebAddress(link.href).map { TextLink(words: link.words, address: $0) }
        }
        photo.licence = licence.map { Licence(name: $0.words, page: WebAddress($0.href)) }
        photo.facts = (facts ?? []).map {
            PhotoFact(group: $0.group, name: $0.name, value: $0.value)
        }
    }
}
