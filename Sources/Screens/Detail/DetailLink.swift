internal import PhotoCatalog

/// What a word on a photo's page leads to.
enum DetailLink: Hashable, Sendable {
    case album(String)
    case keyword(String)

    /// Nobody goes through more by Tab; a reply has room for millions.
    private static let limit = 1000

    static func albums(of photo: Photo) -> [DetailLink] {
        photo.albums.prefix(limit).map { .album($0) }
    }

    static func keywords(of photo: Photo) -> [DetailLink] {
        photo.texts.keywords.prefix(limit).map { .keyword($0) }
    }
}
