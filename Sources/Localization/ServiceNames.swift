package import PhotoCatalog

extension Service {
    /// The service's own name, which is the same in every language.
    package var title: String {
        switch self {
        case .nasa: "NASA Image and Video Library"
        case .apod: "Astronomy Picture of the Day"
        case .mars2020: "Perseverance"
        case .msl: "Curiosity"
        case .epic: "EPIC"
        case .commons: "Wikimedia Commons"
        case .picsum: "Lorem Picsum"
        case .flickr: "Flickr"
        }
    }
}
