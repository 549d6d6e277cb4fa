/// Why the bytes at an address did not arrive; each case carries what a person would ask next.
///
/// A `reason` is a library's or a server's own text: sanitize it before it is shown.
package enum FetchFailure: Error, Hashable, Sendable {
    case notFound
    /// A status from 400 to 499 other than 404 and 429; 403 is what NASA sends after heavy use.
    case refused(status: Int, reason: String?)
    case serverFailed(status: Int)
    /// The server asks for patience; the seconds are nil where it did not say how long.
    case rateLimited(retryAfterSeconds: Int?)
    case noConnection(reason: String)
    case nameNotFound(host: String)
    case timedOut(afterSeconds: Int)
    /// Bytes stopped coming, or came too slowly; `receivedBytes` had arrived.
    case stalled(receivedBytes: Int)
    /// The server could not prove who it is, or a wrong clock made it look so.
    case tlsFailed(reason: String)
    case tooManyRedirects(limit: Int)
    case addressNotAllowed(URLPolicyViolation)
    case tooLarge(limitBytes: Int)
    /// The network answered with a web page: often one to sign in at.
    case webPageInstead
    /// The transfer broke off or was no proper HTTP.
    case interrupted(reason: String)
    case cancelled
}

extension FetchFailure {
    /// Whether the fault may lie in the network or pass by itself, so that something kept will do.
    package var isPassing: Bool {
        switch self {
        case .noConnection, .nameNotFound, .timedOut, .stalled, .tlsFailed, .webPageInstead,
            .interrupted, .serverFailed, .rateLimited:
            true
        case .notFound, .refused, .tooManyRedirects, .addressNotAllowed, .tooLarge, .cancelled:
            false
        }
    }
}
