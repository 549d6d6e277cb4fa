package import PhotoCatalog
package import PhotoPipeline
internal import SystemPackage

/// The source of a list of photos.
package enum ResultsSource: Hashable, Sendable {
    /// The start page of NASA's site, followed by all photos.
    case start
    case search(Query)
    /// NASA's popular photos.
    case popular
    case album(String)
    /// The favourites of a service; `nil` stands for all services.
    case favourites(of: Service?)
    /// All photos of the built-in collection.
    case demo
    /// Photos that the user named, or that were found in named folders.
    case named([PhotoReference])
    /// Named files and folders; `named` replaces this source once their contents are known.
    case files(NamedPhotos)
    /// The named photos whose names contain all of these words.
    case matching(String, among: [PhotoReference])
    /// Photos that the user has seen and that match these words, for use without a network.
    ///
    /// `nil` stands for the photos of all services.
    case seen(String, of: Service?)
    /// The bookmarks; an empty array until they have been read.
    case places([Bookmark])

    /// The library's listings to show, in order; empty for named photos and for photos stored on
    /// this computer.
    package var listings: [Listing] {
        switch self {
        case .start: [.recent, .popular, .search(.everything)]
        case .search(let query): [.search(query)]
        case .popular: [.popular]
        case .album(let name): [.album(name)]
        case .demo: [.search(.everything)]
        case .favourites, .named, .files, .matching, .seen, .places: []
        }
    }

    /// The bookmarks; `nil` for a list of photos.
    var places: [Bookmark]? { if case .places(let places) = self { places } else { nil } }
}

extension ResultsSource {
    var namedPhotos: [PhotoReference]? {
        switch self {
        case .named(let photos): photos
        case .matching(let words, let photos): photos.filter { $0.isNamed(words) }
        case .start, .search, .popular, .album, .favourites, .demo, .files, .seen, .places: nil
        }
    }
}

extension PhotoReference {
    /// Returns true if the name, without its folder, contains all of the words, ignoring case.
    fileprivate func isNamed(_ words: String) -> Bool {
        let name: Substring =
            switch self {
            case .file(let path): (path.lastComponent?.string ?? path.string)[...]
            case .address(let text): text[...]
            case .library(let id), .still(let id, _): id.text[...]
            case .world(let map): map.name[...]
            case .standardInput: ""
            }
        let letters = name.lowercased()
        return words.lowercased().split(separator: " ").allSatisfy { letters.contains($0) }
    }
}
