/// A list of photos that comes in pages.
package enum Listing: Hashable, Sendable {
    case search(Query)
    /// An album by its name, newest first; its pages always hold 100.
    case album(String)
    /// Lists NASA's own site uses; undocumented, so they may fail or go.
    case recent, popular

    func address(in site: LibrarySite) -> PhotoAddress {
        switch self {
        case .search(let query): site.api(["search"], query.parameters)
        case .album(let name): site.api(["album", name])
        case .recent: site.asset(["recent.json"])
        case .popular: site.asset(["popular.json"])
        }
    }
}
