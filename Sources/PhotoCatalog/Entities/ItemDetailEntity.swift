/// The object in an item's `data`: only the id is needed, all else may be absent.
struct ItemDetailEntity: Decodable, Sendable {
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
    let albums: [String]

    init(from decoder: any Decoder) throws {
        let data = try decoder.container(keyedBy: Key.self)
        nasaID = try data.decode(String.self, forKey: .nasaID)
        mediaType = data.text(at: .mediaType)
        title = data.text(at: .title)
        dateCreated = data.text(at: .dateCreated)
        center = data.text(at: .center)
        photographer = data.text(at: .photographer)
        secondaryCreator = data.text(at: .secondaryCreator)
        location = data.text(at: .location)
        description = data.text(at: .description)
        description508 = data.text(at: .description508)
        keywords = data.texts(at: .keywords)
        albums = data.texts(at: .album)
    }

    private enum Key: String, CodingKey {
        case nasaID = "nasa_id"
        case mediaType = "media_type"
        case dateCreated = "date_created"
        case secondaryCreator = "secondary_creator"
        case description508 = "description_508"
        case title, center, photographer, location, description, keywords, album
    }
}
