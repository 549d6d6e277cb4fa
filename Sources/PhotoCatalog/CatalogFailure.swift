/// Why the library did not give what was asked.
package enum CatalogFailure: Error, Hashable, Sendable {
    case fetching(FetchFailure)
    case noSuchPhoto(PhotoID)
    case noSuchAlbum(String)
    /// The id belongs to a video, a sound, or something newer.
    case notAPhoto(PhotoID, MediaType)
    /// The reply is not JSON, or JSON of another shape.
    case unreadableReply
    /// The network answered with a web page: often one to sign in at.
    case webPageInstead
    /// NASA lists the first 10,000 results of a query only: the query must be narrowed.
    case tooManyResults
    /// No file of the photo is a JPEG or a PNG; `formats` are the extensions there are.
    case nothingViewable(PhotoID, formats: [String])
    /// Every address of the photo's files was refused; this is why the first one was.
    case addressNotAllowed(URLPolicyViolation)

    /// Whether the network or the server failed, so that the same may succeed later.
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
