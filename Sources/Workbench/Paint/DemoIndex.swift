internal import FoundationEssentials
internal import Imaging

/// A search reply as version 1.1 of the API gives it; addresses are names of files beside it.
struct DemoIndex: Encodable {
    let collection: Collection

    init(items: [Item]) {
        collection = Collection(
            version: "1.1", href: "collection.json", items: items,
            metadata: Metadata(total: items.count))
    }

    func bytes() throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try [UInt8](encoder.encode(self)) + Array("\n".utf8)
    }

    struct Collection: Encodable {
        let version: String
        let href: String
        let items: [Item]
        let metadata: Metadata
    }

    struct Metadata: Encodable {
        let total: Int

        enum CodingKeys: String, CodingKey { case total = "total_hits" }
    }

    struct Item: Encodable {
        let href: String
        let data: [Facts]
        let links: [Link]

        init(_ picture: DemoPicture, byteCount: Int) {
            href = "collection.json"
            data = [Facts(picture)]
            links = [
                Link(
                    href: picture.fileName, rel: "canonical", render: "image",
                    width: picture.size.width, height: picture.size.height, size: byteCount)
            ]
        }
    }

    struct Facts: Encodable {
        let album: [String]
        let center = "DEMO"
        // A fixed day: that the first picture was painted on does not matter, that it stays does.
        let created = "2025-01-01T00:00:00Z"
        let description: String
        let keywords: [String]
        let mediaType = "image"
        let id: String
        let photographer = "nasa-view workbench"
        let title: String

        init(_ picture: DemoPicture) {
            album = picture.album.map { [$0] } ?? []
            description = picture.description
            keywords = picture.keywords
            id = picture.id
            title = picture.title
        }

        enum CodingKeys: String, CodingKey {
            case album, center
            case created = "date_created"
            case description, keywords
            case mediaType = "media_type"
            case id = "nasa_id"
            case photographer, title
        }
    }

    struct Link: Encodable {
        let href: String
        let rel: String
        let render: String
        let width: Int
        let height: Int
        let size: Int
    }
}
