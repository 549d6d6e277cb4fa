#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// A photo as bytes to keep: an item in the shape of the API, read back as one of its replies is.
///
/// So the addresses are checked again, and what a later version adds does not lose the rest.
package enum PhotoSnapshot {
    package static func bytes(of photo: Photo) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return Array(try encoder.encode(Item(photo)))
        } catch {
            preconditionFailure("texts and numbers can be written as JSON")
        }
    }

    /// The photo in a snapshot; nil where it is none.
    package static func photo(in bytes: [UInt8], site: LibrarySite) -> Photo? {
        ReplyReader.attempt(ItemEntity.self, from: Data(bytes)).map { Photo($0, site: site) }
    }

    private struct Item: Encodable {
        let href: String?
        let data: [Details]
        let links: [Link]

        init(_ photo: Photo) {
            href = photo.manifest?.text
            data = [Details(photo)]
            links = photo.links.map(Link.init)
        }
    }

    private struct Details: Encodable {
        let nasaID: String
        let mediaType: String?
        let title: String?
        let dateCreated: String?
        let center: String?
        let photographer: String?
        let secondaryCreator: String?
        let location: String?
        let description: String?
        let description508: String?
        let keywords: [String]
        let album: [String]

        enum CodingKeys: String, CodingKey {
            case nasaID = "nasa_id"
            case mediaType = "media_type"
            case dateCreated = "date_created"
            case secondaryCreator = "secondary_creator"
            case description508 = "description_508"
            case title, center, photographer, location, description, keywords, album
        }

        init(_ photo: Photo) {
            nasaID = photo.id.text
            mediaType = photo.mediaType.name
            title = photo.texts.title
            dateCreated = photo.dateAsGiven
            center = photo.credits.center
            photographer = photo.credits.photographer
            secondaryCreator = photo.credits.secondaryCreator
            location = photo.texts.location
            description = photo.texts.description
            description508 = photo.texts.description508
            keywords = photo.texts.keywords
            album = photo.albums
        }
    }

    private struct Link: Encodable {
        let href: String
        let rel: String?
        let width: Int?
        let height: Int?
        let size: Int?

        init(_ link: PhotoLink) {
            href = link.address.text
            rel = link.role.name
            width = link.declared?.width
            height = link.declared?.height
            size = link.declared?.approximateBytes
        }
    }
}

extension MediaType {
    /// The API's own word, which is read back as this.
    package var name: String? {
        switch self {
        case .image: "image"
        case .video: "video"
        case .audio: "audio"
        case .other(let name): name
        case .unstated: nil
        }
    }
}

extension PhotoLink.Role {
    fileprivate var name: String? {
        switch self {
        case .preview: "preview"
        case .alternate: "alternate"
        case .canonical: "canonical"
        case .captions: "captions"
        case .other(let name): name.isEmpty ? nil : name
        }
    }
}
