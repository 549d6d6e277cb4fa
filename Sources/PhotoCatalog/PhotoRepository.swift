/// The port to a library of photos.
package protocol PhotoRepository: Sendable {
    /// The photo with exactly this id.
    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo

    /// The files of a photo.
    func assets(of photo: Photo) async throws(CatalogFailure) -> PhotoAssets

    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page

    /// The metadata of the original, in the order in which it is shown, without private fields.
    func metadata(of photo: Photo) async throws(CatalogFailure) -> [PhotoFact]

    /// The captions of a video; empty if it has none.
    func captions(of photo: Photo) async throws(CatalogFailure) -> [Caption]

    /// The same repository, reporting its fetches to `progress`, from any thread.
    func reporting(_ progress: @escaping @Sendable (FetchProgress) -> Void) -> Self
}

extension PhotoRepository {
    /// A library without videos has no captions.
    package func captions(of photo: Photo) async throws(CatalogFailure) -> [Caption] { [] }
}

/// The reason why a request to the library failed.
package enum CatalogFailure: Error, Hashable, Sendable {
    case fetching(FetchFailure)
    case noSuchPhoto(PhotoID)
    case noSuchAlbum(String)
    /// The id belongs to a sound, which has no picture, or to something newer.
    case notAPhoto(PhotoID, MediaType)
    /// The reply is not JSON, or JSON of another shape.
    case unreadableReply
    /// The network answered with a web page: often one to sign in at.
    case webPageInstead
    /// NASA lists only the first 10,000 results of a query: it must be narrowed.
    case tooManyResults
    /// No file of the photo is a JPEG or a PNG; `formats` are the extensions there are.
    case nothingViewable(PhotoID, formats: [String])
    /// Every address of the photo's files was rejected; this is why the first one was.
    case addressNotAllowed(URLPolicyViolation)
    /// The service cannot be searched by this part of the query.
    case notOffered(Service, QueryPart)
    /// The service wants a key of the user's, and the configuration file has none.
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

/// A part of a query that not every service can search by.
package enum QueryPart: Hashable, Sendable {
    case words
    case day
    /// Titles, photographers, years and the like, which only NASA's library is asked for.
    case fields
}

extension Service {
    /// The parts of a query by which the service can be searched.
    package var parts: Set<QueryPart> {
        switch self {
        case .nasa: [.words, .day, .fields]
        // A day's pictures come all at once: words are looked for among them.
        case .mars2020, .msl, .epic, .flickr: [.words, .day]
        case .apod: [.day]
        case .commons: [.words]
        case .picsum: []
        }
    }
}
