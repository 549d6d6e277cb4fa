/// Which page is asked for.
package enum PageRequest: Hashable, Sendable {
    case first(Listing)
    case next(PageCursor, of: Listing)

    package var listing: Listing {
        switch self {
        case .first(let listing), .next(_, let listing): listing
        }
    }

    func address(in site: LibrarySite) -> PhotoAddress {
        switch self {
        case .first(let listing): listing.address(in: site)
        case .next(let cursor, _): cursor.address
        }
    }
}
