/// A library of photos.
package protocol PhotoRepository: Sendable {
    /// Returns the photo with exactly this ID.
    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo

    /// Returns the files of a photo.
    func assets(of photo: Photo) async throws(CatalogFailure) -> PhotoAssets

    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page

    /// Returns the metadata of the original, in display order, without private fields.
    func metadata(of photo: Photo) async throws(CatalogFailure) -> [PhotoFact]

    /// Returns the captions of a video; an empty array for a video without captions.
    func captions(of photo: Photo) async throws(CatalogFailure) -> [Caption]

    /// Returns a copy of the repository that reports its fetches to `progress`, on any thread.
    func reporting(_ progress: @escaping @Sendable (FetchProgress) -> Void) -> Self
}

extension PhotoRepository {
    /// Returns an empty array, for a library without videos.
    package func captions(of photo: Photo) async throws(CatalogFailure) -> [Caption] { [] }
}

/// The reason why a request to the library failed.
package enum CatalogFailure: Error, Hashable, Sendable {
    case fetching(FetchFailure)
    case noSuchPhoto(PhotoID)
    case noSuchAlbum(String)
    /// The ID belongs to a sound, which has no picture, or to an unknown type.
    case notAPhoto(PhotoID, MediaType)
    /// The reply is not JSON, or JSON of another form.
    case unreadableReply
    /// The network replied with a web page, often a sign-in page.
    case webPageInstead
    /// NASA lists only the first 10,000 results of a query, so the query must be narrowed.
    case tooManyResults
    /// The photo has no file in a format that can be shown; `formats` are the extensions of its
    /// files.
    case nothingViewable(PhotoID, formats: [String])
    /// Every address of the photo's files was rejected; the value is the reason for the first.
    case addressNotAllowed(URLPolicyViolation)
    /// The service cannot be searched by this part of the query.
    case notOffered(Service, QueryPart)
    /// The service requires a key of the user, which the configuration file does not contain.
    case keyMissing(Service)
    /// The service did not accept the user's key.
    case keyRefused(Service)

    /// True if the network or the server failed, so that the same request may succeed later.
    package var isPassing: Bool {
        switch self {
        case .fetching(let failure): failure.isPassing
        case .webPageInstead: true
        default: false
        }
    }

    package init(_ failure: FetchFailure) {
        switch failure {
        case .webPageInstead: self = .webPageInstead
        case .addressNotAllowed(let refusal): self = .addressNotAllowed(refusal)
        default: self = .fetching(failure)
        }
    }
}

/// A part of a query by which only some services can search.
package enum QueryPart: Hashable, Sendable {
    case words
    case day
    /// Titles, photographers, years and other fields, by which only NASA's library can be searched.
    case fields
}

extension Service {
    /// The parts of a query by which the service can be searched.
    package var parts: Set<QueryPart> {
        switch self {
        case .nasa: [.words, .day, .fields]
        // The pictures of a day arrive together, and the words are searched among them locally.
        case .mars2020, .msl, .epic, .flickr: [.words, .day]
        case .apod: [.day]
        case .commons: [.words]
        case .picsum: []
        }
    }
}
