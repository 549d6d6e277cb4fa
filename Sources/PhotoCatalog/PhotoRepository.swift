/// A library of photos.
package protocol PhotoRepository: Sendable {
    /// Returns the photo with exactly this ID.
    func photo(id: PhotoID) async throws(CatalogFailure) -> Photo

    /// Returns the files of a photo.
    func assets(of photo: Photo) async throws(CatalogFailure) -> PhotoAssets

    func page(_ request: PageRequest) async throws(CatalogFailure) -> Page

    /// Returns the metadata of the original, in display order, without private fields.
    func metadata(of photo: Photo) async throws(CatalogFailure) -> [PhotoFact]

    /// Returns the captions of a video; an empty array if the video has no captions.
    func captions(of photo: Photo) async throws(CatalogFailure) -> [Caption]

    /// Returns a copy of the repository that reports the progress of fetches, on any thread.
    func reporting(_ progress: @escaping @Sendable (FetchProgress) -> Void) -> Self
}

extension PhotoRepository {
    /// Returns an empty array, because a library without videos has no captions.
    package func captions(of photo: Photo) async throws(CatalogFailure) -> [Caption] { [] }
}

/// The reason why a request to the library failed.
package enum CatalogFailure: Error, Hashable, Sendable {
    case fetching(FetchFailure)
    case noSuchPhoto(PhotoID)
    case noSuchAlbum(String)
    /// The item with this ID is a sound recording without a picture, or has an unknown type.
    case notAPhoto(PhotoID, MediaType)
    /// The reply is not JSON, or JSON of another form.
    case unreadableReply
    /// The network replied with a web page, often a sign-in page.
    case webPageInstead
    /// The query has too many results: NASA lists only the first 10,000, so the user must narrow
    /// the query.
    case tooManyResults
    /// The photo has no file in a supported format; `formats` contains the extensions of the
    /// photo's files.
    case nothingViewable(PhotoID, formats: [String])
    /// The address to fetch, or every address of the photo's files, was rejected; the value is the
    /// first reason.
    case addressNotAllowed(URLPolicyViolation)
    /// The service does not support this part of the query.
    case notOffered(Service, QueryPart)
    /// The service requires the user's key, which is missing from the configuration file.
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

/// A part of a query that only some services support.
package enum QueryPart: Hashable, Sendable {
    case words
    case day
    /// Titles, photographers, years and other fields, which only NASA's library supports.
    case fields
}

extension Service {
    /// The parts of a query that the service supports.
    package var parts: Set<QueryPart> {
        switch self {
        case .nasa: [.words, .day, .fields]
        // One reply contains all pictures of a day, and the program searches these pictures for the
        // words.
        case .mars2020, .msl, .epic, .flickr: [.words, .day]
        case .apod: [.day]
        case .commons: [.words]
        case .picsum: []
        }
    }
}
