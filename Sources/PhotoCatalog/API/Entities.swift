internal import Bounds

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The reply of `/search`, `/album` and the static lists, in versions 1.0 and 1.1 of the API.
struct CollectionEntity: Decodable, Sendable {
    let items: LenientList<ItemEntity>
    let totalHits: Bounded<ReplyLimits.ResultCount>?
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
        let totalHits: Bounded<ReplyLimits.ResultCount>?

        init(from decoder: any Decoder) throws {
            totalHits = try decoder.container(keyedBy: Key.self).total(at: .totalHits)
        }

        private enum Key: String, CodingKey { case totalHits = "total_hits" }
    }
}

/// One item of a collection: the address of the item's manifest, the details, and the links.
///
/// The archive stores photos in the same form (`PhotoSnapshot`).
struct ItemEntity: Codable, Sendable {
    let href: String?
    let details: ItemDetailEntity
    let links: [LinkEntity]
    /// The fields of a photo that are missing from NASA's API; present only in stored photos.
    let extras: PhotoExtrasEntity?

    /// Reads an item; throws if `data` contains no object with an ID, which every request for the
    /// item needs.
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
        extras = item.lenient(PhotoExtrasEntity.self, at: .extras)
    }

    init(_ photo: Photo) {
        href = photo.manifest?.text
        details = ItemDetailEntity(photo)
        links = photo.links.map(LinkEntity.init)
        extras = PhotoExtrasEntity(photo)
    }

    func encode(to encoder: any Encoder) throws {
        var item = encoder.container(keyedBy: Key.self)
        try item.encodeIfPresent(href, forKey: .href)
        try item.encode([details], forKey: .data)
        try item.encode(links, forKey: .links)
        try item.encodeIfPresent(extras, forKey: .extras)
    }

    private enum Key: CodingKey { case href, data, links, extras }
}

/// The object in an item's `data`; only the ID is required.
struct ItemDetailEntity: Codable, Sendable {
    let nasaID: String
    let mediaType: String?
    let title: String?
    let dateCreated: String?
    let center: String?
    let photographer: String?
    let secondaryCreator: String?
    let location: String?
    let description: String?
    let altText: String?
    let keywords: [String]
    let albums: [String]

    init(from decoder: any Decoder) throws {
        let data = try decoder.container(keyedBy: CodingKeys.self)
        nasaID = try data.decode(String.self, forKey: .nasaID)
        mediaType = data.text(at: .mediaType)
        title = data.text(at: .title)
        dateCreated = data.text(at: .dateCreated)
        center = data.text(at: .center)
        photographer = data.text(at: .photographer)
        secondaryCreator = data.text(at: .secondaryCreator)
        location = data.text(at: .location)
        description = data.text(at: .description)
        altText = data.text(at: .altText)
        keywords = data.texts(at: .keywords)
        albums = data.texts(at: .albums)
    }

    fileprivate init(_ photo: Photo) {
        nasaID = photo.id.text
        mediaType = photo.mediaType.name
        title = photo.texts.title
        dateCreated = photo.dateAsGiven
        center = photo.credits.center
        photographer = photo.credits.photographer
        secondaryCreator = photo.credits.secondaryCreator
        location = photo.texts.location
        description = photo.texts.description
        altText = photo.texts.altText
        keywords = photo.texts.keywords
        albums = photo.albums
    }

    private enum CodingKeys: String, CodingKey {
        case nasaID = "nasa_id"
        case mediaType = "media_type"
        case dateCreated = "date_created"
        case secondaryCreator = "secondary_creator"
        case altText = "description_508"
        case albums = "album"
        case title, center, photographer, location, description, keywords
    }
}

/// A link of an item or of a collection; sizes are present only in some links of version 1.1 of the
/// API.
struct LinkEntity: Codable, Sendable {
    let href: String
    let relation: String?
    let width: Bounded<ReplyLimits.Side>?
    let height: Bounded<ReplyLimits.Side>?
    let bytes: Bounded<ReplyLimits.ByteCount>?
    /// The size and format of the file, such as `orig.jpg`; present only in stored photos.
    let asset: String?

    init(from decoder: any Decoder) throws {
        let link = try decoder.container(keyedBy: CodingKeys.self)
        href = try link.decode(String.self, forKey: .href)
        relation = link.text(at: .relation)
        width = link.number(at: .width)
        height = link.number(at: .height)
        bytes = link.number(at: .bytes)
        asset = link.text(at: .asset)
    }

    fileprivate init(_ link: PhotoLink) {
        href = link.address.text
        relation = link.role.name
        width = (link.declared?.width).flatMap { Bounded($0) }
        height = (link.declared?.height).flatMap { Bounded($0) }
        bytes = (link.declared?.approximateBytes).flatMap { Bounded($0) }
        asset = link.kind?.text
    }

    private enum CodingKeys: String, CodingKey {
        case href, width, height, asset
        case relation = "rel"
        case bytes = "size"
    }
}

/// The addresses of an item's files, from the reply of `/asset/{id}` or the list in
/// `collection.json`.
struct ManifestEntity: Decodable, Sendable {
    let hrefs: [String]

    init(from decoder: any Decoder) throws {
        if let list = try? LenientList<String>(from: decoder) {
            hrefs = list.elements
            return
        }
        let collection = try decoder.container(keyedBy: Outer.self)
            .nestedContainer(keyedBy: Key.self, forKey: .collection)
        hrefs = try collection.decode(LenientList<LinkEntity>.self, forKey: .items)
            .elements.map(\.href)
    }

    private enum Outer: CodingKey { case collection }
    private enum Key: CodingKey { case items }
}

/// The reply of `/metadata/{id}`: the address of the metadata.
struct MetadataLocationEntity: Decodable, Sendable {
    let location: String
}

/// The body of NASA's replies with status 400 or 404: one sentence under `reason`.
package struct ErrorEntity: Decodable, Sendable {
    /// The server's sentence: untrusted text, which must be sanitised before display.
    package let reason: String

    /// Returns the reason in the body of an error; `nil` if the body has another form.
    package static func reason(in bytes: [UInt8]) -> String? {
        ReplyReader.attempt(Self.self, from: Data(bytes))?.reason
    }
}

/// Functions that read the JSON of a reply.
enum ReplyReader {
    /// Reads a reply as `type`.
    ///
    /// If reading fails, invalid UTF-8 is replaced and the reply is read once more, so that one
    /// damaged title does not make a page unreadable.
    ///
    /// - Throws: `.webPageInstead` for HTML, and `.unreadableReply` for any other unreadable reply.
    static func read<Reply: Decodable>(
        _ type: Reply.Type, from bytes: [UInt8]
    ) throws(CatalogFailure) -> Reply {
        if let reply = attempt(type, from: Data(bytes)) { return reply }
        let repaired = Data(String(decoding: bytes, as: UTF8.self).utf8)
        if let reply = attempt(type, from: repaired) { return reply }
        throw CaptivePortalCheck.looksLike(bytes) ? .webPageInstead : .unreadableReply
    }

    /// Returns the value read from `data`; `nil` if the data has another form.
    ///
    /// The decoder's message is dropped, because it does not help users.
    static func attempt<Reply: Decodable>(_ type: Reply.Type, from data: Data) -> Reply? {
        try? JSONDecoder().decode(type, from: data)
    }
}

/// A JSON list that is read element by element; unreadable elements are omitted and counted.
struct LenientList<Element: Decodable & Sendable>: Decodable, Sendable {
    private(set) var elements: [Element] = []
    private(set) var skipped = 0

    init(_ elements: [Element]) { self.elements = elements }

    init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
            if let element = try list.decode(Attempt.self).element {
                elements.append(element)
            } else {
                skipped += 1
            }
        }
    }

    /// An element that may be unreadable, so that reading can continue with the next element.
    private struct Attempt: Decodable {
        let element: Element?

        init(from decoder: any Decoder) { element = try? Element(from: decoder) }
    }
}

// `try?` is intended: a field of an unexpected type must not make the whole item unreadable.
extension KeyedDecodingContainer {
    /// Returns the value under `key`; `nil` if the value is absent or of another type.
    func lenient<Value: Decodable>(_ type: Value.Type, at key: Key) -> Value? {
        try? decodeIfPresent(type, forKey: key)
    }

    /// Returns the text under `key`; `nil` if the text is absent, empty or of another type.
    ///
    /// An integer is converted to text.
    func text(at key: Key) -> String? {
        if let text = lenient(String.self, at: key) { return text.isEmpty ? nil : text }
        return lenient(Int.self, at: key).map { String($0) }  // Bounded: a text.
    }

    /// Returns the nonempty texts under `key`; a single text is accepted in place of a list.
    func texts(at key: Key) -> [String] {
        if let list = lenient(LenientList<String>.self, at: key) {
            return list.elements.filter { !$0.isEmpty }
        }
        return text(at: key).map { [$0] } ?? []
    }
}
