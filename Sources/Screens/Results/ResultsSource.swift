package import PhotoCatalog
package import PhotoPipeline

/// Where a list of photos comes from.
package enum ResultsSource: Hashable, Sendable {
    /// What NASA's own site begins with, then everything.
    case start
    case search(Query)
    case album(String)
    case favourites
    /// All of the built-in collection.
    case demo
    /// Photos that were named one by one, on the command line.
    case named([PhotoReference])
    /// What was seen before, for when there is no network; the words that were searched for.
    case seen(String)

    /// The listings to ask the library for, one after the other; none for what this machine keeps.
    package var listings: [Listing] {
        switch self {
        case .start: [.recent, .popular, .search(.everything)]
        case .search(let query): [.search(query)]
        case .album(let name): [.album(name)]
        case .demo: [.search(.everything)]
        case .favourites, .named, .seen: []
        }
    }
}
