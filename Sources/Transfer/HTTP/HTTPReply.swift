internal import PhotoCatalog

/// What a server answered to one request, whatever it means.
struct HTTPReply: Sendable {
    let head: HTTPHead
    /// The words of a failure; the bytes of a success go elsewhere.
    let body: [UInt8]
    /// Where the server says to go instead, made absolute.
    let redirect: String?
    /// Nil where the server did not say, or said nonsense.
    let retryAfterSeconds: Int?

    var status: Int { head.status }

    /// Whether the version that was asked about is still the one there is.
    var isNotModified: Bool { status == 304 }

    /// The failure the status stands for, or nil for a success or a redirect.
    var failure: FetchFailure? {
        switch status {
        case 200..<400: nil
        case 404, 410: .notFound
        case 429: .rateLimited(retryAfterSeconds: retryAfterSeconds)
        case 503 where retryAfterSeconds != nil: .rateLimited(retryAfterSeconds: retryAfterSeconds)
        case 400..<500: .refused(status: status, reason: RefusalEntity.reason(in: body))
        case 500..<600: .serverFailed(status: status)
        default: .interrupted(reason: "HTTP status \(status)")
        }
    }
}
