/// How current fetched bytes are.
package enum Freshness: Hashable, Sendable {
    /// From the server, or kept from it and still valid.
    case current
    /// Kept from an earlier visit and out of date: the server could not be asked, for this reason.
    case stale(FetchFailure, ageSeconds: Int)

    package var isCurrent: Bool { self == .current }
}
